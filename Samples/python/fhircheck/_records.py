"""The table of records."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Dict, Iterator, List, Mapping, Optional, Union

from ._errors import ProcessError, UnreadableError, UnreadablePath
from ._options import RecordOptions, arguments
from ._process import Process
from ._report import send
from ._sources import Source, paths_or_records

if TYPE_CHECKING:
    import pandas
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

Cell = Union[str, int, None]
Row = Dict[str, Cell]

# The columns that `records` writes unless others are chosen, and those of them that are numbers.
COLUMNS = (
    "file line column byteOffset byteLength release releaseToldBy source resourceType id versionId lastUpdated "
    "clinicalType noClinicalType medicationType patient status category code system display start end issued valueType "
    "value comparator unit rangeLow rangeHigh range interpretation components errors warnings"
).split()
NUMBERS = frozenset(
    ["line", "column", "byteOffset", "byteLength", "errors", "warnings", "component", "duplicateGroup"]
)


class Table:
    """A row for each record, as a dict of all columns: an absent cell is None. The article ``records-format`` of the
    command describes the columns.

    The command runs when the rows are read, and again each time. Rows come as the records are read, and none is kept.
    """

    def __init__(self, source: Source, options: Mapping[str, object]) -> None:
        self._paths, records = paths_or_records(source)
        # So that they can be read again, and again from the beginning.
        self._records = list(records)
        self._options = arguments(options, RecordOptions)
        self._exit_code: Optional[int] = None
        self._stderr = ""
        chosen = options.get("columns")
        if chosen is None:
            self.columns: List[str] = list(COLUMNS)
        else:
            self.columns = chosen.split(",") if isinstance(chosen, str) else [str(name) for name in _listed(chosen)]

    def __iter__(self) -> Iterator[Row]:
        """The rows.

        Raises:
            UnreadableError: after all rows, if a path could not be read.
        """
        process = self._start("jsonl", "--with-issues")
        empty: Row = dict.fromkeys(self.columns)
        summary = None
        try:
            for line in process.lines():
                if line.startswith(b'{"type":"record"'):
                    entry = json.loads(line)
                    del entry["type"]
                    yield {**empty, **entry}
                elif line.startswith(b'{"type":"summary"'):
                    summary = json.loads(line)
            if summary is None:
                raise process.fail()
            self._end(process, summary["unreadable"])
        finally:
            process.close()

    def to_pandas(self) -> "pandas.DataFrame":
        """All rows as a DataFrame of texts, as the records have them, and of whole numbers for places and counts."""
        import pandas

        process = self._start("csv")
        types = {name: "int64" if name in NUMBERS else "str" for name in self.columns}
        try:
            # Only an empty cell is nothing: a text such as NA may be a code.
            table = pandas.read_csv(process.stdout, dtype=types, keep_default_na=False, na_values=[""])
        except pandas.errors.EmptyDataError:
            raise process.fail() from None
        finally:
            self._drain(process)
        self._end(process)
        return table

    def to_arrow(self) -> "pyarrow.Table":
        """All rows as an Arrow table of the same types as ``to_pandas``."""
        import pyarrow
        from pyarrow import csv

        process = self._start("csv")
        types = {name: pyarrow.int64() if name in NUMBERS else pyarrow.string() for name in self.columns}
        convert = csv.ConvertOptions(column_types=types, null_values=[""], strings_can_be_null=True)
        try:
            table = csv.read_csv(
                process.stdout, parse_options=csv.ParseOptions(newlines_in_values=True), convert_options=convert)
        except pyarrow.ArrowInvalid:
            if process.stdout.closed or process.stdout.read(1):
                process.close()
                raise
            raise process.fail() from None
        finally:
            self._drain(process)
        self._end(process)
        return table

    @property
    def complete(self) -> bool:
        """Whether all that was read of the last time has a row: False if a text could not be read as a record, or an
        archive was damaged, which the log and ``check`` tell.

        Raises:
            ProcessError: no reading came to its end yet.
        """
        if self._exit_code is None:
            raise ProcessError("the rows were not read to the end")
        return self._exit_code == 0

    def _start(self, form: str, *more: str) -> Process:
        self._exit_code = None
        line = ["records", f"--format={form}", *more, "--no-progress", "--end-with-reader", *self._options]
        if self._paths:
            return Process([*line, "--", *self._paths])
        process = Process([*line, "--stdin-names", "-"], subprocess.PIPE)
        send(process, self._records)
        return process

    def _drain(self, process: Process) -> None:
        if not process.is_running or process.stdout.closed:
            return
        # What was not read is an error's.
        while process.stdout.read(1 << 20):
            pass

    def _end(self, process: Process, unreadable: "Optional[List[Mapping[str, str]]]" = None) -> None:
        self._exit_code = process.finish()
        self._stderr = process.stderr
        if unreadable:
            paths = [UnreadablePath(path["path"], path["reason"]) for path in unreadable]
            raise UnreadableError(f"a path could not be read: {paths[0].path}: {paths[0].reason}", self._stderr, paths)
        if unreadable is None and self._exit_code == 2:
            raise UnreadableError(f"not everything could be read: {self._stderr.strip()}", self._stderr)


def _listed(names: object) -> "List[object]":
    return list(names) if isinstance(names, (list, tuple, set, frozenset)) else [names]
