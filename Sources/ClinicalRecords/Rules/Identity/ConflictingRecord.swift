package import FHIRFindings

extension Rule {
  package static let conflictingRecord = Rule(
    "identity/conflicting-record", .error, .duplicate,
    summary: "one version of a record occurs with different content",
    checks: """
      Over a whole run, records with the same source, resource type and id, and with the same `meta.versionId` and \
      `meta.lastUpdated` (or without both), have the same content. White space, the order of members and the escapes \
      of strings are not content; the digits of a number are. The source is the name that came with the records, or \
      else the service base of the entry's `fullUrl`. A record that conflicts with several is reported once, and \
      names the first. Where neither record has a version and their source is unknown, the finding is a warning and \
      says so: servers that number from 1 give the same ids to different records.
      """,
    matters: """
      One of the two is not the record of the source. A program that imports both keeps one of them, depending on \
      their order.
      """,
    bad: #"""
      { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" }, "gender": "female" }
      { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" }, "gender": "male" }
      """#,
    good: #"""
      { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" }, "gender": "female" }
      { "resourceType": "Patient", "id": "b", "meta": { "versionId": "1" }, "gender": "male" }
      """#,
    specification: "https://hl7.org/fhir/DSTU2/resource.html#meta")
}

extension IdentityProblem {
  static func conflictMessage(_ earlier: String) -> String {
    "expected one content for one version of a record, found other content than in \(earlier)"
  }

  /// For two records that may come from two servers, which is not an error.
  static func possibleConflictMessage(_ earlier: String) -> String {
    "expected one content for one id, found other content than in \(earlier); neither record has a version or a known "
      + "source, so they may be of two servers"
  }
}
