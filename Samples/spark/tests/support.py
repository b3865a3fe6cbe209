"""Shared by the tests: the command, data with planted faults and duplicates, and reports as comparable counters."""

import gzip
import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import fhircheck
import pyarrow.parquet as parquet

FHIRCHECK = fhircheck.executable()
SAMPLES = Path(__file__).resolve().parents[2]
COLUMNS = [
    "file", "line", "column", "byteOffset", "severity", "rule", "path", "pointer", "message", "resourceType", "id",
]


def patient(id, **members):
    """A line with a record; in R4 it has a warning for its missing narrative."""
    return json.dumps({"resourceType": "Patient", **({"id": id} if id else {}), **members}) + "\n"


def versioned(id, version, **members):
    return patient(id, meta={"versionId": version}, **members)


def write_planted(folder):
    """Files of lines whose copies, versions, conflicts and spellings are far from each other, with all kinds of line
    ends and malformed lines; returns the number of lines with records."""
    other = '{"resourceType":"MedicationRequest","id":"m","status":"active","intent":"order",%s}\n' % (
        '"medicationCodeableConcept":{"text":"x"},"subject":{"reference":"Patient/p0"}'
    )
    plain = [patient(f"p{number}", gender="female", x=number) for number in range(400)]
    again = [
        patient("p3", x=3, gender="female"),  # a copy in another order
        patient("P3", x=3, gender="female"),  # differs in case
        patient("p4", gender="male"),  # a possible conflict
        versioned("v1", "1", gender="male"), versioned("v1", "2", gender="male"), versioned("v1", "1", gender="other"),
        versioned("V1", "1", gender="male"), versioned("v1", "2", gender="male"),
        patient(None, gender="female"), patient(None, gender="female"),
        patient("p5", gender="female", x=5), patient("p5", gender="female", x=5),
    ]
    spaced = '{"resourceType":"Patient","id":"é","gender":"ü"}  \r\n'
    broken = ["{\n", "\n", spaced, "[]\n", '{"resourceType":"No"}\n']
    lines = plain[:200] + broken + again + plain[200:] + broken + again
    Path(folder, "a.ndjson").write_text(other + "".join(lines), newline="")
    Path(folder, "b").mkdir()
    Path(folder, "b", "a.ndjson").write_text("".join(reversed(lines)) + patient("end").rstrip("\n"), newline="")
    bundle = {
        "resourceType": "Bundle", "type": "collection",
        "entry": [
            {"fullUrl": f"http://{host}.example.org/Patient/{id}", "resource": {"resourceType": "Patient", "id": id}}
            for host in ("one", "two", "one") for id in ("p1", "p2")
        ],
    }
    Path(folder, "b.json").write_text(json.dumps(bundle, indent=1))
    Path(folder, "c.ndjson.gz").write_bytes(gzip.compress("".join(lines[100:300]).encode()))


def write_hostile(folder, large=300_000):
    """Files that cannot be read completely, and a record that is larger than many partitions."""
    whole = gzip.compress("".join(patient(f"g{number}", x=os.urandom(20).hex()) for number in range(3000)).encode())
    Path(folder, "cut.ndjson.gz").write_bytes(whole[: len(whole) // 2])
    Path(folder, "empty.json").write_bytes(b"")
    Path(folder, "gone.json").symlink_to("nowhere")
    Path(folder, "loop.json").symlink_to("loop.json")
    if os.path.exists("/proc/self/mem"):
        # A file that no user can read from its beginning.
        Path(folder, "memory.json").symlink_to("/proc/self/mem")
    # A value of more than 20 million characters, the default limit of Spark.
    long = {"resourceType": "Observation", "id": "o", "valueString": "y" * 21_000_000}
    Path(folder, "long.json").write_text(json.dumps(long))
    with open(os.fsencode(folder) + b"/\xe9.json", "w") as file:
        file.write(patient("named", x=1))
    Path(folder, "no.zip").write_bytes(b"PK\x03\x04 and no more")
    Path(folder, "note.txt").write_text("no record")
    Path(folder, ".hidden.json").write_text("{}")
    with open(Path(folder, "large.ndjson"), "w") as file:
        file.writelines(patient(f"l{number}", x=1) for number in range(300))
        file.write(patient("large", name=[{"text": "x" * 1000}] * (large // 1000), x=1))
        file.writelines(patient(f"l{number}", x=1) for number in range(290, 600))


def checked(*paths):
    """The findings and the unreadable files of one run of the command."""
    done = subprocess.run([FHIRCHECK, "check", "--format", "jsonl", *map(str, paths)], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    issues = [line for line in lines if line["type"] == "issue"]
    found = Counter(tuple(issue.get(name) for name in COLUMNS) for issue in issues)
    return found, sorted(file["path"] for file in lines[-1]["unreadable"])


def written(output):
    """The findings that a job has written."""
    rows = parquet.read_table(f"{output}/findings").to_pylist()
    return Counter(tuple(row[name] for name in COLUMNS) for row in rows)
