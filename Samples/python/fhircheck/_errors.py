"""What can fail. Faults of records are findings, not errors."""

from __future__ import annotations

from typing import List, NamedTuple


class FhircheckError(Exception):
    """The command could not do its work.

    Attributes:
        stderr: what the command wrote to standard error; the last 64 KiB of it.
    """

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.stderr = stderr

    def __reduce__(self) -> "tuple[type, tuple[object, ...]]":
        return type(self), (self.args[0], self.stderr)


class UsageError(FhircheckError):
    """An option or a value that the command does not accept."""


class ProcessError(FhircheckError):
    """The process of the command died or was ended before its report was complete, or could not be started."""


class UnreadablePath(NamedTuple):
    """A path that could not be read."""

    path: str
    reason: str


class UnreadableError(FhircheckError):
    """Paths that could not be read. All others were, and everything that was found in them was given before.

    Attributes:
        unreadable: the paths, with the reason of each.
    """

    def __init__(self, message: str, stderr: str = "", unreadable: "List[UnreadablePath] | None" = None) -> None:
        super().__init__(message, stderr)
        self.unreadable = unreadable or []

    def __reduce__(self) -> "tuple[type, tuple[object, ...]]":
        return type(self), (self.args[0], self.stderr, self.unreadable)
