"""`fhircheck.check`: the findings and counts of the command, from paths and from memory."""

import json
import os
import pickle
from pathlib import Path
from unittest import mock

import fhircheck

from .support import PATIENT, SAMPLES, WRONG, Case, command, findings_of_command


class FindingsAreThoseOfTheCommand(Case):
    def test_of_paths(self):
        options = [{}, {"fhir_version": "r4"}, {"guide": ["us-core"], "only_errors": True}, {"identity": False}]
        flags = [[], ["--fhir-version=r4"], ["--guide=us-core", "--only-errors"], ["--no-identity"]]
        for given, line in zip(options, flags):
            found = list(fhircheck.check(SAMPLES, **given))
            self.assertEqual([tuple(finding) for finding in found], findings_of_command(*line, SAMPLES))
            self.assertTrue(found)

    def test_of_other_folders(self):
        """Those that FHIRCHECK_CORPORA names, separated by colons."""
        for folder in filter(None, os.environ.get("FHIRCHECK_CORPORA", "").split(os.pathsep)):
            with self.subTest(folder):
                found = [tuple(finding) for finding in fhircheck.check(folder)]
                self.assertEqual(found, findings_of_command(folder))

    def test_of_several_paths_with_strange_names(self):
        paths = [self.write(name, WRONG) for name in ("-x.json", "a b.json", "{c.json", "é.json")]
        found = list(fhircheck.check(paths, identity=False))
        self.assertEqual([tuple(finding) for finding in found], findings_of_command("--no-identity", "--", *paths))
        self.assertEqual(len(found), len(paths))

    def test_of_one_record_in_each_form(self):
        for path in sorted(SAMPLES.glob("*/records/*.json")):
            expected = findings_of_command("--stdin-names", str(path))  # not a pipe: the option has no effect
            expected = [("record.json", *finding[1:]) for finding in expected]
            content = path.read_bytes()
            for record in (content, bytearray(content), content.decode(), "\n" + content.decode()):
                report = fhircheck.check(record)
                shift = 1 if str(record).startswith("\n") else 0
                moved = [finding._replace(line=finding.line - shift, byte_offset=finding.byte_offset - shift)
                         for finding in report.findings]
                if shift and moved and expected[0][3] == 0:
                    self.assertEqual([finding.rule for finding in moved], [finding[5] for finding in expected])
                else:
                    self.assertEqual([tuple(finding) for finding in moved], expected)
            rules = [finding.rule for finding in fhircheck.check(json.loads(content))]
            self.assertEqual(rules, [finding[5] for finding in expected])

    def test_of_a_large_bundle(self):
        for path in SAMPLES.glob("*/*.json"):
            with fhircheck.Checker() as checker:
                found = [tuple(finding) for finding in checker.check(path.read_bytes(), name=str(path))]
            self.assertEqual(found, findings_of_command(path))

    def test_of_records_that_are_compared(self):
        report = fhircheck.check([PATIENT, json.loads(WRONG), "{}", PATIENT.decode()])
        self.assertEqual([(finding.file, finding.rule) for finding in report][:2], [
            ("1.json", "code/not-in-value-set"), ("2.json", "structure/missing-resource-type")])
        self.assertIn(("3.json", "identity/duplicate-record"), [
            (finding.file, finding.rule) for finding in fhircheck.check(iter([PATIENT, b"{}", b"{}", PATIENT]))])

    def test_of_all_samples_one_by_one(self):
        texts = [path.read_bytes() for path in sorted(SAMPLES.rglob("*.*json")) if path.name != "Info.plist"]
        with fhircheck.Checker() as checker:
            alone = [checker.check(text, name=f"{number}.json") for number, text in enumerate(texts)]
        together = list(fhircheck.Checker().check_all(texts))
        self.assertEqual([report.findings for report in alone], [report.findings for report in together])
        self.assertEqual([report.summary for report in alone], [report.summary for report in together])
        self.assertTrue(any(report.findings for report in alone))


class ReportsTell(Case):
    def test_the_verdict(self):
        good, bad = fhircheck.check(PATIENT), fhircheck.check(WRONG)
        self.assertTrue(good.valid and good.verdict == "valid" and good.judged.whole)
        self.assertTrue(not bad.valid and bad.verdict == "not-valid" and bad.judged.records == (1, 1, 0))
        nothing = fhircheck.check(b'{"resourceType":"Patient","fhirVersion":"5.0.0","url":"x"}', fhir_version="auto")
        self.assertIsInstance(nothing.valid, bool)
        self.assertFalse(fhircheck.check(b"").valid)
        self.assertFalse(fhircheck.check(b"").judged.whole)

    def test_parts_that_were_not_judged(self):
        claiming = b'{"resourceType":"Patient","id":"a","meta":{"profile":["http://example.org/p"]}}'
        report = fhircheck.check(claiming)
        self.assertEqual((report.valid, report.verdict, report.judged.whole), (True, "valid-as-far-as-judged", False))

    def test_findings_as_values_and_as_text(self):
        finding = fhircheck.check(WRONG).findings[0]
        self.assertEqual(finding, pickle.loads(pickle.dumps(finding)))
        self.assertEqual((finding.file, finding.line, finding.column), ("record.json", 1, 45))
        self.assertTrue(str(finding).startswith("record.json:1:45: error: "))
        self.assertTrue(str(finding).endswith(" [code/not-in-value-set]"))

    def test_findings_are_kept_unless_iterated_over(self):
        path = self.write("a.json", WRONG)
        report = fhircheck.check(path)
        self.assertFalse(report.valid)
        self.assertEqual(report.findings, list(report))
        report = fhircheck.check(path)
        list(report)
        self.assertFalse(report.valid)
        self.assertRaisesRegex(fhircheck.FhircheckError, "not kept", lambda: report.findings)
        report = fhircheck.check(WRONG)
        self.assertEqual(list(report), list(report))

    def test_the_configuration_is_read_only_if_asked_for(self):
        self.write(".fhircheck.json", b'{"ignore": ["code"]}')
        path = self.write("a.json", WRONG)
        self.assertEqual(len(list(fhircheck.check(path))), 1)
        self.assertEqual(len(list(fhircheck.check(path, config=self.folder / ".fhircheck.json"))), 0)

    def test_options_of_every_form(self):
        path = self.write("a.json", WRONG)
        kinds = [finding.severity for finding in fhircheck.check(path, severity={"code": "warning"})]
        self.assertEqual(kinds, ["warning"])
        self.assertEqual(list(fhircheck.check(path, ignore="code")), [])
        self.assertEqual(list(fhircheck.check(path, select=["structure", "json"])), [])
        self.assertEqual(list(fhircheck.check(self.folder, exclude="*.json", jobs=1, memory="64M")), [])
        self.assertEqual(fhircheck.check(path, source="here").findings[0].source, "here")


class FaultsAreErrors(Case):
    def test_of_the_caller(self):
        self.assertRaisesRegex(TypeError, "there is no option 'colour'", fhircheck.check, PATIENT, colour="red")
        self.assertRaisesRegex(TypeError, "found int", fhircheck.check, 7)
        self.assertRaisesRegex(TypeError, "expected a path", fhircheck.check, [Path("a"), PATIENT])
        self.assertRaisesRegex(TypeError, "expected a record", fhircheck.check, [PATIENT, 7])
        for what in (PATIENT, self.write("a.json", PATIENT), [PATIENT]):
            with self.assertRaisesRegex(fhircheck.UsageError, "'--guide' names 'nothing'") as raised:
                list(fhircheck.check(what, guide="nothing"))
            self.assertIn("fhircheck --help", raised.exception.stderr)

    def test_of_paths(self):
        self.write("a.json", WRONG)
        found = []
        with self.assertLogs("fhircheck") as logged, self.assertRaises(fhircheck.UnreadableError) as raised:
            # The process may write before the first finding is read.
            report = fhircheck.check([self.folder / "a.json", self.folder / "missing"])
            for finding in report:
                found.append(finding.rule)
        self.assertEqual(found, ["code/not-in-value-set"])
        self.assertEqual(raised.exception.unreadable, [
            fhircheck.UnreadablePath(str(self.folder / "missing"), "no such file or folder")])
        self.assertIn("no such file or folder", logged.output[0])
        self.assertIn("no such file or folder", report.stderr)
        self.assertRaises(fhircheck.UnreadableError, lambda: report.valid)
        error = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((error.unreadable, error.stderr), (raised.exception.unreadable, raised.exception.stderr))

    def test_that_the_program_cannot_start(self):
        with mock.patch.dict(os.environ, {"FHIRCHECK": str(self.write("fhircheck", b"#!/nothing/there\n"))}):
            self.assertRaises(fhircheck.ProcessError, fhircheck.check, self.folder)

    def test_no_path_is_an_empty_run(self):
        with self.assertLogs("fhircheck"):
            self.assertEqual(list(fhircheck.check([])), [])


class TheVersion(Case):
    def test_is_that_of_the_command(self):
        self.assertEqual(f"fhircheck {fhircheck.version()}\n", command("--version").stdout.decode())
