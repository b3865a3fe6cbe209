"""`fhircheck.records` and `fhircheck.path`: the rows and results of the command."""

import csv
import io
import json
import unittest
from decimal import Decimal

import fhircheck

from .support import PATIENT, SAMPLES, WRONG, Case, command

try:
    import pandas
except ImportError:
    pandas = None
try:
    import pyarrow
except ImportError:
    pyarrow = None


class Rows(Case):
    def rows(self, *arguments):
        lines = command("records", "--format=jsonl", "--no-config", *arguments).stdout.splitlines()
        return [json.loads(line) for line in lines]

    def test_are_those_of_the_command(self):
        table = fhircheck.records(SAMPLES)
        found = [{name: cell for name, cell in row.items() if cell is not None} for row in table]
        self.assertEqual(found, self.rows(SAMPLES))
        header = command("records", "--no-config", SAMPLES).stdout.decode().splitlines()[0]
        self.assertEqual(table.columns, header.split(","))
        self.assertEqual([list(row) for row in table], [table.columns] * len(found))
        # Some samples are broken, and have no row.
        self.assertFalse(table.complete)

    def test_of_memory_and_of_chosen_columns(self):
        for columns in ("id,errors", ["id", "errors"]):
            table = fhircheck.records([PATIENT, WRONG], columns=columns)
            self.assertEqual(list(table), [{"id": "a", "errors": 0}, {"id": "a", "errors": 1}])
            self.assertEqual(len(list(table)), 2)
            self.assertTrue(table.complete)
        self.assertEqual(list(fhircheck.records(WRONG, columns="id,errors")), [{"id": "a", "errors": 1}])

    def test_errors(self):
        with self.assertRaisesRegex(fhircheck.UsageError, "there is no column 'nothing'"):
            list(fhircheck.records(PATIENT, columns="nothing"))
        with self.assertRaises(fhircheck.UnreadableError):
            list(fhircheck.records(self.folder / "missing"))
        table = fhircheck.records(PATIENT)
        self.assertRaises(fhircheck.ProcessError, lambda: table.complete)

    @unittest.skipUnless(pandas, "there is no pandas")
    def test_pandas(self):
        table = fhircheck.records(SAMPLES)
        frame = table.to_pandas()
        rows = [{name: None if cell != cell else cell for name, cell in row.items()} for row in frame.to_dict("records")]
        self.assertEqual(rows, list(table))
        with self.assertRaises(fhircheck.UsageError):
            fhircheck.records(PATIENT, columns="nothing").to_pandas()
        with self.assertRaises(fhircheck.UnreadableError):
            fhircheck.records(self.folder / "missing").to_pandas()

    @unittest.skipUnless(pyarrow, "there is no pyarrow")
    def test_arrow(self):
        table = fhircheck.records(SAMPLES)
        self.assertEqual(table.to_arrow().to_pylist(), list(table))
        with self.assertRaises(fhircheck.UsageError):
            fhircheck.records(PATIENT, columns="nothing").to_arrow()
        with self.assertRaises(fhircheck.UnreadableError):
            fhircheck.records(self.folder / "missing").to_arrow()

    def test_csv_has_the_same_rows(self):
        lines = io.StringIO(command("records", "--no-config", SAMPLES).stdout.decode(), newline="")
        found = [{name: None if cell is None else str(cell) for name, cell in row.items()}
                 for row in fhircheck.records(SAMPLES)]
        self.assertEqual([{name: cell or None for name, cell in row.items()} for row in csv.DictReader(lines)], found)


class Results(Case):
    def test_are_those_of_the_command(self):
        for expression in ("Observation.value", "Observation.code.coding.code", "Patient.name.single()"):
            lines = command("path", "--format=jsonl", "--no-config", expression, SAMPLES).stdout.splitlines()[1:-1]
            expected = [json.loads(line, parse_float=Decimal) for line in lines]
            found = list(fhircheck.path(expression, SAMPLES))
            self.assertEqual([result.value for result in found], [line.get("value") for line in expected])
            self.assertEqual([result.error for result in found], [line.get("error") for line in expected])
            self.assertEqual([result[:4] for result in found], [
                (line["file"], line["line"], line["column"], line["byteOffset"]) for line in expected])
            self.assertTrue(found)

    def test_of_memory(self):
        results = fhircheck.path("Patient.id", [PATIENT, {"resourceType": "Patient", "id": "b"}])
        self.assertEqual(results.values, ["a", "b"])
        self.assertEqual(fhircheck.path("gender", '{"resourceType":"Patient",\n"gender":"x"}').values, ["x"])
        observation = b'{"resourceType":"Observation","valueQuantity":{"value":7.50}}'
        self.assertEqual(str(fhircheck.path("Observation.value.value", observation).values[0]), "7.50")

    def test_errors(self):
        with self.assertRaisesRegex(fhircheck.UsageError, "expected a name or a function"):
            list(fhircheck.path("Patient.(", PATIENT))
        with self.assertRaises(fhircheck.UsageError):
            list(fhircheck.path("Patient.nothing", PATIENT, strict=True))
        with self.assertRaises(fhircheck.UnreadableError):
            list(fhircheck.path("Patient.id", self.folder / "missing"))
