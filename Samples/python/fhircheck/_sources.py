"""What is checked: paths, or records that Python holds."""

from __future__ import annotations

import functools
import itertools
import json
import os
from typing import IO, Any, Iterable, Iterator, List, Mapping, Tuple, Union

Record = Union[bytes, bytearray, memoryview, str, Mapping[str, Any]]
Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, Record, Iterable[Union[Path, Record]]]


def is_json(text: str) -> bool:
    """Whether a text is JSON and not a path: it begins with a brace or a bracket."""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def is_record(item: object) -> bool:
    """Whether this is a record, and not a path."""
    if isinstance(item, str):
        return is_json(item)
    return isinstance(item, (bytes, bytearray, memoryview, Mapping))


def encoded(record: object) -> bytes:
    """The bytes of a record.

    Raises:
        TypeError: this is no record.
    """
    if isinstance(record, bytes):
        return record
    if isinstance(record, (bytearray, memoryview)):
        return bytes(record)
    if isinstance(record, str):
        # A surrogate that stands alone is an error in the record, which the command shall find.
        return record.encode("utf-8", "surrogatepass")
    if isinstance(record, Mapping):
        # As ASCII, so that there is an escape for everything that a text of Python can hold.
        return json.dumps(record, separators=(",", ":")).encode("ascii")
    raise TypeError(f"expected a record as bytes, str or dict, found {type(record).__name__}")


def paths_or_records(source: Source) -> Tuple[List[str], Iterable[object]]:
    """The paths, or if there are none the records, of a source.

    Raises:
        TypeError: neither, or both.
    """
    if is_record(source):
        return [], [source]
    if isinstance(source, (str, os.PathLike)):
        return [os.fspath(source)], []
    if not isinstance(source, Iterable):
        raise TypeError(f"expected a path or records, found {type(source).__name__}")
    items: Iterator[object] = iter(source)
    head = list(itertools.islice(items, 1))
    everything = itertools.chain(head, items)
    if not head or is_record(head[0]):
        return [], everything
    return [_path(item) for item in everything], []


def _path(item: object) -> str:
    if isinstance(item, (str, os.PathLike)) and not is_record(item):
        return os.fspath(item)
    raise TypeError(f"expected a path after a path, found {type(item).__name__}")


@functools.lru_cache(16)
def _quoted(name: str) -> bytes:
    return json.dumps(name).encode("ascii")


def frame(name: str, content: bytes) -> bytes:
    """A file in the stream of the option ``--stdin-names``."""
    return b'{"file":%s,"bytes":%d}\n%s\n' % (_quoted(name), len(content), content)


def write_frames(records: Iterable[object], stream: IO[bytes]) -> None:
    """Writes records as files that are named by their number, ``0.json`` for the first."""
    for number, record in enumerate(records):
        stream.write(frame(f"{number}.json", encoded(record)))
