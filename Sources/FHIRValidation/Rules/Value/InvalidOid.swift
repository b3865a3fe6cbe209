package import FHIRDiagnostics

extension Rule {
  /// Reports an OID that is not well-formed.
  package static let invalidOid = Rule(
    "value/invalid-oid", .error, .value,
    summary: "an OID is not valid",
    explanation: Explanation(
      checks: """
        An OID is written `urn:oid:` and then numbers joined by dots, none of them with a leading zero. The first is \
        0, 1 or 2, and after 0 or 1 the second is below 40, as OIDs are defined. The rule applies to elements of type \
        oid, and to a uri that begins with `urn:oid:`.
        """,
      matters: """
        OIDs name code systems and assigners of identifiers. With a wrong digit or without its prefix an OID names \
        something else or nothing, so identical identifiers no longer match.
        """,
      type: "Patient", members: #""extension": [{ "url": "http://example.org/assigner", "valueOid": ~ }]"#,
      bad: #""2.16.840.1.113883""#, good: #""urn:oid:2.16.840.1.113883""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#oid"))
}
