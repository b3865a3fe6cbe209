"""A process of the command: started, read, and stopped."""

from __future__ import annotations

import io
import logging
import os
import shutil
import signal
import subprocess
import threading
import weakref
from typing import IO, Iterator, List, Optional, Sequence, Union

from ._errors import FhircheckError, ProcessError, UsageError

log = logging.getLogger("fhircheck")

# How much of standard error an exception tells; all of it goes to the log.
_KEPT_BYTES = 64 << 10
# How long a process may take to end after the signal TERM, in seconds.
_GRACE = 5


def executable() -> str:
    """The path of the command: the one that ``FHIRCHECK`` in the environment names, else the one in this package, else
    the one on the path.

    Raises:
        ProcessError: there is none.
    """
    named = os.environ.get("FHIRCHECK")
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "fhircheck")
    found = named or (inside if os.path.exists(inside) else shutil.which("fhircheck"))
    if not found:
        raise ProcessError("there is no fhircheck: this package was not installed from a wheel, and none is on the path")
    return found


class Process:
    """A running command whose standard output is read. It is stopped when this object is closed or forgotten."""

    def __init__(
        self, arguments: Sequence[str], stdin: Union[int, IO[bytes], None] = None, program: Optional[str] = None
    ) -> None:
        """Starts the command.

        Args:
            arguments: without the name of the command.
            stdin: a file, or ``subprocess.PIPE``; by default nothing can be read.
            program: the command, instead of that of ``executable()``.

        Raises:
            ProcessError: it cannot be started.
        """
        self.pid = os.getpid()
        try:
            # In a session of its own, because a terminal, or a notebook, interrupts all processes of a group: Python
            # decides then which of them end.
            process = subprocess.Popen(
                [program or executable(), *arguments], stdin=subprocess.DEVNULL if stdin is None else stdin,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=64 << 10, start_new_session=True,
            )
        except OSError as fault:
            raise ProcessError(f"fhircheck cannot be started: {fault}") from fault
        assert process.stdout is not None and process.stderr is not None
        self.stdout: IO[bytes] = process.stdout
        self._process = process
        self._input = -1 if process.stdin is None else process.stdin.fileno()
        self._output = process.stdout.fileno()
        self._errors = _Errors(process.stderr)
        self._finalizer = weakref.finalize(self, _stop, process, self._errors, self.pid)
        _running.add(self)

    @property
    def stdin(self) -> IO[bytes]:
        """The pipe to the process; only with ``subprocess.PIPE``."""
        assert self._process.stdin is not None
        return self._process.stdin

    def send(self, content: bytes) -> None:
        """Writes to the pipe at standard input, without a buffer."""
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(self._input, rest) :]

    def receive(self) -> bytes:
        """The next bytes of standard output, without a buffer; none at its end."""
        return os.read(self._output, 64 << 10)

    @property
    def stderr(self) -> str:
        """What it has written to standard error; the last 64 KiB of it."""
        return self._errors.text

    @property
    def is_running(self) -> bool:
        """Whether it can still be read, in this process: a fork has no part in the processes of its parent."""
        return self._finalizer.alive and self.pid == os.getpid()

    def lines(self) -> Iterator[bytes]:
        """What it writes, line by line.

        Raises:
            ProcessError: in a fork, for lines of its parent's process.
        """
        for piece in self.pieces():
            for line in piece.splitlines():
                yield line
                if os.getpid() != self.pid:
                    raise ProcessError("a fork cannot read what its parent has begun to read")

    def pieces(self) -> Iterator[bytes]:
        """What it writes, in pieces of whole lines; bytes without a line end at the end are left out."""
        begun: List[bytes] = []
        read1 = self.stdout.read1 if isinstance(self.stdout, io.BufferedReader) else self.stdout.read
        while True:
            piece = read1(1 << 20)
            if not piece:
                return
            end = piece.rfind(b"\n") + 1
            if end:
                yield b"".join([*begun, piece[:end]])
                begun = []
            begun.append(piece[end:])

    def finish(self) -> int:
        """Waits for the end, after standard output was read; returns the exit code: 0, 1 or 2.

        Raises:
            ProcessError: it died.
        """
        code = self._process.wait()
        self._errors.finish()
        self.close()
        if code not in (0, 1, 2):
            raise ProcessError(f"fhircheck {_death(code)}{_said(self.stderr)}", self.stderr)
        return code

    def fail(self) -> FhircheckError:
        """The error for a process whose report has no end."""
        code = self._process.wait()
        self._errors.finish()
        self.close()
        said = self.stderr
        if code == 2:
            lines = [line for line in said.splitlines() if not line.startswith("Run 'fhircheck --help'")]
            text = "; ".join(line[11:] if line.startswith("fhircheck: ") else line for line in lines)
            return UsageError(text or "fhircheck ended with 2", said)
        return ProcessError(f"fhircheck {_death(code)} before its report was complete{_said(said)}", said)

    def close(self) -> None:
        """Stops the process, if it still runs."""
        self._finalizer()

    def _abandon(self) -> None:
        """Forgets a process of the parent, in a fork: while the pipes are open here, it could not see them closed."""
        self._finalizer.detach()
        # It is no child of the fork, which would otherwise be warned that it still runs.
        self._process.returncode = 0
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                # Not through its buffer, which another thread may have locked, and which would write what it holds.
                getattr(stream, "raw", stream).close()


class _Errors:
    """Reads standard error on a thread of its own: each line goes to the log, so that none is lost."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._lines: List[bytes] = []
        self._held = 0
        self._thread = threading.Thread(target=self._read, name="fhircheck-stderr", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            for line in self._stream:
                log.warning("%s", line.decode(errors="replace").rstrip("\n"))
                self._lines.append(line)
                self._held += len(line)
                while self._held > _KEPT_BYTES and len(self._lines) > 1:
                    self._held -= len(self._lines.pop(0))
        except (OSError, ValueError):
            # The process was stopped, and the pipe closed.
            pass

    @property
    def text(self) -> str:
        return b"".join(list(self._lines)).decode(errors="replace")

    def finish(self) -> None:
        if self._thread is not threading.current_thread():
            self._thread.join()


def _death(code: int) -> str:
    if code >= 0:
        return f"ended with {code}"
    try:
        return f"was ended by the signal {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by the signal {-code}"


def _said(text: str) -> str:
    return f": {text.strip()}" if text.strip() else ""


def _stop(process: "subprocess.Popen[bytes]", errors: _Errors, pid: int) -> None:
    if os.getpid() != pid:
        return
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    errors.finish()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                # What was to be sent has no receiver any more.
                pass


_running: "weakref.WeakSet[Process]" = weakref.WeakSet()


def _after_fork() -> None:
    for process in list(_running):
        process._abandon()
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
