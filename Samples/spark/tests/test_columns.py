"""The cells of ``fhircheck records`` compared with a separate implementation, row by row.

Over the samples, and over the folders that ``FHIRCHECK_CORPORA`` names, separated by colons.
"""

import json
import os
import subprocess
import unittest
from collections import defaultdict
from pathlib import Path

from .reading import load, medications, records, row
from .support import FHIRCHECK, SAMPLES

NAMES = (
    "resourceType id versionId lastUpdated medicationType patient status category code system display start end issued "
    "valueType value comparator unit rangeLow rangeHigh range interpretation components"
).split()

# A type of neither release: such records have no row.
OF_NO_RELEASE = "MedicationPrescription"


class ColumnsTests(unittest.TestCase):
    def test_samples(self):
        self.compare([SAMPLES / "dstu2" / "clinical-bundle.json", SAMPLES / "dstu2" / "records"])
        self.compare([SAMPLES / "r4" / "clinical-bundle.json", SAMPLES / "r4" / "records"])
        self.compare([SAMPLES / "dstu2" / "records.ndjson", SAMPLES / "r4" / "records.ndjson", SAMPLES / "mixed"])

    def test_corpora(self):
        folders = os.environ.get("FHIRCHECK_CORPORA")
        if not folders:
            self.skipTest("FHIRCHECK_CORPORA names no folders")
        self.compare(folders.split(":"))

    def compare(self, paths):
        command = [FHIRCHECK, "records", "--format", "jsonl", "--columns", ",".join(["file", *NAMES]), *map(str, paths)]
        told = defaultdict(list)
        for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines():
            cells = json.loads(line)
            told[cells.pop("file")].append(cells)
        self.assertGreater(len(told), 0)
        count = 0
        for file, rows in told.items():
            text = Path(file).read_text(encoding="utf-8-sig")
            values = [load(line) for line in text.splitlines() if line.strip()] if "ndjson" in file else load(text)
            bundled = medications(values)
            expected = [row(r, bundled) for r in records(values) if r.get("resourceType") != OF_NO_RELEASE]
            with self.subTest(file=file):
                self.assertEqual(len(rows), len(expected))
            for number, (one, other) in enumerate(zip(rows, expected)):
                with self.subTest(file=file, number=number, type=one.get("resourceType")):
                    self.assertEqual(one, other)
                    count += 1
        print(f"{count} rows of {len(told)} files are the same")


if __name__ == "__main__":
    unittest.main()
