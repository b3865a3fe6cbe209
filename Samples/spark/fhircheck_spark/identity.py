"""Which records are there more than once, decided by Spark from the digests of the records.

A record is compared on four levels, as the command does it: of the records with one content the first goes up to the level of
versions, of those the first of each version to the level of identities, and of those the first to the level of ids that differ
in case only. What does not go up is a finding, and names the one that did.
"""

from pyspark.sql import Window
from pyspark.sql import functions as F

# Level by level: the columns that make a set, and what a record of it is that is not the first.
LEVELS = [
    (["identityDigest", "idDigest", "versionDigest", "contentDigest"], "identity/duplicate-record"),
    (["identityDigest", "idDigest", "versionDigest"], "identity/conflicting-record"),
    (["identityDigest", "idDigest"], "identity/newer-version"),
    (["identityDigest"], "identity/case-differs"),
]

SEVERITIES = {
    "identity/duplicate-record": "warning",
    "identity/conflicting-record": "error",
    "identity/newer-version": "information",
    "identity/case-differs": "warning",
    "identity/missing-id": "warning",
}


def keys(records):
    """What is shuffled of each record: digests as bytes, its order, and whether it has a source or a version."""
    attributed = (
        F.col("source").isNotNull() | F.col("versionId").isNotNull() | F.col("lastUpdated").isNotNull()
    )
    digests = [F.unhex(name).alias(name) for name in ("identityDigest", "idDigest", "versionDigest", "contentDigest")]
    return records.where(F.col("identity") == "compared").select(*digests, "order", attributed.alias("attributed"))


def problems(keys):
    """The findings as rows of the record's order, the rule, the order of the earlier record, and whether it has a source."""
    # One shuffle: all levels have the identity among their columns.
    rest = keys.repartition("identityDigest")
    alone = Window.partitionBy("identityDigest")
    rest = rest.withColumn("several", F.count("*").over(alone)).where("several > 1").drop("several")
    found = None
    for columns, rule in LEVELS:
        window = Window.partitionBy(*columns)
        rest = rest.withColumn("earlier", F.min("order").over(window))
        later = rest.where("earlier < order").select("order", F.lit(rule).alias("rule"), "earlier", "attributed")
        found = later if found is None else found.unionAll(later)
        rest = rest.where("earlier = order")
    return found


def findings(records, problems):
    """The findings with places and words, in the columns of the command's findings."""
    earlier = records.select(
        F.col("order").alias("earlier"),
        F.concat(
            "file", F.lit(":"), F.col("line").cast("string"),
            F.when(F.col("column") > 1, F.concat(F.lit(":"), F.col("column").cast("string"))).otherwise(F.lit("")),
        ).alias("place"),
    )
    copies = (
        records.join(problems, "order")
        .join(earlier, "earlier")
        .withColumn("message", _message())
        .withColumn("severity", _severity())
    )
    missing = (
        records.where(F.col("identity") == "missing-id")
        .withColumn("rule", F.lit("identity/missing-id"))
        .withColumn("severity", F.lit(SEVERITIES["identity/missing-id"]))
        .withColumn("message", F.lit("expected an id, found none; whether the record is there twice was not judged"))
    )
    columns = [
        "file", "line", "column", "byteOffset", "severity", "rule",
        F.col("resourceType").alias("path"), "message", "resourceType", "id",
    ]
    return copies.select(*columns).unionAll(missing.select(*columns))


def _message():
    rule = F.col("rule")
    place = F.col("place")
    return (
        F.when(
            rule == "identity/duplicate-record",
            F.concat(F.lit("expected each record once, found the same content as in "), place),
        )
        .when(
            (rule == "identity/conflicting-record") & F.col("attributed"),
            F.concat(F.lit("expected one content for one version of a record, found other content than in "), place),
        )
        .when(
            rule == "identity/conflicting-record",
            F.concat(
                F.lit("expected one content for one id, found other content than in "), place,
                F.lit("; neither record has a version or a known source, so they may be of two servers"),
            ),
        )
        .when(
            rule == "identity/newer-version",
            F.concat(F.lit("expected each record once, found another version of the one in "), place),
        )
        .otherwise(
            F.concat(
                F.lit("expected ids that differ in more than case, found one that differs only in case from the one in "),
                place,
            )
        )
    )


def _severity():
    choice = F.when((F.col("rule") == "identity/conflicting-record") & ~F.col("attributed"), F.lit("warning"))
    for rule, severity in SEVERITIES.items():
        choice = choice.when(F.col("rule") == rule, F.lit(severity))
    return choice
