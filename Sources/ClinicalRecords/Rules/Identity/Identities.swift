public import FHIRFindings

/// The rules of the identity of records: one pass over sorted rows distinguishes them, and so one table.
extension Rule {
  package static let caseDiffers = Rule(
    "identity/case-differs", .warning, .duplicate, summary: "two ids differ only in case",
    checks: """
      Over a whole run, no two records of one source and one resource type have ids that differ in nothing but the \
      case of their letters. The first record of each further spelling is reported, and names the first record in \
      another spelling.
      """,
    matters: """
      Ids are case-sensitive, so these are two records. File systems and databases that ignore case treat them as \
      one, and one record overwrites the other.
      """,
    example: #"""
      { "resourceType": "Patient", "id": "a1" }
      { "resourceType": "Patient", "id": ~ }
      """#,
    bad: #""A1""#, good: #""A2""#, specification: "https://hl7.org/fhir/DSTU2/resource.html#id")

  package static let conflictingRecord = Rule(
    "identity/conflicting-record", .error, .duplicate, summary: "one version of a record occurs with different content",
    checks: """
      Over a whole run, records with the same source, resource type and id, and with the same `meta.versionId` and \
      `meta.lastUpdated` (or without both), have the same content. White space, the order of members and the escapes \
      of strings are not content, nor are tags, security labels and profiles in `meta`, which may change while the \
      version stays; the digits of a number are. Without both in `meta`, those of the entry's `response` count, as in a \
      history, of which versions that nothing names are the same only if they are equal; a record that is marked \
      `SUBSETTED` is not compared. The source is the name that came with the records, or else the service base of the \
      entry's `fullUrl`. A record that conflicts with several is reported once, and names the first. Where neither \
      record has a version and their source is unknown, the finding is a warning and says so: servers that number from \
      1 give the same ids to different records.
      """,
    matters: """
      One of the two is not the record of the source. A program that imports both keeps one of them, depending on \
      their order.
      """,
    example: #"""
      { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" }, "gender": "female" }
      { "resourceType": "Patient", "id": ~ }
      """#,
    bad: #""a", "meta": { "versionId": "1" }, "gender": "male""#,
    good: #""b", "meta": { "versionId": "1" }, "gender": "male""#,
    specification: "https://hl7.org/fhir/DSTU2/resource.html#meta")

  package static let duplicateRecord = Rule(
    "identity/duplicate-record", .warning, .duplicate, summary: "a record occurs twice",
    checks: """
      Over a whole run, each record occurs once. A record is identified by its source, its resource type and its \
      id; the source is the name that came with the records, or else the service base of the entry's `fullUrl`. \
      Every further occurrence with the same content is reported and names the first. White space, the order \
      of members and the escapes of strings are not content, nor are tags, security labels and profiles in `meta`. \
      The same record of two sources is two records.
      """,
    matters: "A program that does not compare identities counts the record twice: one immunization becomes two.",
    example: #"""
      { "resourceType": "Patient", "id": "a", "gender": "female" }
      { "resourceType": "Patient", ~ }
      """#,
    bad: #""gender": "female", "id": "a""#, good: #""id": "b", "gender": "female""#,
    specification: "https://hl7.org/fhir/DSTU2/resource.html#id")

  package static let missingId = Rule(
    "identity/missing-id", .information, .informational, summary: "a record has no id",
    checks: """
      A record has an `id`: a string that is not empty. Resources in `contained`, Bundles and Parameters are not \
      records of their own. An entry whose request creates its resource needs none: a `POST`, or a `PUT` with a \
      search in its url, such as `Patient?identifier=12`. A record in a health card must not have one.
      """,
    matters: """
      Without an id a record cannot be identified: whether it is a duplicate was not checked, nothing can refer to \
      it, and importing it again creates a second record. A server assigns the id of a new record, so a record to be \
      created is not reported.
      """,
    bad: #"{ "resourceType": "Patient", "gender": "female" }"#,
    good: #"{ "resourceType": "Patient", "id": "a", "gender": "female" }"#,
    specification: "https://hl7.org/fhir/DSTU2/resource.html#id")

  package static let newerVersion = Rule(
    "identity/newer-version", .information, .informational, summary: "a record also occurs in another version",
    checks: """
      Over a whole run, a record occurs in one version. A record with the source, resource type and id of an earlier \
      one, and with another `meta.versionId` or `meta.lastUpdated`, is reported and names the first of them. The \
      order of the input does not say which is newer: compare `meta.lastUpdated`.
      """,
    matters: """
      An updated record keeps its identity. For the current state, use the newest version of each; counting all \
      versions counts a record several times.
      """,
    example: #"""
      { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" } }
      { "resourceType": "Patient", "id": ~ }
      """#,
    bad: #""a", "meta": { "versionId": "2" }"#, good: #""b", "meta": { "versionId": "2" }"#,
    specification: "https://hl7.org/fhir/DSTU2/resource.html#meta")
}

extension IdentityProblem {
  /// A message with what was expected and what was found.
  package func message(earlier: String) -> String {
    switch self {
    case .caseDiffers:
      "expected ids that differ in more than case, found one that differs only in case from the one in \(earlier)"
    case .conflictingRecord: "expected one content for one version of a record, found other content than in \(earlier)"
    case .duplicateRecord: "expected each record once, found the same content as in \(earlier)"
    case .missingID: "expected an id, found none; whether the record is there twice was not judged"
    case .newerVersion: "expected each record once, found another version of the one in \(earlier)"
    case .possibleConflict:
      "expected one content for one id, found other content than in \(earlier); neither record has a version or a known "
        + "source, so they may be of two servers"
    }
  }
}

extension RuleCatalog {
  /// The rules about the identity of records, which a ``RecordIndex`` applies to a whole run.
  public static let identity = RuleCatalog([
    .caseDiffers, .conflictingRecord, .duplicateRecord, .missingId, .newerVersion,
  ])
}
