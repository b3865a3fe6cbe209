"""The job: files in, findings and records out as Parquet."""

import json
import secrets
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark import StorageLevel
from pyspark.sql import functions as F

from . import identity
from .files import group, list_files, plan
from .stream import CheckFailed, report, version, write_frames

COUNTS = ["line", "column", "byteOffset", "byteLength", "errors", "warnings"]
# The columns of `fhircheck records`; its article describes them.
RECORD = [
    (name, "long" if name in COUNTS else "string")
    for name in (
        "file line column byteOffset byteLength release releaseToldBy source resourceType id versionId lastUpdated "
        "clinicalType noClinicalType medicationType patient status category code system display start end issued "
        "valueType value comparator unit rangeLow rangeHigh range interpretation components errors warnings "
        "card identity identityDigest idDigest versionDigest contentDigest"
    ).split()
]
FINDING = [
    (name, "long" if name in COUNTS else "string")
    for name in "file line column byteOffset severity rule path pointer message resourceType id".split()
]
# A line that the command wrote in a partition, or another fact about the partition.
LINE = "partition int, number long, kind string, line string"
# The number of partitions whose digests go into one partition of the comparison: about 30 MB.
PARTITIONS_PER_COMPARISON = 8
# No line is dropped silently, and a text in it may have any length.
JSON_OPTIONS = {"mode": "FAILFAST", "maxStringLen": str((1 << 31) - 1)}
# A partition has fewer lines than this, so that one number gives the order of all records.
LINES_PER_PARTITION = 1 << 40


def arguments(options, key):
    """The command line on the executors."""
    columns = ",".join(name for name, _ in RECORD)
    found = [
        options.fhircheck, "records", "--stdin-names", "--format", "jsonl", "--with-issues", "--jobs", "1",
        "--no-progress", "--end-with-reader", "--digest-key", key, "--columns", columns,
        "--fhir-version", options.fhir_version,
    ]
    if options.source:
        found += ["--source", options.source]
    return found + ["-"]


def read_partition(number, units, command, expected_version):
    """The lines of a partition, in batches. The command starts when all of its input is in a temporary file
    without a name, so that a file that cannot be read completely has no effect."""
    batches = Batches(number)
    with tempfile.TemporaryFile() as stream:
        parts, unreadable = write_frames(units, stream)
        if stream.tell() > 0:
            for lines in report(command, stream):
                batch = batches.of_report(lines)
                if batch["number"][0].as_py() == 0:
                    start = batch["line"][0].as_py()
                    if json.loads(start).get("version") != expected_version:
                        raise CheckFailed(f"the driver has fhircheck {expected_version}, this executor another: {start}")
                yield batch
    told = [("part", part) for part in parts] + [("unreadable", file) for file in unreadable]
    yield batches.of([kind for kind, _ in told], [json.dumps(value) for _, value in told])


class Batches:
    """Converts the lines of a partition to numbered batches for Spark."""

    def __init__(self, partition):
        self.partition, self.count = partition, 0

    def of_report(self, text):
        """Whole lines that the command wrote, as one text: handling each line would cost more than writing it."""
        ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n")) + 1
        places = pa.py_buffer(np.concatenate(([0], ends)).astype(np.int64))
        lines = pa.LargeStringArray.from_buffers(len(ends), places, pa.py_buffer(text))
        kinds = pc.struct_field(pc.extract_regex(lines, '^{"type":"(?P<kind>[a-z]+)"'), "kind")
        if kinds.null_count:
            raise CheckFailed(f"fhircheck wrote {lines.filter(kinds.is_null())[0].as_py()[:200]}")
        return self.of(kinds.cast(pa.string()), lines.cast(pa.string()))

    def of(self, kinds, lines):
        numbers = np.arange(self.count, self.count + len(lines), dtype=np.int64)
        self.count += len(lines)
        columns = {
            "partition": np.full(len(lines), self.partition, np.int32), "number": numbers,
            "kind": pa.array(kinds, pa.string()), "line": pa.array(lines, pa.string()),
        }
        return pa.RecordBatch.from_pydict(columns)


class Job:
    """One run over the inputs of ``options``, which ``check_records.py`` documents."""

    def __init__(self, spark, options):
        self.spark = spark
        self.options = options
        self.version = version(options.fhircheck)

    def run(self):
        """Writes ``records`` and ``findings`` below the output; returns the count of records, counts of findings by
        severity, and the files that could not be read."""
        groups = self._plan()
        self._describe(f"read {sum(map(len, groups))} files and parts of files in {len(groups)} partitions")
        lines = self._lines(groups).persist(StorageLevel.DISK_ONLY)
        told = lines.where("kind in ('part', 'unreadable', 'summary')").drop("number").collect()
        told = [(row.partition, row.kind, json.loads(row.line)) for row in told]
        before = self._lines_before(told)
        output = self.options.output
        self._describe("write records")
        self._rows(lines, "record", RECORD, before).write.mode("overwrite").parquet(f"{output}/records")
        records = self.spark.read.parquet(f"{output}/records")
        self._describe("write findings")
        found = self._rows(lines, "issue", FINDING, before).drop("order")
        found.write.mode("overwrite").parquet(f"{output}/findings")
        if self.options.identity:
            self._describe("compare records")
            count = max(len(groups) // PARTITIONS_PER_COMPARISON, self.spark.sparkContext.defaultParallelism)
            self.spark.conf.set("spark.sql.shuffle.partitions", count)
            problems = identity.problems(identity.keys(records))
            found = identity.findings(records, problems, FINDING)
            found.write.mode("append").parquet(f"{output}/findings")
        self._describe("count")
        severities = self.spark.read.parquet(f"{output}/findings").groupBy("severity").count().collect()
        unreadable = [file for _, kind, file in told if kind == "unreadable"]
        unreadable += [file for _, kind, summary in told if kind == "summary" for file in summary["unreadable"]]
        return records.count(), {row[0]: row[1] for row in severities}, unreadable

    def _describe(self, text):
        self.spark.sparkContext.setJobDescription(text)

    def _plan(self):
        """The units of each partition."""
        self._describe("look at the beginnings of large files")
        files = list_files(self.options.inputs)
        part_bytes = self.options.part_bytes
        slices = max(1, min(len(files) // 16, 256))
        planned = self.spark.sparkContext.parallelize(files, slices).map(lambda file: plan(*file, part_bytes))
        return group([unit for units in planned.collect() for unit in units], part_bytes)

    def _lines(self, groups):
        shared = self.spark.sparkContext.broadcast(groups)
        key = self.options.digest_key or secrets.token_hex(32)
        command, expected_version = arguments(self.options, key), self.version

        def read(batches):
            for numbers in batches:
                for number in numbers.column(0).to_pylist():
                    yield from read_partition(number, shared.value[number], command, expected_version)

        return self.spark.range(0, len(groups), 1, max(1, len(groups))).mapInArrow(read, LINE)

    def _lines_before(self, told):
        """How many lines of its file precede each part: known when all parts have been read."""
        parts = [(part["file"], part["start"], number, part["lineEnds"]) for number, k, part in told if k == "part"]
        rows, counts = [], {}
        for file, _, number, ends in sorted(parts):
            rows.append((number, file, counts.get(file, 0)))
            counts[file] = counts.get(file, 0) + ends
        return self.spark.createDataFrame(rows, "partition int, file string, before long")

    def _rows(self, lines, kind, columns, before):
        """The lines of a kind as rows; their lines are counted from the beginning of the file."""
        ddl = ", ".join(f"`{name}` {type}" for name, type in columns)
        order = F.col("partition").cast("long") * LINES_PER_PARTITION + F.col("number")
        rows = lines.where(F.col("kind") == kind)
        rows = rows.select("partition", order.alias("order"), F.from_json("line", ddl, JSON_OPTIONS).alias("row"))
        rows = rows.select("partition", "order", "row.*").join(F.broadcast(before), ["partition", "file"], "left")
        rows = rows.withColumn("line", F.col("line") + F.coalesce("before", F.lit(0)))
        return rows.select(*[name for name, _ in columns], "order")
