"""Partitions whose files or whose process fail."""

import json
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

from fhircheck_spark import stream as streams
from fhircheck_spark.files import Unit
from fhircheck_spark.job import arguments, read_partition
from fhircheck_spark.stream import CheckFailed, report, version, write_frames

from .support import FHIRCHECK, patient


class StreamTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return Unit(str(path), 0, len(text))

    def script(self, text):
        """A substitute command, which gets the path of the real one."""
        path = self.folder / "command"
        path.write_text(f"#!/bin/sh\nreal={FHIRCHECK}\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def lines(self, units, command=FHIRCHECK, expected=None):
        # A note that R4 has, and DSTU2 has not, would be one more row.
        options = types.SimpleNamespace(fhircheck=command, fhir_version="dstu2", source=None)
        batches = read_partition(7, units, arguments(options, "0f" * 32), expected or version(FHIRCHECK))
        return [row for batch in batches for row in batch.to_pylist()]

    def test_lines_are_numbered_and_told_apart(self):
        rows = self.lines([self.file("a.json", patient("a", x=1)), self.file("b.json", patient("b"))])
        self.assertEqual([row["kind"] for row in rows], ["start", "record", "issue", "record", "summary"])
        self.assertEqual([row["number"] for row in rows], [0, 1, 2, 3, 4])
        self.assertEqual({row["partition"] for row in rows}, {7})
        self.assertEqual(json.loads(rows[3]["line"])["file"], str(self.folder / "b.json"))

    def test_nothing_is_left_of_a_file_that_cannot_be_read(self):
        gone = Unit(str(self.folder / "gone.json"), 0, 5)
        rows = self.lines([self.file("a.json", patient("a")), gone, self.file("b.json", patient("b"))])
        self.assertEqual([row["kind"] for row in rows], ["start", "record", "record", "summary", "unreadable"])
        self.assertEqual(json.loads(rows[-1]["line"]), {"path": gone.uri, "reason": "No such file or directory"})

    def test_nothing_is_left_of_a_file_that_fails_on_the_way(self):
        units = [self.file("a.json", patient("a")), self.file("b.json", patient("b") * 9)]
        with tempfile.TemporaryFile() as whole, tempfile.TemporaryFile() as cut:
            write_frames(units[:1], whole)
            copy = streams._Reading.read
            pieces = lambda file, offset, count: copy(file, offset, 40) if offset < 80 else b""
            with mock.patch.object(streams._Reading, "read", pieces):
                parts, unreadable = write_frames(units, cut)
            self.assertEqual(unreadable[0]["reason"], "it became shorter while it was read")
            self.assertEqual(cut.seek(0, 2), whole.seek(0, 2))

    def test_a_process_that_dies_fails_the_partition(self):
        units = [self.file("a.json", patient("a"))]
        for text in ("kill -9 $$", "exit 3", "exit 0", "exec $real nonsense", '$real "$@" | head -n 2; kill -9 $$'):
            with self.assertRaises(CheckFailed, msg=text):
                self.lines(units, self.script(text))

    def test_another_version_fails_the_partition(self):
        with self.assertRaises(CheckFailed):
            self.lines([self.file("a.json", patient("a"))], expected="0.0.0")

    def test_a_stream_that_is_not_understood_fails_the_partition(self):
        options = types.SimpleNamespace(fhircheck=FHIRCHECK, fhir_version="auto", source=None)
        with tempfile.TemporaryFile() as stream:
            stream.write(b"x\n")
            with self.assertRaises(CheckFailed):
                list(report(arguments(options, "00" * 32), stream))

    def test_a_partition_without_text_starts_no_process(self):
        unit = Unit(self.file("a.ndjson", patient("a")).uri, 5, 9, True)
        rows = self.lines([unit], "/nowhere")
        self.assertEqual([json.loads(row["line"]) for row in rows], [{"file": unit.uri, "start": 5, "lineEnds": 0}])


if __name__ == "__main__":
    unittest.main()
