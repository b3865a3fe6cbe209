"""The job: files in, findings and records out as Parquet."""

import secrets

import pyarrow as pa
from pyspark.sql import functions as F
from pyspark.sql import types as T

from . import identity
from .files import group, list_files, plan
from .process import CheckFailed, Partition, version

RECORD = [
    ("file", "string"), ("line", "long"), ("column", "long"), ("byteOffset", "long"), ("byteLength", "long"),
    ("release", "string"), ("releaseToldBy", "string"), ("source", "string"), ("resourceType", "string"),
    ("id", "string"), ("versionId", "string"), ("lastUpdated", "string"), ("clinicalType", "string"),
    ("noClinicalType", "string"), ("medicationType", "string"), ("patient", "string"), ("status", "string"),
    ("category", "string"), ("code", "string"), ("system", "string"), ("display", "string"), ("start", "string"),
    ("end", "string"), ("issued", "string"), ("valueType", "string"), ("value", "string"), ("comparator", "string"),
    ("unit", "string"), ("rangeLow", "string"), ("rangeHigh", "string"), ("range", "string"),
    ("interpretation", "string"), ("components", "string"), ("errors", "long"), ("warnings", "long"),
    ("identity", "string"), ("identityDigest", "string"), ("idDigest", "string"), ("versionDigest", "string"),
    ("contentDigest", "string"),
]
FINDING = [
    ("file", "string"), ("line", "long"), ("column", "long"), ("byteOffset", "long"), ("severity", "string"),
    ("rule", "string"), ("path", "string"), ("message", "string"), ("resourceType", "string"), ("id", "string"),
]
# A line that the command or the partition wrote, its number in the partition, and the partition.
LINE = T.StructType(
    [
        T.StructField("partition", T.IntegerType(), False),
        T.StructField("number", T.LongType(), False),
        T.StructField("kind", T.StringType(), False),
        T.StructField("line", T.StringType(), False),
    ]
)
LINES_PER_BATCH = 4096
# A partition has fewer lines than this, so that one number orders the records of a job.
ORDER_OF_PARTITION = 1 << 40


def ddl(columns):
    return ", ".join(f"`{name}` {kind}" for name, kind in columns)


def arguments(options, key):
    """The command line of the executors."""
    columns = ",".join(name for name, _ in RECORD)
    found = [
        options.fhircheck, "records", "--stdin-names", "--format", "jsonl", "--with-issues", "--jobs", "1",
        "--no-progress", "--allow-empty", "--digest-key", key, "--columns", columns, "--fhir-version", options.fhir_version,
    ]
    if options.source:
        found += ["--source", options.source]
    return found + ["-"]


def run_partition(number, units, command, expected):
    """The lines of one partition in batches: those of the command, then what is known of parts and unreadable files."""
    found = version(command[0])
    if found != expected:
        raise CheckFailed(f"the driver has {expected}, this executor has {found}")
    partition = Partition(command, units)
    kinds, texts, count = [], [], 0

    def batch():
        nonlocal kinds, texts, count
        result = pa.RecordBatch.from_arrays(
            [
                pa.array([number] * len(texts), pa.int32()),
                pa.array(range(count, count + len(texts)), pa.int64()),
                pa.array(kinds, pa.string()),
                pa.array(texts, pa.string()),
            ],
            names=["partition", "number", "kind", "line"],
        )
        count += len(texts)
        kinds, texts = [], []
        return result

    for line in partition.lines():
        # Each line begins with {"type":"record" or the like.
        kinds.append(line[9 : line.index(b'"', 9)].decode())
        texts.append(line.decode())
        if len(texts) == LINES_PER_BATCH:
            yield batch()
    for name, start, _, ends in partition.parts:
        kinds.append("part")
        texts.append(f"{start} {ends} {name}")
    for name, reason in partition.unreadable:
        kinds.append("unreadable")
        texts.append(f"{name}: {reason}")
    yield batch()


class Job:
    """One run over the inputs of ``options``; see ``__main__`` for what they mean."""

    def __init__(self, spark, options):
        self.spark = spark
        self.options = options
        self.version = version(options.fhircheck)
        self.key = options.digest_key or secrets.token_hex(32)

    def run(self):
        """Writes ``records`` and ``findings`` below the output and returns counts."""
        groups = self._plan()
        stage = f"{self.options.output}/_lines"
        self._read(groups).write.mode("overwrite").partitionBy("kind").parquet(stage)
        lines = self.spark.read.schema(LINE).parquet(stage)
        before = self._lines_before(lines)
        records = self._rows(lines, "record", RECORD, before)
        records.drop("order", "partition").write.mode("overwrite").parquet(f"{self.options.output}/records")
        found = self._rows(lines, "issue", FINDING, before).drop("order", "partition")
        found.write.mode("overwrite").parquet(f"{self.options.output}/findings")
        if self.options.identity:
            problems = identity.problems(identity.keys(records))
            identity.findings(records, problems).write.mode("append").parquet(f"{self.options.output}/findings")
        return self._counts(lines)

    def _plan(self):
        options = self.options
        files = list_files(options.inputs)
        if not files:
            return []
        slices = min(len(files), 64)
        context = self.spark.sparkContext
        part_bytes = options.part_bytes
        planned = (
            context.parallelize(list(enumerate(files)), slices)
            .flatMap(lambda item: [(item[0], unit) for unit in plan(item[1][0], item[1][1], part_bytes)])
            .collect()
        )
        planned.sort(key=lambda item: (item[0], item[1].start))
        return group([unit for _, unit in planned], part_bytes)

    def _read(self, groups):
        command, expected = arguments(self.options, self.key), self.version
        numbers = self.spark.createDataFrame([(number,) for number in range(len(groups))], "number int")
        shared = self.spark.sparkContext.broadcast(groups)

        def read(batches):
            for rows in batches:
                for number in rows.column(0).to_pylist():
                    yield from run_partition(number, shared.value[number], command, expected)

        return numbers.repartitionByRange(max(1, len(groups)), "number").mapInArrow(read, LINE)

    def _lines_before(self, lines):
        """For each part of a file how many lines stand before it: known once all parts have been read."""
        parts = {}
        for row in lines.where("kind = 'part'").collect():
            start, ends, name = row.line.split(" ", 2)
            parts.setdefault(name, []).append((int(start), int(ends)))
        rows = []
        for name, found in parts.items():
            found.sort()
            count = 0
            for (start, ends), following in zip(found, found[1:] + [(1 << 62, 0)]):
                rows.append((name, start, following[0], count))
                count += ends
        return self.spark.createDataFrame(rows, "file string, first long, last long, before long")

    def _rows(self, lines, kind, columns, before):
        """The lines of a kind as rows; lines of parts are counted from the beginning of their files."""
        order = F.col("partition").cast("long") * ORDER_OF_PARTITION + F.col("number")
        rows = lines.where(F.col("kind") == kind).select(
            order.alias("order"), "partition", F.from_json("line", ddl(columns)).alias("row")
        )
        rows = rows.select("order", "partition", "row.*")
        before = F.broadcast(before.withColumnRenamed("file", "partOf"))
        rows = rows.join(
            before,
            (F.col("file") == F.col("partOf")) & (F.col("byteOffset") >= F.col("first"))
            & (F.col("byteOffset") < F.col("last")),
            "left",
        )
        rows = rows.withColumn("line", F.col("line") + F.coalesce("before", F.lit(0)))
        return rows.drop("partOf", "first", "last", "before")

    def _counts(self, lines):
        output = self.spark.read.parquet(f"{self.options.output}/findings")
        issues = {row.severity: row["count"] for row in output.groupBy("severity").count().collect()}
        unreadable = [row.line for row in lines.where("kind = 'unreadable'").orderBy("line").collect()]
        summary = "releasesToldBy map<string, map<string, long>>, records long, unreadable array<struct<path string, reason string>>"
        sums = lines.where("kind = 'summary'").select(F.from_json("line", summary).alias("s"))
        totals = sums.agg(F.sum("s.records").alias("records")).collect()[0]
        for row in sums.select(F.explode("s.unreadable").alias("u")).select("u.*").collect():
            unreadable.append(f"{row.path}: {row.reason}")
        return {"records": totals.records or 0, "issues": issues, "unreadable": unreadable}
