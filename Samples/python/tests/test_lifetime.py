"""Processes end with the iteration, the reader and Python, and no file is left."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import fhircheck

from .support import PATIENT, SAMPLES, WRONG, Case, running

# More findings than a pipe holds, so that a process cannot end before they are read.
MANY = b"".join(WRONG.replace(b'"a"', b'"%d"' % number) + b"\n" for number in range(20_000))


def rules_of(record):
    return [finding.rule for finding in fhircheck.check(record)]


class ProcessesEnd(Case):
    def setUp(self):
        super().setUp()
        self.path = self.write("many.ndjson", MANY)
        self.before = running()

    def test_when_the_loop_is_left(self):
        for finding in fhircheck.check(self.path):
            self.assertEqual(finding.rule, "code/not-in-value-set")
            break
        self.expect_no_process(self.before)
        for _ in fhircheck.records(self.path):
            break
        for _ in fhircheck.path("Patient.id", self.path):
            break
        for _ in fhircheck.Checker().check_all([WRONG] * 100):
            break
        self.expect_no_process(self.before)

    def test_when_the_iterator_is_closed(self):
        report = fhircheck.check(self.path)
        iterator = iter(report)
        next(iterator)
        iterator.close()
        self.expect_no_process(self.before)
        self.assertRaisesRegex(fhircheck.FhircheckError, "left before the end", lambda: report.valid)
        self.assertRaisesRegex(fhircheck.FhircheckError, "left before the end", lambda: list(report))

    def test_when_it_is_forgotten(self):
        report = fhircheck.check(self.path)
        self.assertEqual(len(running(self.before)), 1)
        del report
        gc.collect()
        self.expect_no_process(self.before)

    def test_when_a_checker_is_closed_or_forgotten(self):
        with fhircheck.Checker() as checker:
            checker.check(PATIENT)
            self.assertEqual(len(running(self.before)), 1)
        self.expect_no_process(self.before)
        self.assertTrue(checker.check(PATIENT).valid)
        del checker
        gc.collect()
        self.expect_no_process(self.before)

    def test_when_an_error_leaves_the_loop(self):
        with self.assertRaises(ZeroDivisionError):
            for _ in fhircheck.check(self.path):
                raise ZeroDivisionError
        self.expect_no_process(self.before)

    def test_when_the_records_of_the_caller_fail(self):
        def records():
            yield PATIENT
            raise ZeroDivisionError

        self.assertRaises(ZeroDivisionError, fhircheck.check, records())
        self.assertRaises(ZeroDivisionError, list, fhircheck.Checker().check_all(records()))
        self.expect_no_process(self.before)

    def test_with_an_error_when_they_are_killed(self):
        report = fhircheck.check(self.path)
        iterator = iter(report)
        next(iterator)
        os.kill(running(self.before)[0], signal.SIGKILL)
        with self.assertRaisesRegex(fhircheck.ProcessError, "SIGKILL"):
            list(iterator)
        checker = fhircheck.Checker()
        checker.check(PATIENT)
        os.kill(running(self.before)[0], signal.SIGKILL)
        with self.assertRaisesRegex(fhircheck.ProcessError, "SIGKILL"):
            checker.check(PATIENT)
        self.assertTrue(checker.check(PATIENT).valid)

    def test_not_by_an_interrupt_of_the_terminal(self):
        with fhircheck.Checker() as checker:
            checker.check(PATIENT)
            self.assertNotEqual(os.getpgid(running(self.before)[0]), os.getpgrp())

    def test_without_files(self):
        temporary = self.folder / "tmp"
        temporary.mkdir()
        bundle = b'{"resourceType":"Bundle","type":"collection","entry":[%s]}' % b",".join(
            b'{"resource":%s}' % line for line in [MANY.splitlines()[0]] * 300_000)
        path = self.write("bundle.json", bundle)
        os.environ["TMPDIR"] = str(temporary)
        try:
            for source in (path, [bundle]):
                report = fhircheck.check(source)
                next(iter(report))
                report.close()
        finally:
            del os.environ["TMPDIR"]
        self.assertEqual(list(temporary.iterdir()), [])


class PythonEnds(Case):
    def program(self, text, *signals):
        """Runs a program that prints the number of a process of the command; sends it signals, and expects that this
        process ends."""
        lines = [
            "import fhircheck, os, signal, subprocess, sys, time",
            "def told():",
            "    listed = subprocess.run(['ps', '-o', 'pid=,comm=', '--ppid', str(os.getpid())], capture_output=True)",
            "    print(*[line.split()[0] for line in listed.stdout.decode().splitlines() "
            f"if {os.path.basename(fhircheck.executable())[:15]!r} in line])",
            "    sys.stdout.flush()", textwrap.dedent(text)]
        with subprocess.Popen([sys.executable, "-c", "\n".join(lines), str(self.fifo)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as python:
            pids = python.stdout.readline().split()
            self.assertEqual(len(pids), 1, python.stderr.read() if not pids else "")
            for each in signals:
                # Python looks for signals before it waits; one that comes in between is seen with the next one.
                time.sleep(0.5)
                python.send_signal(each)
            python.stdout.read()
            errors = python.stderr.read().decode()
        for _ in range(100):
            if not os.path.exists(f"/proc/{int(pids[0])}"):
                return python.returncode, errors
            time.sleep(0.05)
        self.fail("the process of the command is still there")

    def setUp(self):
        super().setUp()
        # A named pipe without a writer: the command waits for it, and would do so forever.
        self.fifo = self.folder / "fifo"
        os.mkfifo(self.fifo)

    def test_by_kill(self):
        self.program("report = fhircheck.check(sys.argv[1]); told(); time.sleep(60)", signal.SIGKILL)
        self.program("c = fhircheck.Checker(); c.check({}); told(); time.sleep(60)", signal.SIGKILL)

    def test_by_an_interrupt(self):
        code, errors = self.program("report = fhircheck.check(sys.argv[1]); told(); report.valid", signal.SIGINT)
        self.assertIn("KeyboardInterrupt", errors)
        self.assertNotIn("Exception ignored", errors)

    def test_by_its_own_end(self):
        self.assertEqual(self.program("report = fhircheck.check(sys.argv[1]); told()"), (0, ""))
        self.assertEqual(self.program("fhircheck.check({}); told()"), (0, ""))
        self.assertEqual(self.program("it = iter(fhircheck.check(sys.argv[1])); told(); sys.exit(3)"), (3, ""))

    def test_while_a_fork_lives(self):
        self.program("""
            report = fhircheck.check(sys.argv[1])
            told()
            sys.stdout.flush()
            if os.fork() == 0:
                os.close(1)
                os.close(2)
                time.sleep(8)
                os._exit(0)
            os.kill(os.getpid(), signal.SIGKILL)
            """)


class ManyAtATime(Case):
    def test_threads_with_one_checker(self):
        expected = rules_of(WRONG)
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(rules_of, [WRONG, PATIENT] * 200))
        self.assertEqual(found, [expected, []] * 200)

    def test_threads_with_runs_of_their_own(self):
        expected = sorted(map(tuple, fhircheck.check(SAMPLES)))
        results = []
        threads = [
            threading.Thread(target=lambda: results.append(sorted(map(tuple, fhircheck.check(SAMPLES)))))
            for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [expected] * 8)

    def test_processes(self):
        expected = rules_of(WRONG)
        for method in ("fork", "spawn", "forkserver"):
            with multiprocessing.get_context(method).Pool(3) as pool:
                self.assertEqual(pool.map(rules_of, [WRONG] * 20), [expected] * 20, method)
        # The parent's own process still answers.
        self.assertEqual(rules_of(WRONG), expected)

    def test_a_checker_in_other_processes(self):
        with fhircheck.Checker(ignore="identity") as checker:
            checker.check(WRONG)
            for method in ("fork", "spawn"):
                with multiprocessing.get_context(method).Pool(2) as pool:
                    reports = pool.map(checker_rules, [checker] * 4)
                self.assertEqual(reports, [["code/not-in-value-set"]] * 4)
            self.assertEqual(checker_rules(checker), ["code/not-in-value-set"])

    def test_a_fork_has_no_part_in_a_run(self):
        report = fhircheck.check(self.write("a.ndjson", MANY))
        iterator = iter(report)
        next(iterator)
        child = os.fork()
        if child == 0:
            try:
                next(iterator)
                os._exit(1)
            except Exception:
                os._exit(0)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(len(list(iterator)), 19_999)


def checker_rules(checker):
    return [finding.rule for finding in checker.check(WRONG)]


if __name__ == "__main__":
    unittest.main()
