"""A process that is kept, for records one by one."""

from __future__ import annotations

import os
import subprocess
import threading
from collections import OrderedDict, deque
from typing import Deque, Iterable, Iterator, List, Optional, Tuple, TYPE_CHECKING

from ._errors import FhircheckError
from ._options import CheckOptions, arguments
from ._process import Process
from ._report import Report
from ._sources import Record, encoded, frame

if TYPE_CHECKING:
    from typing_extensions import Unpack

# How many bytes are sent before an answer is read. The smallest pipe takes so much unread, so that the two processes
# never wait for each other.
_AHEAD_BYTES = 4 << 10

_SUMMARY = b'{"type":"summary"'
# Larger answers are put together at their end.
_JOINED_BYTES = 256 << 10


class Checker:
    """Checks records one by one, in a process that is kept until the checker is closed or forgotten.

    Each record is a run of its own: records are not compared with each other. A checker can be used from several
    threads, which wait for each other; for more at a time, give each thread its own. A copy in another process, by fork
    or by pickle, starts a process of its own.
    """

    def __init__(self, **options: "Unpack[CheckOptions]") -> None:
        """Takes the options of ``check``; the process starts with the first record."""
        self._options = options
        self._arguments = arguments(options, CheckOptions)
        self._process: Optional[Process] = None
        self._lock = threading.RLock()
        self._pid = os.getpid()

    def __reduce__(self) -> "Tuple[object, ...]":
        return _made, (dict(self._options),)

    def check(self, record: Record, name: str = "record.json") -> Report:
        """The report of a record, or of a Bundle, an array or lines of records.

        Args:
            record: as bytes, as a text of JSON, or as a dict.
            name: stands for a file in the findings.

        Raises:
            UsageError: an option has a value that the command does not accept.
            ProcessError: the process died. The next call starts another.
        """
        text = frame(name, encoded(record))
        with self._locked():
            process = self._started()
            try:
                return self._only_answer(process) if self._sent(process, text) else self._fail(process)
            except BaseException:
                # An answer that was not read to its end would be taken for the next one's.
                process.close()
                raise

    def check_all(self, records: Iterable[Record]) -> Iterator[Report]:
        """The reports of many records, in their order and while they come; named ``0.json``, ``1.json``, ...

        Faster than as many calls of ``check``, because the process need not wait for Python. It has a process of its
        own, which is stopped when the iteration ends or is left.
        """
        own = Checker(**self._options)
        with own:
            yield from own._answers(records)

    def _answers(self, records: Iterable[Record]) -> Iterator[Report]:
        process = self._started()
        ahead: Deque[int] = deque()
        held = 0
        for number, record in enumerate(records):
            text = frame(f"{number}.json", encoded(record))
            while ahead and held + len(text) > _AHEAD_BYTES:
                held -= ahead.popleft()
                yield self._answer(process)
            if not self._sent(process, text):
                self._fail(process)
            ahead.append(len(text))
            held += len(text)
        while ahead:
            ahead.popleft()
            yield self._answer(process)

    def close(self) -> None:
        """Stops the process."""
        with self._locked():
            if self._process is not None:
                self._process.close()
                self._process = None

    def __enter__(self) -> "Checker":
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def _locked(self) -> threading.RLock:
        if self._pid != os.getpid():
            # A fork; another thread of the parent may have held the lock.
            self._lock, self._pid, self._process = threading.RLock(), os.getpid(), None
        return self._lock

    def _started(self) -> Process:
        if self._process is None or not self._process.is_running:
            line = ["check", "--format=jsonl", "--no-progress", "--end-with-reader", "--stdin-names", "--each"]
            self._process = Process([*line, *self._arguments, "-"], subprocess.PIPE)
        return self._process

    def _sent(self, process: Process, text: bytes) -> bool:
        """Sends bytes; False if the process has ended."""
        try:
            process.send(text)
            return True
        except BrokenPipeError:
            return False

    def _answer(self, process: Process) -> Report:
        """The next report, when others may follow it."""
        lines: List[bytes] = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith(_SUMMARY):
                return Report._of_text(b"".join(lines))
        return self._fail(process)

    def _only_answer(self, process: Process) -> Report:
        """The report that was asked for last, with which the output ends."""
        text = process.receive()
        begun: List[bytes] = []
        while not text.endswith(b"\n") or not text.startswith(_SUMMARY, text.rfind(b"\n", 0, -1) + 1):
            if not text:
                return self._fail(process)
            if len(text) > _JOINED_BYTES:
                # Only the end is looked at again.
                cut = text.rfind(b"\n", 0, -1) + 1
                begun.append(text[:cut])
                text = text[cut:]
            more = process.receive()
            if not more:
                return self._fail(process)
            text += more
        return Report._of_text(b"".join([*begun, text]) if begun else text)

    def _fail(self, process: Process) -> Report:
        raise process.fail()


def _made(options: CheckOptions) -> Checker:
    return Checker(**options)


# The checkers of `check` for single records, by their options; the oldest are stopped.
_KEPT = 4
_kept: "OrderedDict[Tuple[str, ...], Checker]" = OrderedDict()
_kept_lock = threading.Lock()


def kept(options: CheckOptions) -> Checker:
    """A checker that is shared by all that ask for the same options."""
    key = tuple(arguments(options, CheckOptions))
    with _kept_lock:
        checker = _kept.pop(key, None) or Checker(**options)
        _kept[key] = checker
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        return checker


def _after_fork() -> None:
    global _kept_lock
    _kept_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
