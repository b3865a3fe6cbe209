"""Finds records that occur more than once, from the digests of all records.

Records are compared on four levels, as in the command. The finding of a record is that of the narrowest level on which
it is not the first, and names the first.
"""

from pyspark.sql import Window
from pyspark.sql import functions as F

DIGESTS = ["identityDigest", "idDigest", "versionDigest", "contentDigest"]
# How many of the digests define a set on each level, and the rule for a record that is not the first of its set.
LEVELS = [
    (4, "identity/duplicate-record"),
    (3, "identity/conflicting-record"),
    (2, "identity/newer-version"),
    (1, "identity/case-differs"),
]
# The severities and messages of the rules; {} stands for the place of the earlier record.
WORDS = {
    "identity/duplicate-record": ("warning", "expected each record once, found the same content as in {}"),
    "identity/conflicting-record": (
        "error",
        "expected one content for one version of a record, found other content than in {}",
    ),
    "identity/newer-version": ("information", "expected each record once, found another version of the one in {}"),
    "identity/case-differs": (
        "warning",
        "expected ids that differ in more than case, found one that differs only in case from the one in {}",
    ),
    "identity/missing-id": (
        "information",
        "expected an id, found none; whether the record is there twice was not judged",
    ),
}
# A conflict of records that have neither a version nor a known source.
POSSIBLE_CONFLICT = (
    "warning",
    "expected one content for one id, found other content than in {}; neither record has a version or a known source, "
    "so they may be of two servers",
)
# Problems up to this count are sent to every executor; more are joined through another shuffle.
BROADCAST_ROWS = 1_000_000


def keys(records):
    """The shuffled facts of each record: digests, order, and whether it has a source or a version."""
    attributes = ["source", "versionId", "lastUpdated"]
    attributed = F.coalesce(*[F.col(name) for name in attributes]).isNotNull().alias("attributed")
    digests = [F.unhex(name).alias(name) for name in DIGESTS]
    return records.where("identity = 'compared'").select(*digests, "order", attributed)


def problems(keys):
    """A row for each record with a relation: its order, the rule, the order of the earlier record, ``attributed``."""
    # One shuffle and one sort serve all levels, because the digests of each begin with those of the next.
    rows = keys.repartition(DIGESTS[0]).sortWithinPartitions(*DIGESTS)
    for count, _ in LEVELS:
        rows = rows.withColumn(f"first{count}", F.min("order").over(Window.partitionBy(*DIGESTS[:count])))
    rule, earlier = F.lit(None).cast("string"), F.lit(None).cast("long")
    for count, name in reversed(LEVELS):
        is_later = F.col("order") > F.col(f"first{count}")
        rule = F.when(is_later, F.lit(name)).otherwise(rule)
        earlier = F.when(is_later, F.col(f"first{count}")).otherwise(earlier)
    found = rows.select("order", rule.alias("rule"), earlier.alias("earlier"), "attributed")
    return found.where("rule is not null")


def findings(records, problems, columns):
    """The findings, with the places and messages of the command."""
    problems = problems.persist()
    wanted = problems.select("order").union(problems.select(F.col("earlier").alias("order"))).distinct()
    if problems.count() <= BROADCAST_ROWS:
        wanted = F.broadcast(wanted)
    places = records.join(wanted, "order")
    earlier = places.select(F.col("order").alias("earlier"), _place().alias("place"))
    found = places.join(problems, "order").join(earlier, "earlier")
    # Records of a health card must have no id.
    missing = records.where("identity = 'missing-id' and card is null").withColumn("rule", F.lit("identity/missing-id"))
    missing = missing.withColumn("place", F.lit("")).withColumn("attributed", F.lit(True))
    return _with_words(found, columns).unionAll(_with_words(missing, columns))


def _place():
    """The file, the line, and the column if the record does not begin its line."""
    column = F.when(F.col("column") > 1, F.concat(F.lit(":"), F.col("column"))).otherwise("")
    return F.concat("file", F.lit(":"), "line", column)


def _with_words(rows, columns):
    severity, message = F.lit(None), F.lit(None)
    for rule, words in WORDS.items():
        severity, message = _when(F.col("rule") == rule, words, severity, message)
    is_possible = (F.col("rule") == "identity/conflicting-record") & ~F.col("attributed")
    severity, message = _when(is_possible, POSSIBLE_CONFLICT, severity, message)
    made = {"severity": severity, "message": message, "path": F.col("resourceType"), "pointer": F.lit(None)}
    return rows.select(*[made.get(name, F.col(name)).cast(kind).alias(name) for name, kind in columns])


def _when(condition, words, severity, message):
    before, _, after = words[1].partition("{}")
    text = F.concat(F.lit(before), "place", F.lit(after))
    return F.when(condition, F.lit(words[0])).otherwise(severity), F.when(condition, text).otherwise(message)
