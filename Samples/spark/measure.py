"""Measures the job over generated records: against one process, and with several counts of local executors.

Writes files of made-up NDJSON (``fhirbench generate``) in which some records occur again in another file, checks
them in one process, runs the job with each master, compares what both say of identities, and prints times, memory and
shuffles. Files that are there already are taken as they are.
"""

import argparse
import glob
import itertools
import json
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import pyarrow.compute as compute
import pyarrow.dataset as dataset

from check_records import size

# How many lines of a file are repeated in the next one: unchanged, with the id in other case, with other content.
PLANTED = 1800
COLUMNS = ["file", "line", "byteOffset", "severity", "rule", "message", "resourceType", "id"]
NOTING = """#!{python}
import json, resource, subprocess, sys
code = subprocess.run([{command!r}, *sys.argv[1:]]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open({notes!r}, "a") as notes:
    notes.write(json.dumps([used.ru_maxrss, used.ru_utime + used.ru_stime]) + "\\n")
sys.exit(code if code >= 0 else 128 - code)
"""


def generate(options, folder):
    before = None
    for number in range(options.files):
        path = folder / f"{number:03}.ndjson"
        if not path.exists():
            made = Path(f"{path}.new")
            command = [options.fhirbench, "generate", "--release", "mixed", "--faults", "50", "--seed", str(number + 1)]
            with open(made, "wb") as file:
                subprocess.run([*command, "--bytes", str(options.bytes // options.files)], check=True, stdout=file)
                if before:
                    file.writelines(planted(before))
            made.rename(path)
        before = path


def planted(path):
    with open(path, "rb") as file:
        for number, line in enumerate(itertools.islice(file, PLANTED)):
            record = json.loads(line)
            if number % 3 == 1:
                record["id"] = record["id"].upper()
            elif number % 3 == 2:
                record["language"] = "en"
            yield json.dumps(record).encode() + b"\n"


def run(command, environment=None):
    """Runs a command, and returns its time in seconds."""
    start = time.monotonic()
    code = subprocess.run([str(word) for word in command], env=environment, stdout=subprocess.DEVNULL).returncode
    if code not in (0, 1):
        sys.exit(f"{command[0]} ended with {code}")
    return time.monotonic() - start


class Noting:
    """Replaces the command, and records KiB of memory and processor seconds for each of its processes."""

    def __init__(self, options):
        self.path, self.notes = options.work / "command", options.work / "notes"
        self.path.write_text(NOTING.format(python=sys.executable, command=options.fhircheck, notes=str(self.notes)))
        self.path.chmod(0o755)

    def take(self):
        noted = [json.loads(line) for line in self.notes.read_text().splitlines()]
        self.notes.unlink()
        return noted


def identities_of_one(report):
    with open(report) as file:
        issues = (json.loads(line) for line in file)
        return Counter(tuple(issue.get(name) for name in COLUMNS) for issue in issues if issue["type"] == "issue")


def identities_of_job(output):
    found = dataset.dataset(f"{output}/findings", format="parquet")
    rows = found.to_table(columns=COLUMNS, filter=compute.starts_with(compute.field("rule"), "identity/"))
    return Counter(tuple(row[name] for name in COLUMNS) for row in rows.to_pylist())


def stages(logs):
    """For each step of a job, by its description: seconds of its tasks, and bytes and records of shuffles written."""
    names, found = {}, defaultdict(lambda: [0.0, 0, 0])
    with open(max(glob.glob(f"{logs}/*"), key=os.path.getmtime)) as file:
        for event in map(json.loads, file):
            if event["Event"] == "SparkListenerJobStart":
                for stage in event["Stage IDs"]:
                    names.setdefault(stage, event["Properties"].get("spark.job.description", ""))
            elif event["Event"] == "SparkListenerTaskEnd" and event.get("Task Metrics"):
                metrics, step = event["Task Metrics"], found[names[event["Stage ID"]]]
                step[0] += metrics["Executor Run Time"] / 1000
                step[1] += metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
                step[2] += metrics["Shuffle Write Metrics"]["Shuffle Records Written"]
    return found


def measure_one(options, command, data):
    """The findings of one process about identities."""
    for jobs in (1, os.cpu_count()):
        elapsed = run([command.path, "check", "--quiet", "--no-config", "--no-progress", "--jobs", jobs, data])
        ((memory, used),) = command.take()
        print(f"one process, --jobs {jobs}: {elapsed:.1f} s, {used:.1f} s of processors, {memory} KiB", flush=True)
    report = options.work / "one.jsonl"
    chosen = ["--select", "identity/*", "--format", "jsonl", "--output", report]
    run([options.fhircheck, "check", "--no-config", "--no-progress", *chosen, data])
    found = identities_of_one(report)
    rules = Counter(finding[COLUMNS.index("rule")] for finding in found.elements())
    print(", ".join(f"{rule}: {count}" for rule, count in sorted(rules.items())), flush=True)
    return found


def measure_job(options, command, master, data, expected):
    output, logs = options.work / "output", options.work / "events"
    logs.mkdir(exist_ok=True)
    settings = {"spark.eventLog.enabled": "true", "spark.eventLog.dir": logs.as_uri()}
    words = [f"--conf {name}={value}" for name, value in settings.items()]
    environment = {**os.environ, "PYSPARK_SUBMIT_ARGS": " ".join([*words, "pyspark-shell"])}
    job = [sys.executable, Path(__file__).with_name("check_records.py"), data, "--output", output, "--master", master]
    elapsed = run([*job, "--fhircheck", command.path, "--part-size", options.part_size], environment)
    noted = command.take()[1:]  # The first is the driver's.
    memory, used = [note[0] for note in noted], sum(note[1] for note in noted)
    print(f"\n{master}: {elapsed:.0f} s; identities {verdict(identities_of_job(output), expected)}")
    print(f"  {len(memory)} processes of fhircheck: {min(memory)} to {max(memory)} KiB each, {used:.0f} s of processors")
    for name, (seconds, count, records) in stages(logs).items():
        shuffled = f", shuffles {count:,} bytes of {records:,} records" if records else ""
        print(f"  {name}: {seconds:.0f} s of tasks{shuffled}")
    for name in ("records", "findings"):
        files = [file.stat().st_size for file in (output / name).glob("*.parquet")]
        print(f"  {name}: {sum(files):,} bytes of Parquet, {dataset.dataset(output / name).count_rows():,} rows")
    sys.stdout.flush()


def verdict(found, expected):
    return "are the same" if found == expected else f"differ: {found - expected} and {expected - found}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="a folder for everything that is written")
    parser.add_argument("--fhircheck", required=True, help="the path of the command, a release build")
    parser.add_argument("--fhirbench", required=True, help="the path of the generator, a release build")
    parser.add_argument("--bytes", type=size, default=1 << 30, help="how large the files are together; 1G")
    parser.add_argument("--files", type=int, default=4, help="how many there are")
    parser.add_argument("--part-size", default="64M", help="as in check_records.py")
    parser.add_argument("--masters", nargs="*", default=["local[1]", "local[2]", "local[4]"])
    options = parser.parse_args()
    options.work = options.work.resolve()
    data = options.work / "data"
    data.mkdir(parents=True, exist_ok=True)
    generate(options, data)
    sizes = [file.stat().st_size for file in data.iterdir()]
    print(f"{len(sizes)} files of {sum(sizes):,} bytes")
    command = Noting(options)
    expected = measure_one(options, command, data)
    for master in options.masters:
        measure_job(options, command, master, data, expected)


if __name__ == "__main__":
    main()
