"""The lines of the article ``ask-your-records`` over a table of records, unchanged."""

import contextlib
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from .support import FHIRCHECK, SAMPLES

ARTICLE = SAMPLES.parent / "Sources/FHIRCheckCommand/FHIRCheckCommand.docc/ask-your-records.md"


def blocks(language):
    """The code of a language in the article."""
    return re.findall(rf"```{language}\n(.*?)```", ARTICLE.read_text(), re.DOTALL)


def observation(source, patient, code, start, **members):
    record = {
        "resourceType": "Observation", "meta": {"source": f"https://{source}.example.org"}, "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": code}], "text": 'with "quotes", and\nlines'},
        "subject": {"reference": f"Patient/{patient}"}, "effectiveDateTime": start, **members,
    }
    return json.dumps(record) + "\n"


def quantity(value, unit):
    return {"valueQuantity": {"value": value, "unit": unit}}


class QuestionsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        Path("records.ndjson").write_text(
            observation("a", "1", "718-7", "2023-01-05", **quantity(7.50, "mmol/L"))
            + observation("a", "1", "718-7", "2024-02-01T08:00:00Z", **quantity(12, "g/dL"))
            + observation("a", "1", "718-7", "2024-03", dataAbsentReason={"text": "lost"})
            + observation("b", "9", "718-7", "2024-02-01", **quantity(12.0, "g/dL"))
            + observation("b", "9", "NA", "2022", x=1)
            + observation("a", "1", "NA", "2022", x=1)
            + '{"resourceType":"Patient","id":"1"}\n'
        )
        command = [FHIRCHECK, "records", "--fhir-version", "r4", "records.ndjson"]
        with open("records.csv", "wb") as table:
            subprocess.run(command, check=True, stdout=table)

    def test_duckdb(self):
        try:
            import duckdb
        except ImportError:
            self.skipTest("there is no DuckDB")
        with contextlib.closing(duckdb.connect()) as connection:
            view, last, both, errors = [connection.execute(text).fetchall() for text in blocks("sql")]
        self.assertEqual(
            sorted(last),
            [
                ("https://a.example.org", "Patient/1", "2024-02-01T08:00:00Z", "12", "g/dL"),
                ("https://b.example.org", "Patient/9", "2024-02-01", "12.0", "g/dL"),
            ],
        )
        sources = ["https://a.example.org", "https://b.example.org"]
        self.assertEqual(
            sorted(both, key=str),
            [
                ("Observation", "http://loinc.org", "718-7", "2024-02-01", sources),
                ("Observation", "http://loinc.org", "NA", "2022", sources),
            ],
        )
        self.assertEqual(errors, [("Observation", 6, 2), ("Patient", 1, 0)])

    def test_pandas(self):
        found = {}
        (text,) = blocks("python")
        exec(text, found)
        self.assertEqual(sorted(found["last"].value), ["12", "12.0"])
        self.assertEqual(
            sorted(found["both"].index),
            [
                ("Observation", "http://loinc.org", "718-7", "2024-02-01"),
                ("Observation", "http://loinc.org", "NA", "2022"),
            ],
        )
        self.assertEqual(list(found["both"]), [2, 2])


if __name__ == "__main__":
    unittest.main()
