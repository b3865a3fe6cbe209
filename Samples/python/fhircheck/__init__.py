"""Checks FHIR records: the command fhircheck for Python, with the program inside.

>>> import fhircheck
>>> report = fhircheck.check({"resourceType": "Patient", "gender": "x"})
>>> report.valid
False
>>> [finding.rule for finding in report]
['code/not-in-value-set', 'identity/missing-id']

Standard error of the program goes to the log ``fhircheck``, as warnings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, cast

from ._checker import Checker, kept
from ._errors import FhircheckError, ProcessError, UnreadableError, UnreadablePath, UsageError
from ._options import CheckOptions, PathOptions, RecordOptions
from ._path import Result, Results
from ._process import Process, executable
from ._records import Cell, Row, Table
from ._report import Finding, Judged, Report, Share
from ._sources import Path, Record, Source, is_record

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Cell", "CheckOptions", "Checker", "FhircheckError", "Finding", "Judged", "Path", "PathOptions", "Process",
    "ProcessError", "Record", "RecordOptions", "Report", "Result", "Results", "Row", "Share", "Source", "Table",
    "UnreadableError", "UnreadablePath", "UsageError", "check", "executable", "path", "records", "version",
]


def check(what: Source, /, **options: "Unpack[CheckOptions]") -> Report:
    """Checks files, or records.

    Args:
        what: a path or several, of files, folders, archives or an Apple Health export; or a record as bytes, dict or
            a text of JSON; or an iterable of such records, which are compared with each other. A str that begins with
            a brace or a bracket is JSON.
        options: those of the command, such as ``guide="us-core"``.

    Raises:
        UsageError: an option has a value that the command does not accept; for paths, when the report is read.
        ProcessError: the process died, or could not be started.
        UnreadableError: when the report is read, after all findings, if a path could not be read.
    """
    if is_record(what):
        return kept(options).check(cast(Record, what))
    return Report(what, options)


def records(what: Source, /, **options: "Unpack[RecordOptions]") -> Table:
    """A table with a row for each record; ``what`` as in ``check``, ``columns`` chooses columns."""
    return Table(what, options)


def path(expression: str, what: Source, /, **options: "Unpack[PathOptions]") -> Results:
    """The results of a FHIRPath expression over records; ``what`` as in ``check``."""
    return Results(expression, what, options)


def version(program: Optional[str] = None) -> str:
    """The version of the command, or of another program, and in parentheses its commit or ``unreleased``."""
    process = Process(["--version"], program=program)
    try:
        text = process.stdout.read().decode()
        process.finish()
    finally:
        process.close()
    return text.partition(" ")[2].strip()
