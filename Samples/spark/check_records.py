"""Checks FHIR records with fhircheck on Spark.

Reads NDJSON, Bundles, single resources and archives, writes OUTPUT/records and OUTPUT/findings as Parquet, and decides
over all of them which records occur more than once. Exit codes are those of fhircheck: 0 if no record has an
error, 1 when one has, 2 when something could not be read.
"""

import argparse
import os
import sys

from pyspark import SparkConf
from pyspark.sql import SparkSession

from fhircheck_spark.job import Job


def size(text):
    """``64M`` as a number of bytes."""
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    unit = units.get(text[-1:].upper())
    try:
        count = int(text[:-1] if unit else text) * (unit or 1)
    except ValueError:
        count = 0
    if count < 1:
        raise argparse.ArgumentTypeError(f"expected a size such as 64M, not '{text}'")
    return count


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", metavar="PATH", help="file, folder, or URI such as s3://bucket/prefix")
    parser.add_argument("--output", required=True, metavar="DIR", help="where records and findings are written")
    parser.add_argument(
        "--fhircheck", metavar="COMMAND", help="the command on every executor, instead of that of the package fhircheck")
    parser.add_argument("--master", help="the cluster, where spark-submit has not said it; local[2,4]")
    parser.add_argument(
        "--part-size", dest="part_bytes", type=size, default=64 << 20, metavar="SIZE",
        help="what a partition reads, about; larger NDJSON files are cut at line ends; 64M",
    )
    parser.add_argument("--source", help="where the records come from, as in fhircheck")
    parser.add_argument("--fhir-version", default="auto", help="as in fhircheck; auto")
    parser.add_argument("--digest-key", metavar="HEX", help="64 hexadecimal digits; drawn for each job otherwise")
    parser.add_argument(
        "--no-identity", dest="identity", action="store_false", help="do not look for records that are there twice"
    )
    return parser.parse_args(arguments)


def session(master):
    """A session on a cluster; by default two local threads, with four attempts at each partition as on clusters."""
    builder = SparkSession.builder.appName("fhircheck")
    if master or not SparkConf().contains("spark.master"):
        builder = builder.master(master or "local[2,4]")
        if not SparkConf().contains("spark.driver.memory"):
            # If the driver does all the work, a record of some hundred megabytes needs more than Spark's one gigabyte.
            builder = builder.config("spark.driver.memory", "4g")
        # Spark's workers must use this Python, and find the package in the same place as this file.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        paths = [os.path.dirname(os.path.abspath(__file__)), os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    return builder.getOrCreate()


def main(arguments=None):
    options = parse(arguments)
    spark = session(options.master)
    try:
        records, findings, unreadable = Job(spark, options).run()
    finally:
        spark.stop()
    counts = [f"{findings.get(name, 0)} {name}" for name in ("fatal", "error", "warning", "information")]
    print(f"{records} records; findings: {', '.join(counts)}")
    for file in unreadable:
        print(f"{file['path']}: {file['reason']}", file=sys.stderr)
    if not records and not findings:
        print("nothing was judged", file=sys.stderr)
        return 2
    if unreadable:
        return 2
    return 1 if findings.get("fatal", 0) + findings.get("error", 0) else 0


if __name__ == "__main__":
    sys.exit(main())
