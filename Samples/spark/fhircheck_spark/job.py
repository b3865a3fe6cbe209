"""The job: files in, findings and records out as Parquet."""

import json
import secrets
import tempfile

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import functions as F

from . import identity
from .files import group, list_files, plan
from .stream import CheckFailed, report, version, write_frames

COUNTS = ["line", "column", "byteOffset", "byteLength", "errors", "warnings"]
# The columns of `fhircheck records`; its article says what each holds.
RECORD = [
    (name, "long" if name in COUNTS else "string")
    for name in (
        "file line column byteOffset byteLength release releaseToldBy source resourceType id versionId lastUpdated "
        "clinicalType noClinicalType medicationType patient status category code system display start end issued "
        "valueType value comparator unit rangeLow rangeHigh range interpretation components errors warnings "
        "identity identityDigest idDigest versionDigest contentDigest"
    ).split()
]
FINDING = [
    (name, "long" if name in COUNTS else "string")
    for name in "file line column byteOffset severity rule path pointer message resourceType id".split()
]
# A line that the command wrote in a partition, or what else there is to say of it.
LINE = "partition int, number long, kind string, line string"
LINES_PER_BATCH = 4096
# The digests of so many partitions go into one partition of the comparison: some 30 MB.
PARTITIONS_PER_COMPARISON = 8
# A partition has fewer lines than this, so that one number gives the order of all records.
LINES_PER_PARTITION = 1 << 40


def arguments(options, key):
    """The command line on the executors."""
    columns = ",".join(name for name, _ in RECORD)
    found = [
        options.fhircheck, "records", "--stdin-names", "--format", "jsonl", "--with-issues", "--jobs", "1",
        "--no-progress", "--digest-key", key, "--columns", columns, "--fhir-version", options.fhir_version,
    ]
    if options.source:
        found += ["--source", options.source]
    return found + ["-"]


def read_partition(number, units, command, expected_version):
    """The lines of a partition, in batches. The command begins when all of its input is there, in a temporary file
    without a name, so that a file which fails while it is read leaves nothing behind."""
    batch = Batch(number)
    with tempfile.TemporaryFile() as stream:
        parts, unreadable = write_frames(units, stream)
        if stream.tell() > 0:
            for kind, line in report(command, stream):
                if kind == "start" and json.loads(line)["version"] != expected_version:
                    raise CheckFailed(f"the driver has fhircheck {expected_version}, this executor has another: {line}")
                batch.append(kind, line)
                if len(batch.lines) == LINES_PER_BATCH:
                    yield batch.take()
    for part in parts:
        batch.append("part", json.dumps(part))
    for file in unreadable:
        batch.append("unreadable", json.dumps(file))
    yield batch.take()


class Batch:
    """Lines of a partition on their way to Spark."""

    def __init__(self, partition):
        self.partition, self.count, self.kinds, self.lines = partition, 0, [], []

    def append(self, kind, line):
        self.kinds.append(kind)
        self.lines.append(line)

    def take(self):
        numbers = range(self.count, self.count + len(self.lines))
        columns = [
            pa.array([self.partition] * len(self.lines), pa.int32()), pa.array(numbers, pa.int64()),
            pa.array(self.kinds, pa.string()), pa.array(self.lines, pa.string()),
        ]
        self.count, self.kinds, self.lines = numbers.stop, [], []
        return pa.RecordBatch.from_arrays(columns, names=["partition", "number", "kind", "line"])


class Job:
    """One run over the inputs of ``options``; ``check_records.py`` says what they mean."""

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
        """How many lines of its file stand before each part: known when all parts have been read."""
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
        rows = rows.select("partition", order.alias("order"), F.from_json("line", ddl).alias("row"))
        rows = rows.select("partition", "order", "row.*").join(F.broadcast(before), ["partition", "file"], "left")
        rows = rows.withColumn("line", F.col("line") + F.coalesce("before", F.lit(0)))
        return rows.select(*[name for name, _ in columns], "order")
