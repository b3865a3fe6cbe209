"""What the tests share: the samples, a run of the command, and the processes of this test."""

import json
import logging
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import fhircheck

# What the command says is tested where it matters.
logging.getLogger("fhircheck").setLevel(logging.ERROR)

# The folder with the samples; the tests may run from a copy.
SAMPLES = Path(os.environ.get("FHIRCHECK_SAMPLES", Path(__file__).resolve().parents[2]))
# A record without a finding, and one with a single finding.
TEXT = b'"text":{"status":"generated","div":"<div xmlns=\\"http://www.w3.org/1999/xhtml\\">a</div>"}'
PATIENT = b'{"resourceType":"Patient","id":"a",%s}' % TEXT
WRONG = b'{"resourceType":"Patient","id":"a","gender":"x",%s}' % TEXT
MEMBERS = (
    "file line column byteOffset severity rule path pointer message resourceType id profile "
    "profileVersion slice source release"
)


def command(*arguments, stdin=None):
    """A run of the command itself."""
    return subprocess.run([fhircheck.executable(), *map(str, arguments)], input=stdin, capture_output=True)


def findings_of_command(*arguments):
    """The findings of the command, as tuples of all members."""
    lines = command("check", "--format=jsonl", "--no-config", *arguments).stdout.splitlines()
    issues = [json.loads(line) for line in lines if line.startswith(b'{"type":"issue"')]
    for issue in issues:
        assert set(issue) <= {"type", *MEMBERS.split()}, issue
    return [tuple(issue.get(member) for member in MEMBERS.split()) for issue in issues]


class Case(unittest.TestCase):
    """A test with a temporary folder, after which no process may be left."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def expect_no_process(self, but=()):
        """The command's processes end soon."""
        for _ in range(50):
            left = running(but)
            if not left:
                return
            time.sleep(0.1)
        self.fail(f"processes are left: {left}")


def running(but=()):
    """The processes of the command that this one has started."""
    listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True).stdout
    # The system cuts names.
    name = os.path.basename(fhircheck.executable())[:15]
    pids = [line.split()[0] for line in listed.splitlines() if name in line]
    return [int(pid) for pid in pids if int(pid) not in but]
