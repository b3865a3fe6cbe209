"""Builds the wheel: this package with a built program inside.

Usage: wheel.py PROGRAM FOLDER

Needs nothing but Python 3.9. The same program gives the same bytes: times are fixed (``SOURCE_DATE_EPOCH``, else 1980),
and names are sorted. The tags of the platforms are those on which the program really runs: a static one for Linux runs
with every C library.
"""

import base64
import hashlib
import os
import struct
import subprocess
import sys
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUMMARY = "Checks health records against the FHIR specification"
EARLIEST = 315532800  # 1980-01-01, the earliest time that a zip archive can hold


def platforms(program):
    """The tags of the platforms on which a program runs, joined with dots."""
    head = program[:64]
    if head[:4] == b"\x7fELF":
        machine = {62: "x86_64", 183: "aarch64"}[struct.unpack_from("<H", head, 18)[0]]
        start, size, count = struct.unpack_from("<Q", head, 32)[0], *struct.unpack_from("<HH", head, 54)
        kinds = {struct.unpack_from("<I", program, start + number * size)[0] for number in range(count)}
        if 3 in kinds:  # PT_INTERP: it is linked when it starts, to the libraries of its machine
            return f"linux_{machine}"
        return f"manylinux_2_17_{machine}.manylinux2014_{machine}.musllinux_1_1_{machine}"
    if head[:4] == b"\xca\xfe\xba\xbe":
        return "macosx_15_0_universal2"
    sys.exit("wheel.py: expected a program for Linux, or a universal one for macOS")


def version(path):
    """The version that a program tells, and its commit or ``unreleased``."""
    told = subprocess.run([path, "--version"], check=True, capture_output=True, text=True).stdout.split()
    return told[1], told[2].strip("()")


def digest(content):
    """The digest of a file in the form of RECORD."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def build(program, folder):
    """Writes the wheel into a folder, and returns its path."""
    content = Path(program).read_bytes()
    number, commit = version(program)
    tags = platforms(content)
    info = f"fhircheck-{number}.dist-info"
    files = {f"fhircheck/{path.name}": path.read_bytes() for path in (HERE / "fhircheck").iterdir() if path.is_file()}
    files["fhircheck/bin/fhircheck"] = content
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: fhircheck\nVersion: {number}\nSummary: {SUMMARY}\n"
        f"Requires-Python: >=3.9\nClassifier: Typing :: Typed\nDescription-Content-Type: text/markdown\n\n"
        f"{(HERE / 'README.md').read_text(encoding='utf-8')}\nBuilt from the commit {commit}.\n"
    ).encode()
    lines = "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split("."))
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: fhircheck\nRoot-Is-Purelib: false\n{lines}".encode()
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\nfhircheck = fhircheck.__main__:main\n"
    rows = [f"{name},{digest(files[name])},{len(files[name])}\n" for name in sorted(files)]
    # The archive ends with its list, which cannot hold its own digest.
    record = f"{info}/RECORD"
    ordered = [(name, files[name]) for name in sorted(files)]
    ordered.append((record, "".join([*rows, f"{record},,\n"]).encode()))
    when = time.gmtime(max(EARLIEST, int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST))))
    path = Path(folder) / f"fhircheck-{number}-py3-none-{tags}.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, bytes_ in ordered:
            entry = zipfile.ZipInfo(name, when[:6])
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name.startswith("fhircheck/bin/") else 0o100644) << 16
            wheel.writestr(entry, bytes_, compresslevel=9)
    return path


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Usage: wheel.py PROGRAM FOLDER")
    print(build(*sys.argv[1:]))
