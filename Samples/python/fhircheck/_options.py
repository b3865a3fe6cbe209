"""The options of the functions, and the arguments of the command that they become.

An option has the name of the command's, with ``_`` for ``-``; ``fhircheck help check`` describes each. ``True`` gives a
switch. A list gives an option several times, and a mapping gives it once for each ``key=value``.
"""

from __future__ import annotations

import os
from typing import Dict, Iterable, List, Mapping, TypedDict, Union

Path = Union[str, "os.PathLike[str]"]
Many = Union[str, Iterable[str]]
Paths = Union[Path, Iterable[Path]]


class CommonOptions(TypedDict, total=False):
    """Options of every function."""

    fhir_version: str
    source: str
    jobs: int
    exclude: Many
    max_pipe: str
    # The path of a configuration, or True for the nearest `.fhircheck.json`. By default none is read, so that a result
    # does not depend on the folder in which Python runs.
    config: Union[Path, bool]


class CheckOptions(CommonOptions, total=False):
    """Options of ``check`` and ``Checker``."""

    profile: Many
    guide: Many
    definitions: Paths
    terminology: Paths
    select: Many
    ignore: Many
    severity: Mapping[str, str]
    only_errors: bool
    baseline: Path
    memory: str
    # Whether records are compared to find copies and conflicts; True by default.
    identity: bool


class RecordOptions(CommonOptions, total=False):
    """Options of ``records``."""

    columns: Many
    where: Many
    row_per_component: bool
    digest_key: str


class PathOptions(CommonOptions, total=False):
    """Options of ``path``."""

    strict: bool


def arguments(options: Mapping[str, object], known: type) -> List[str]:
    """The options as arguments of the command.

    Raises:
        TypeError: for a name that is not in ``known``, or a value of another kind.
    """
    names = _names(known)
    given: Dict[str, object] = {"config": False, **options}
    found: List[str] = []
    for name, value in given.items():
        if name not in names:
            raise TypeError(f"there is no option '{name}'; there are {', '.join(sorted(names))}")
        if value is None:
            continue
        found += _argument(name, value)
    return found


def _names(known: type) -> List[str]:
    return [name for base in known.__mro__ for name in getattr(base, "__annotations__", {})]


def _argument(name: str, value: object) -> List[str]:
    flag = "--" + name.replace("_", "-")
    if name == "columns" and not isinstance(value, str) and isinstance(value, Iterable):
        return [f"{flag}={','.join(value)}"]
    if name == "config" and isinstance(value, bool):
        return [] if value else ["--no-config"]
    if name == "identity":
        return [] if value else ["--no-identity"]
    if isinstance(value, bool):
        return [flag] if value else []
    if isinstance(value, (str, int, os.PathLike)):
        return [f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]
    if isinstance(value, Mapping):
        return [f"{flag}={key}={item}" for key, item in value.items()]
    if isinstance(value, Iterable):
        return [word for item in value for word in _argument(name, item)]
    raise TypeError(f"the option '{name}' cannot be {value!r}")
