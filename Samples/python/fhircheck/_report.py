"""The report of a check."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional

from ._errors import FhircheckError, UnreadableError, UnreadablePath
from ._options import CheckOptions, arguments
from ._process import Process
from ._sources import Source, paths_or_records, write_frames


class Finding(NamedTuple):
    """A fault of a record, or a remark about it. The article ``report-format`` of the command describes each member;
    one that the command leaves out is None."""

    file: str
    line: Optional[int]
    column: Optional[int]
    byte_offset: int
    severity: str
    rule: str
    path: str
    pointer: Optional[str]
    message: str
    resource_type: Optional[str]
    id: Optional[str]
    profile: Optional[str]
    profile_version: Optional[str]
    slice: Optional[str]
    source: Optional[str]
    release: Optional[str]

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place}: {self.severity}: {self.message} [{self.rule}]"


# The members of an issue in the order of the fields of `Finding`.
_MEMBERS = (
    "file line column byteOffset severity rule path pointer message resourceType id profile "
    "profileVersion slice source release"
).split()


class Share(NamedTuple):
    """How many of the files or records that were found could be judged."""

    found: int
    judged: int
    not_judged: int


class Judged(NamedTuple):
    """What was judged: files, records, and how many parts of records were not."""

    files: Share
    records: Share
    parts_not_judged: int

    @property
    def whole(self) -> bool:
        """Whether everything was judged, and there was something."""
        found = (self.files, self.records)
        return self.parts_not_judged == 0 and self.records.judged > 0 and all(not share.not_judged for share in found)

_VERDICT = b'"verdict":"'


class Report:
    """The findings of a run, and its verdict.

    Iterating gives the findings as they come, and keeps none: so there is no limit to the size of the input. The other
    members read the run to its end; what was not iterated over is then kept in ``findings``. Leaving the iteration
    stops the process.
    """

    def __init__(self, source: Source, options: Mapping[str, object]) -> None:
        self._text: Optional[bytes] = None
        self._is_begun = False
        self._findings: Optional[List[Finding]] = None
        self._summary: Optional[Dict[str, Any]] = None
        self._error: Optional[FhircheckError] = None
        self._process: Optional[Process] = None
        given = arguments(options, CheckOptions)
        paths, records = paths_or_records(source)
        line = ["check", "--format=jsonl", "--no-progress", "--end-with-reader", *given]
        if paths:
            self._process = Process([*line, "--", *paths])
        else:
            self._process = Process([*line, "--stdin-names", "-"], subprocess.PIPE)
            send(self._process, records)

    @classmethod
    def _of_text(cls, text: bytes) -> "Report":
        """A report that has already come; it is read when something is asked of it."""
        report = cls.__new__(cls)
        report._process = report._findings = report._error = report._summary = None
        report._text, report._is_begun = text, False
        return report

    # The iteration

    def __iter__(self) -> Iterator[Finding]:
        if self._findings is not None:
            return iter(self._findings)
        if self._text is not None:
            return iter(self.findings)
        return self._stream()

    def _stream(self) -> Iterator[Finding]:
        process = self._process
        if process is None or not process.is_running or self._is_begun:
            self._check_ended()
            return
        self._is_begun = True
        try:
            for line in process.lines():
                finding = self._take(line)
                if finding is not None:
                    yield finding
            self._end(process)
        finally:
            process.close()

    def _take(self, line: bytes) -> Optional[Finding]:
        entry = json.loads(line)
        if entry["type"] == "issue":
            return Finding(*map(entry.get, _MEMBERS))
        if entry["type"] == "summary":
            self._summary = entry
        return None

    def _end(self, process: Process) -> None:
        if self._summary is None:
            self._error = process.fail()
        else:
            process.finish()
            self._error = _fault(self._summary, process.stderr)
        if self._error is not None:
            raise self._error

    def _check_ended(self) -> None:
        """Raises the error of the run, or one for a run that was left before its end."""
        if self._error is not None:
            raise self._error
        if self._summary is None:
            raise FhircheckError("the run was stopped, because its iteration was left before the end")

    def _read(self) -> Dict[str, Any]:
        """Reads the run to its end."""
        if self._summary is None and self._error is None:
            if self._text is not None:
                found = [self._take(line) for line in self._text.splitlines()]
                self._findings = [finding for finding in found if finding is not None]
            elif not self._is_begun:
                self._findings = list(self._stream())
        self._check_ended()
        assert self._summary is not None
        return self._summary

    # The results

    @property
    def findings(self) -> List[Finding]:
        """All findings.

        Raises:
            FhircheckError: they were iterated over, and so not kept.
        """
        self._read()
        if self._findings is None:
            raise FhircheckError("the findings were iterated over, and are not kept then")
        return self._findings

    @property
    def summary(self) -> Dict[str, Any]:
        """The counts of the run, as the command writes them; see the article ``report-format``."""
        return self._read()

    @property
    def verdict(self) -> str:
        """``valid``, ``valid-as-far-as-judged``, ``incomplete``, ``not-valid`` or ``nothing-judged``."""
        if self._text is not None and self._summary is None:
            # No text in JSON can look like this member, because its quotes would be escaped.
            place = self._text.rfind(_VERDICT) + len(_VERDICT)
            return self._text[place : self._text.index(b'"', place)].decode()
        verdict: str = self._read()["verdict"]
        return verdict

    @property
    def valid(self) -> bool:
        """Whether something was judged and no error was found in it; ``judged`` says how much that was."""
        return self.verdict in ("valid", "valid-as-far-as-judged")

    @property
    def judged(self) -> Judged:
        """The share of the input that was judged."""
        judged = self._read()["judged"]
        shares = [Share(part["found"], part["judged"], part["notJudged"]) for part in (judged["files"], judged["records"])]
        return Judged(shares[0], shares[1], judged.get("parts", {}).get("notJudged", 0))

    @property
    def stderr(self) -> str:
        """What the command has written to standard error: the last 64 KiB. All of it goes to the log ``fhircheck``."""
        return self._process.stderr if self._process is not None else ""

    # The process

    def close(self) -> None:
        """Stops the run."""
        if self._process is not None:
            self._process.close()

    def __enter__(self) -> "Report":
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()


def send(process: Process, records: Any) -> None:
    """Sends records to a process, which reads all of them before it writes."""
    try:
        try:
            write_frames(records, process.stdin)
            process.stdin.close()
        except BrokenPipeError:
            # It has ended, and its report tells why.
            pass
    except BaseException:
        process.close()
        raise


def _fault(summary: Mapping[str, Any], stderr: str) -> Optional[FhircheckError]:
    unreadable = [UnreadablePath(path["path"], path["reason"]) for path in summary["unreadable"]]
    if unreadable:
        first = f"{unreadable[0].path}: {unreadable[0].reason}"
        more = f", and {len(unreadable) - 1} more" if len(unreadable) > 1 else ""
        return UnreadableError(f"a path could not be read: {first}{more}", stderr, unreadable)
    if summary["identity"] == "failed":
        return FhircheckError(f"records could not be compared: {stderr.strip()}", stderr)
    return None
