"""The files of a job, and their distribution among partitions.

Files are read through pyarrow's file systems: a path is a local one or a URI such as ``s3://bucket/prefix``.
"""

import codecs
import json
import os
from dataclasses import dataclass

from pyarrow import fs as arrow_fs

# How much of the beginning of a file is read to recognise files with one record on each line.
HEAD_BYTES = 256 << 10
# The folder of records in an Apple Health export, in both spellings.
EXPORT_FOLDERS = ("clinical-records", "clinical_records")


@dataclass(frozen=True)
class Unit:
    """A whole file, or a part of a file of lines: the lines that begin in the bytes from ``start`` to ``end``."""

    uri: str
    start: int
    end: int
    is_part: bool = False

    @property
    def size(self):
        return self.end - self.start


codecs.register_error(
    "shown", lambda fault: ("".join(f"\\x{byte:02X}" for byte in fault.object[fault.start : fault.end]), fault.end)
)


def shown(uri):
    """The name of a file for reports: bytes that are not UTF-8 as the command shows them."""
    return os.fsencode(uri).decode(errors="shown")


def _resolve(uri):
    if "://" in uri:
        return arrow_fs.FileSystem.from_uri(uri)
    # As bytes, because a local name need not be UTF-8.
    return arrow_fs.LocalFileSystem(), os.fsencode(uri)


def open_file(uri):
    """Opens a file for random access; raises OSError if that fails."""
    system, path = _resolve(uri)
    return system.open_input_file(path)


def list_files(inputs):
    """All files of the inputs as pairs of URI and size, in the order in which the command reads them: a folder in the
    order of the bytes of its names, without hidden files. Includes unreadable files; their readers report why."""
    found = {}
    for uri in inputs:
        system, path = _resolve(uri)
        info = system.get_file_info(path)
        if info.type == arrow_fs.FileType.NotFound:
            raise FileNotFoundError(uri)
        if info.type == arrow_fs.FileType.File:
            found.setdefault(uri, info.size)
            continue
        below = _walk(uri, set()) if "://" not in uri else _listed(system, path)
        for names, size in sorted(below, key=lambda item: [os.fsencode(name) for name in item[0]]):
            found.setdefault("/".join([uri.rstrip("/"), *names]), size)
    return list(found.items())


def _listed(system, path):
    """The files below a remote folder, as pairs of names and size."""
    root = path.rstrip("/")
    for child in system.get_file_info(arrow_fs.FileSelector(path, recursive=True)):
        names = child.path[len(root) + 1 :].split("/")
        if child.type == arrow_fs.FileType.File and not any(name.startswith(".") for name in names):
            yield names, child.size


def _walk(folder, entered):
    """The files below a local folder as pairs of names and size. Links are followed, into each folder once."""
    status = os.stat(folder)
    if (status.st_dev, status.st_ino) in entered:
        return
    entered.add((status.st_dev, status.st_ino))
    for entry in sorted(os.scandir(folder), key=lambda entry: os.fsencode(entry.name)):
        if entry.name.startswith("."):
            continue
        try:
            if entry.is_dir():
                yield from (([entry.name, *names], size) for names, size in _walk(entry.path, entered))
            elif entry.is_file():
                yield [entry.name], entry.stat().st_size
            elif entry.is_symlink() and not os.path.exists(entry.path):
                yield [entry.name], 0
        except OSError:
            yield [entry.name], 0


def holds_lines(head):
    """Whether the beginning of a file shows one JSON object on each line."""
    first, newline, rest = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n").partition(b"\n")
    if not newline or not rest.lstrip(b" \t\r\n").startswith(b"{"):
        return False
    try:
        return isinstance(json.loads(first), dict)
    except ValueError:
        return False


def plan(uri, size, part_bytes):
    """The units of a file: a large file of lines is divided, any other is one unit."""
    whole = [Unit(uri, 0, size)]
    if size < 2 * part_bytes:
        return whole
    try:
        with open_file(uri) as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        # The reader of the whole file reports the reason.
        return whole
    if not holds_lines(head):
        return whole
    starts = range(0, size - part_bytes + 1, part_bytes)
    ends = [*starts[1:], size]
    return [Unit(uri, start, end, True) for start, end in zip(starts, ends)]


def group(units, partition_bytes):
    """Units in their order, in a group for each partition of about `part_bytes` bytes.

    An unpacked Apple Health export stays together, because its export.xml gives the sources of its records. Parts are
    as large as a partition, so no partition has two of one file.
    """
    exports = {_root_of_record(unit.uri) for unit in units} - {None}
    groups, held, last = [], 0, None
    for unit in units:
        export = _folder_in(exports, unit.uri)
        if not groups or (held + unit.size > partition_bytes and (export is None or export != last)):
            groups.append([])
            held = 0
        groups[-1].append(unit)
        held += unit.size
        last = export
    return groups


def _root_of_record(uri):
    """The folder of the Apple Health export to which a record file belongs, if any."""
    names = uri.split("/")
    for index, name in enumerate(names[:-1]):
        if name.lower() in EXPORT_FOLDERS:
            return "/".join(names[:index])
    return None


def _folder_in(folders, uri):
    """The innermost of some folders that contain a file, if any."""
    while folders and "/" in uri:
        uri = uri.rpartition("/")[0]
        if uri in folders:
            return uri
    return None
