"""The results of FHIRPath expressions."""

from __future__ import annotations

import json
import subprocess
from decimal import Decimal
from typing import Any, Iterator, List, Mapping, NamedTuple, Optional

from ._errors import UnreadableError, UnreadablePath
from ._options import PathOptions, arguments
from ._process import Process
from ._sources import Source, encoded, paths_or_records


class Result(NamedTuple):
    """A value of an expression, or why a record has none. The article ``path-format`` describes the members.

    ``value`` is what the JSON of the record holds: a str, bool, int, Decimal with the digits as written, dict or list.
    ``error`` is a sentence, and None for a value.
    """

    file: str
    line: int
    column: int
    byte_offset: int
    resource_type: Optional[str]
    id: Optional[str]
    source: Optional[str]
    release: Optional[str]
    value_type: Optional[str]
    value: Any
    error: Optional[str]


_MEMBERS = "file line column byteOffset resourceType id source release valueType value error".split()


class Results:
    """The results of an expression, each time that they are read; none is kept. Leaving the iteration stops the
    process."""

    def __init__(self, expression: str, source: Source, options: Mapping[str, object]) -> None:
        self._expression = expression
        self._paths, records = paths_or_records(source)
        self._records = [encoded(record) for record in records]
        if not self._paths and len(self._records) != 1:
            # The command takes one stream: lines of records, each on one line.
            self._records = [b"\n".join(b" ".join(record.splitlines()) for record in self._records) + b"\n"]
        self._options = arguments(options, PathOptions)

    def __iter__(self) -> Iterator[Result]:
        """The results in the order of the records.

        Raises:
            UsageError: the expression cannot be used.
            UnreadableError: after all results, if a path could not be read.
        """
        process = self._start()
        summary = None
        try:
            for line in process.lines():
                entry = json.loads(line, parse_float=Decimal)
                if entry["type"] == "summary":
                    summary = entry
                elif entry["type"] != "start":
                    yield Result(*map(entry.get, _MEMBERS))
            if summary is None:
                raise process.fail()
            process.finish()
            unreadable = [UnreadablePath(path["path"], path["reason"]) for path in summary["unreadable"]]
            if unreadable:
                first = f"{unreadable[0].path}: {unreadable[0].reason}"
                raise UnreadableError(f"a path could not be read: {first}", process.stderr, unreadable)
        finally:
            process.close()

    def _start(self) -> Process:
        line = ["path", "--format=jsonl", "--no-progress", "--end-with-reader", *self._options, "--", self._expression]
        if self._paths:
            return Process([*line, *self._paths])
        process = Process([*line, "-"], subprocess.PIPE)
        try:
            try:
                process.stdin.write(self._records[0])
                process.stdin.close()
            except BrokenPipeError:
                pass
        except BaseException:
            process.close()
            raise
        return process

    @property
    def values(self) -> "List[Any]":
        """All values, without the places and without errors."""
        return [result.value for result in self if result.error is None]
