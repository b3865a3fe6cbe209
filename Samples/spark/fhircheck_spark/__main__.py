"""Checks FHIR records with fhircheck on Spark.

Reads NDJSON, Bundles, single resources and archives below the inputs, writes OUTPUT/records and OUTPUT/findings as Parquet, and
decides over everything which records are there more than once.
"""

import argparse
import sys

from pyspark.sql import SparkSession

from .job import Job


def size(text):
    """``64M``: a number of bytes."""
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    unit = units.get(text[-1:].upper())
    try:
        count = int(text[:-1] if unit else text) * (unit or 1)
    except ValueError:
        count = 0
    if count < 1:
        raise argparse.ArgumentTypeError(f"a size such as 64M, not '{text}'")
    return count


def key(text):
    """64 hexadecimal digits."""
    try:
        if len(bytes.fromhex(text)) == 32:
            return text
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("64 hexadecimal digits")


def parse(arguments):
    parser = argparse.ArgumentParser(prog="fhircheck_spark", description=__doc__)
    parser.add_argument("inputs", nargs="+", metavar="PATH", help="a file, a folder, or a URI such as s3://bucket/prefix")
    parser.add_argument("--output", required=True, metavar="DIR", help="where records and findings are written")
    parser.add_argument("--fhircheck", default="fhircheck", metavar="COMMAND", help="the command on every executor")
    parser.add_argument("--master", default=None, help="the cluster; local[2] unless spark-submit says another")
    parser.add_argument(
        "--part-size", dest="part_bytes", type=size, default=64 << 20, metavar="SIZE",
        help="how much a partition reads, about; larger NDJSON files are cut at line ends; 64M",
    )
    parser.add_argument("--source", help="where the records come from, as fhircheck's --source")
    parser.add_argument("--fhir-version", default="auto", choices=["auto", "dstu2", "r4"])
    parser.add_argument("--digest-key", type=key, metavar="HEX", help="64 hexadecimal digits; drawn for each job otherwise")
    parser.add_argument(
        "--no-identity", dest="identity", action="store_false", help="do not look for records that are there twice"
    )
    return parser.parse_args(arguments)


def main(arguments=None):
    """Runs the job; 0 when no record has an error, 1 when one has, 2 when something could not be read."""
    options = parse(sys.argv[1:] if arguments is None else arguments)
    builder = SparkSession.builder.appName("fhircheck")
    if options.master or not _is_submitted():
        builder = builder.master(options.master or "local[2]")
    spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 1).getOrCreate()
    try:
        counts = Job(spark, options).run()
    finally:
        spark.stop()
    issues = counts["issues"]
    print(f"{counts['records']} records; " + ", ".join(f"{issues.get(s, 0)} {s}" for s in ("fatal", "error", "warning", "information")))
    for line in counts["unreadable"]:
        print(f"fhircheck_spark: {line}", file=sys.stderr)
    if counts["unreadable"]:
        return 2
    return 1 if issues.get("fatal", 0) + issues.get("error", 0) > 0 else 0


def _is_submitted():
    from pyspark import SparkConf

    return SparkConf().contains("spark.master")


if __name__ == "__main__":
    sys.exit(main())
