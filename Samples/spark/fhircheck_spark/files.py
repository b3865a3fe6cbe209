"""The files of a job, and how they are cut into parts.

Files are read through pyarrow's file systems, so a path is a local one or a URI such as ``s3://bucket/prefix``.
"""

import json
from dataclasses import dataclass, replace

from pyarrow import fs as arrow_fs

# The beginning of a file is read to see whether it holds one record a line.
HEAD_BYTES = 256 << 10


@dataclass(frozen=True)
class Unit:
    """A whole file, or a part of a file of lines: from the first line that begins at or behind ``start`` on, up to the
    last one that begins before ``end``."""

    uri: str
    name: str
    start: int
    end: int
    is_part: bool


def _resolve(uri):
    if "://" in uri:
        return arrow_fs.FileSystem.from_uri(uri)
    return arrow_fs.LocalFileSystem(), uri


def open_file(uri):
    """Opens a file for reading at any place; raises OSError where that fails."""
    system, path = _resolve(uri)
    return system.open_input_file(path)


def list_files(inputs):
    """All files below the inputs as pairs of URI and size, each folder in the order of the bytes of its paths, as the
    command has them. Hidden ones are left out."""
    found = []
    for uri in inputs:
        system, path = _resolve(uri)
        info = system.get_file_info(path)
        if info.type == arrow_fs.FileType.NotFound:
            raise FileNotFoundError(uri)
        if info.type == arrow_fs.FileType.File:
            found.append((uri, info.size))
            continue
        root = path.rstrip("/")
        base = uri.rstrip("/")
        below = []
        for child in system.get_file_info(arrow_fs.FileSelector(root, recursive=True)):
            relative = child.path[len(root) + 1 :]
            if child.type == arrow_fs.FileType.File and not any(part.startswith(".") for part in relative.split("/")):
                below.append((relative, child.size))
        below.sort(key=lambda item: [part.encode() for part in item[0].split("/")])
        found += [(f"{base}/{relative}", size) for relative, size in below]
    return found


def holds_lines(head):
    """Whether the beginning of a file shows one JSON object a line."""
    first, newline, rest = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n").partition(b"\n")
    if not newline or not rest.lstrip(b" \t\r\n").startswith(b"{"):
        return False
    try:
        return isinstance(json.loads(first), dict)
    except ValueError:
        return False


def plan(uri, size, part_bytes):
    """The units of a file. A large file of lines is cut; all others stay whole."""
    whole = [Unit(uri, uri, 0, size, False)]
    if size < 2 * part_bytes:
        return whole
    try:
        with open_file(uri) as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        # Whoever reads it reports why.
        return whole
    if not holds_lines(head):
        return whole
    starts = list(range(0, size - part_bytes + 1, part_bytes))
    ends = starts[1:] + [size]
    return [Unit(uri, uri, start, end, True) for start, end in zip(starts, ends)]


def group(units, bytes_per_partition):
    """Units in their order, in groups of about so many bytes: a partition each."""
    groups, current, held = [], [], 0
    for unit in units:
        if current and held + (unit.end - unit.start) > bytes_per_partition:
            groups.append(current)
            current, held = [], 0
        current.append(unit)
        held += unit.end - unit.start
    if current:
        groups.append(current)
    return groups


def line_range(file, unit):
    """The bytes of a part: where its first line begins and where its last one ends."""
    return _line_start(file, unit.start), _line_start(file, unit.end)


def _line_start(file, offset):
    """The first line start at or behind an offset; the size of the file where there is none."""
    if offset == 0:
        return 0
    size = file.size()
    # A line that ends right before the offset begins at it.
    place = offset - 1
    while place < size:
        file.seek(place)
        piece = file.read(min(256 << 10, size - place))
        newline = piece.find(b"\n")
        if newline >= 0:
            return place + newline + 1
        place += len(piece)
    return size


def lead(file):
    """The first whole lines of a file, for the release of records that show none."""
    file.seek(0)
    head = file.read(HEAD_BYTES)
    return head[: head.rfind(b"\n") + 1]


def named(unit, name):
    """The unit under another name for reports."""
    return replace(unit, name=name)
