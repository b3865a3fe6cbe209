"""Jobs on two local threads, each against one run of the command over the same files."""

import contextlib
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import pyarrow.parquet as parquet

import check_records
from fhircheck_spark.job import COUNTS, RECORD, Job

from .support import FHIRCHECK, SAMPLES, checked, patient, write_hostile, write_planted, written


class JobTests(unittest.TestCase):
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        cls.spark = check_records.session(None)
        cls.spark.sparkContext.setLogLevel("OFF")

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.output = f"{folder.name}/output"
        self.folder = Path(folder.name, "input")
        self.folder.mkdir()

    def run_job(self, *arguments):
        """The count of records, counts of findings by severity, and unreadable files."""
        options = ["--output", self.output, "--fhircheck", FHIRCHECK, *map(str, arguments)]
        return Job(self.spark, check_records.parse(options)).run()

    def assert_same(self, *paths, part_size):
        """Runs the job, and compares its findings, and its unreadable files, with those of one run of the command."""
        _, _, unreadable = self.run_job("--part-size", part_size, *paths)
        expected, expected_unreadable = checked(*paths)
        found = written(self.output)
        self.assertEqual(found - expected, expected - found)
        self.assertEqual(sorted(file["path"] for file in unreadable), expected_unreadable)
        return found

    def records(self):
        return parquet.read_table(f"{self.output}/records").sort_by("order").to_pylist()

    def test_samples(self):
        inputs = [SAMPLES / name for name in ("dstu2", "r4", "mixed", "apple-health-export")]
        found = self.assert_same(*inputs, part_size="40K")
        self.assertGreater(len(found), 100)

    def test_duplicates_across_partitions(self):
        write_planted(self.folder)
        found = self.assert_same(self.folder, part_size="1999")
        rules = {(row[5], row[4]) for row in found}
        for rule, severity in (
            ("duplicate-record", "warning"), ("conflicting-record", "error"), ("conflicting-record", "warning"),
            ("newer-version", "information"), ("case-differs", "warning"), ("missing-id", "information"),
        ):
            self.assertIn((f"identity/{rule}", severity), rules)

    def test_records_are_those_of_the_command(self):
        write_planted(self.folder)
        write_hostile(self.folder)
        self.run_job("--part-size", "7001", "--digest-key", "0f" * 32, self.folder)
        names = [name for name, _ in RECORD]
        columns = ["--columns", ",".join(names), "--digest-key", "0f" * 32]
        told = subprocess.run(
            [FHIRCHECK, "records", "--format", "jsonl", *columns, str(self.folder)], capture_output=True, text=True
        )
        expected = [json.loads(line) for line in told.stdout.splitlines()]
        found = [
            {name: row[name] for name in names if row[name] is not None} for row in self.records()
        ]
        self.assertEqual(len(found), len(expected))
        for one, other in zip(found, expected):
            self.assertTrue(one == other, f"{one} and {other}"[:4000])
        self.assertTrue(all(type(found[0][name]) is int for name in COUNTS))

    def test_bad_input_changes_its_own_findings_only(self):
        write_planted(self.folder)
        write_hostile(self.folder)
        self.assert_same(self.folder, part_size="20000")

    def test_a_process_that_dies_is_run_again(self):
        write_planted(self.folder)
        # The first process of each of three partitions dies in the middle of its report; another one takes the worker
        # that has started it along.
        command = self.folder.parent / "command"
        command.write_text(
            f"""#!/bin/sh
            [ "$1" = --version ] && exec {FHIRCHECK} "$@"
            for n in 1 2 3; do
              if mkdir {self.folder.parent}/died$n 2>/dev/null; then
                {FHIRCHECK} "$@" | head -c 5000
                kill -9 $$
              fi
            done
            mkdir {self.folder.parent}/died4 2>/dev/null && kill -9 $PPID
            exec {FHIRCHECK} "$@"
            """
        )
        command.chmod(0o755)
        self.run_job("--part-size", "10000", "--fhircheck", command, self.folder)
        self.assertTrue((self.folder.parent / "died4").exists())
        expected, _ = checked(self.folder)
        self.assertEqual(written(self.output), expected)

    def test_a_command_that_always_dies_writes_nothing(self):
        (self.folder / "a.json").write_text(patient("a"))
        command = self.folder.parent / "command"
        command.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exec {FHIRCHECK} "$@"\nexit 70\n')
        command.chmod(0o755)
        with self.assertRaisesRegex(Exception, "fhircheck ended with 70"):
            self.run_job("--fhircheck", command, self.folder)
        self.assertFalse(Path(self.output).exists())

    def test_identities_can_be_left_out(self):
        (self.folder / "a.ndjson").write_text(patient("a") * 2)
        self.assertEqual(self.run_job("--no-identity", self.folder)[0], 2)
        self.assertEqual(written(self.output), checked("--no-identity", self.folder)[0])

    def test_no_file_is_no_record(self):
        self.assertEqual(self.run_job(self.folder), (0, {}, []))


class ArgumentTests(unittest.TestCase):
    def test_sizes(self):
        self.assertEqual([check_records.size(text) for text in ("7", "2K", "3m", "1G")], [7, 2048, 3 << 20, 1 << 30])
        for text in ("", "M", "0", "-1", "1.5G", "x"):
            with self.assertRaises(Exception, msg=text):
                check_records.size(text)

    def test_an_output_is_needed(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            check_records.parse(["x"])


if __name__ == "__main__":
    unittest.main()
