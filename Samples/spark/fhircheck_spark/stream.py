"""The input and output of the command in one partition: many files in one stream, and the lines of its report."""

import json
import os

import fhircheck
from fhircheck import FhircheckError, Process

from .files import HEAD_BYTES, open_file, shown

COPY_BYTES = 1 << 20


class CheckFailed(RuntimeError):
    """The command died, or could not do its work. Spark runs the partition again."""


class Unreadable(Exception):
    """A file cannot be read; the text gives the reason."""


def version(program):
    """The version of the program, or for None of that of the package fhircheck; raises an error if it cannot run."""
    return fhircheck.version(program).split()[0]


def write_frames(units, stream):
    """Writes the units in the format of ``--stdin-names``. A file that cannot be read completely is left out.

    Returns facts about parts (file, first byte, count of line ends) and about unreadable files.
    """
    parts, unreadable = [], []
    for unit in units:
        start = stream.tell()
        try:
            parts += _write_frame(unit, stream)
        except Unreadable as fault:
            stream.seek(start)
            stream.truncate()
            unreadable.append({"path": shown(unit.uri), "reason": str(fault)})
    return parts, unreadable


def _write_frame(unit, stream):
    name = shown(unit.uri)
    with _Reading(unit.uri) as file:
        if not unit.is_part:
            _write_header(name, file.size, {}, stream)
            file.copy(0, file.size, stream)
            stream.write(b"\n")
            return []
        start, end = file.line_start(unit.start), file.line_start(unit.end)
        if start == end:
            return [{"file": name, "start": unit.start, "lineEnds": 0}]
        head = file.read(0, HEAD_BYTES) if start > 0 else b""
        lead = head[: head.rfind(b"\n") + 1]
        place = {"byteOffset": start, "lead": len(lead)} if start > 0 else {}
        _write_header(name, end - start, place, stream)
        stream.write(lead)
        ends = file.copy(start, end, stream)
        stream.write(b"\n")
        return [{"file": name, "start": unit.start, "lineEnds": ends}]


def _write_header(name, count, place, stream):
    stream.write(json.dumps({"file": name, "bytes": count, **place}).encode() + b"\n")


class _Reading:
    """A file that is being read; faults are ``Unreadable``."""

    def __init__(self, uri):
        self._file = self._try(lambda: open_file(uri))
        self.size = self._try(lambda: self._file.size())
        # Some files have no size until they are read, and some cannot be.
        if self.size == 0 and self.read(0, 1):
            raise Unreadable("it has no size")

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self._file.close()

    @staticmethod
    def _try(body):
        try:
            return body()
        except OSError as fault:
            raise Unreadable(os.strerror(fault.errno) if fault.errno else str(fault)) from fault

    def read(self, offset, count):
        return self._try(lambda: self._file.read_at(count, offset))

    def copy(self, start, end, stream):
        """Copies bytes and returns how many line ends they have."""
        place, ends = start, 0
        while place < end:
            piece = self.read(place, min(COPY_BYTES, end - place))
            if not piece:
                raise Unreadable("it became shorter while it was read")
            stream.write(piece)
            ends += piece.count(b"\n")
            place += len(piece)
        return ends

    def line_start(self, offset):
        """The first start of a line at or after an offset; the size of the file if there is none."""
        # A line that begins at the offset has a line end right before it.
        place = offset - 1
        while 0 <= place < self.size:
            piece = self.read(place, min(COPY_BYTES, self.size - place))
            newline = piece.find(b"\n")
            if newline >= 0:
                return place + newline + 1
            place += max(len(piece), 1)
        return min(offset, self.size) if offset == 0 else self.size


def report(command, stream):
    """Runs a command over a stream, and yields its output in pieces of whole lines, as bytes.

    Args:
        command: the program, or None for that of the package fhircheck, and its arguments.
    """
    stream.flush()
    stream.seek(0)
    last = b""
    process = Process(command[1:], stream, program=command[0])
    try:
        for lines in process.pieces():
            last = lines[lines.rfind(b"\n", 0, -1) + 1 :]
            yield lines
        code = process.finish()
    except FhircheckError as fault:
        raise CheckFailed(str(fault)) from fault
    finally:
        process.close()
    # A truncated report has no summary.
    if not last.startswith(b'{"type":"summary"'):
        raise CheckFailed(f"fhircheck ended with {code}: {process.stderr.strip()}")
    if any(file["path"] == "-" for file in json.loads(last)["unreadable"]):
        raise CheckFailed(f"fhircheck could not read its stream: {process.stderr.strip()}")
