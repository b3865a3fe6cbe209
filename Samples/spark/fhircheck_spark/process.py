"""Runs the command over the files of one partition: one process, fed through standard input."""

import json
import subprocess
import threading

from .files import lead, line_range, open_file

COPY_BYTES = 1 << 20


class CheckFailed(RuntimeError):
    """The command died, or said that it could not do its work. Spark runs the partition again."""


def version(command):
    """What ``--version`` prints; raises where the command cannot be run."""
    return subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout.strip()


class Partition:
    """Feeds units to a process and hands out its lines.

    After the lines have been read, ``parts`` has a tuple of name, first byte and number of line ends for each part of a file,
    and ``unreadable`` a pair of name and reason for each file that could not be read.
    """

    def __init__(self, arguments, units):
        self._units = units
        self._fault = None
        self._errors = b""
        self.parts = []
        self.unreadable = []
        self._process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def lines(self):
        """The lines of the report, as bytes without their ends."""
        writer = threading.Thread(target=self._write, daemon=True)
        reader = threading.Thread(target=self._read_errors, daemon=True)
        writer.start()
        reader.start()
        has_ended = False
        try:
            for line in self._process.stdout:
                line = line.rstrip(b"\n")
                has_ended = line.startswith(b'{"type":"summary"')
                yield line
            writer.join()
            reader.join()
            code = self._process.wait()
        finally:
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
        if self._fault is not None and not isinstance(self._fault, BrokenPipeError):
            raise self._fault
        # 0 and 1 say what was found; a report that was cut off has no summary.
        if code not in (0, 1, 2) or not has_ended:
            raise CheckFailed(f"fhircheck ended with {code}: {self._message}")
        if code == 2 and any(unit.end > unit.start for unit in self._units) and self._fault is not None:
            raise CheckFailed(f"fhircheck could not read its input: {self._message}")

    @property
    def _message(self):
        return self._errors.decode(errors="replace").strip()[-2000:]

    def _read_errors(self):
        self._errors = self._process.stderr.read()

    def _write(self):
        stdin = self._process.stdin
        try:
            for unit in self._units:
                self._write_unit(unit, stdin)
        except BaseException as fault:  # told to whoever reads the lines
            self._fault = fault
        finally:
            try:
                stdin.close()
            except OSError:
                pass

    def _write_unit(self, unit, stdin):
        try:
            file = open_file(unit.uri)
        except OSError as fault:
            self.unreadable.append((unit.name, str(fault)))
            return
        with file:
            try:
                start, end = line_range(file, unit) if unit.is_part else (0, file.size())
                before = lead(file) if unit.is_part and start > 0 else b""
                first = _read(file, start, min(COPY_BYTES, end - start))
            except OSError as fault:
                self.unreadable.append((unit.name, str(fault)))
                return
            header = {"file": unit.name, "bytes": end - start}
            if start > 0:
                header |= {"byteOffset": start, "lead": len(before)}
            stdin.write(json.dumps(header).encode() + b"\n" + before)
            # From here on the process waits for so many bytes: a file that fails now ends the partition.
            count, ends = start, 0
            piece = first
            while count < end:
                if not piece:
                    raise OSError(f"{unit.name}: became shorter while it was read")
                stdin.write(piece)
                ends += piece.count(b"\n")
                count += len(piece)
                piece = _read(file, count, min(COPY_BYTES, end - count))
            stdin.write(b"\n")
            if unit.is_part:
                self.parts.append((unit.name, start, end, ends))


def _read(file, offset, count):
    file.seek(offset)
    return file.read(count)
