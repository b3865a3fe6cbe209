package import FHIRFindings

extension Rule {
  package static let unresolvedReference = Rule(
    "bundle/unresolved-reference", .error, .notFound, summary: "a reference does not resolve inside the Bundle",
    checks: """
      Some references must resolve inside the Bundle: those to a `urn:uuid:` or `urn:oid:`, and to the `resource:` of \
      health cards, those of the Composition of a document, though not to other documents (`relatesTo`), in extensions, in \
      contained resources and in identifiers, and those of `MessageHeader.data` (R4: `focus`) and of `response.details` in a message. They match the `fullUrl` of an entry; a relative reference is completed with the server in the \
      `fullUrl` of its own entry, and a version is compared with `meta.versionId`. References to other servers are not \
      looked up.
      """,
    matters: """
      Such a Bundle must be complete. A resource that exists only in the Bundle cannot be fetched elsewhere, so a \
      document without its patient or author cannot be used.
      """,
    form: .resource("Bundle"),
    example: """
      "type": "collection",
      "entry": [
        {
          "fullUrl": "urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11",
          "resource": {
            "resourceType": "Patient",
            "managingOrganization": { "reference": "urn:uuid:0b1e7a52-6c1d-4f7b-8a55-6f1f5b0a7c22" }
          }
        }~
      ]
      """,
    bad: "",
    good: """
      ,
        {
          "fullUrl": "urn:uuid:0b1e7a52-6c1d-4f7b-8a55-6f1f5b0a7c22",
          "resource": { "resourceType": "Organization", "name": "Clinic" }
        }
      """,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html#references")
}

extension ReferenceJudge {
  /// Reports a reference that no entry answers, after all entries: see ``settleReferences(type:_:)``.
  @inline(never)
  func reportUnresolvedReference(_ reference: PendingReference, type: BundleType, _ cursor: inout RecordCursor) {
    let reason =
      if reference.flags.isLocal {
        "which exists nowhere else"
      } else if !reference.flags.hasKey {
        "which is relative, and the fullUrl of its own entry shows no server"
      } else {
        "which a \(type.name.string.clipped) has to hold"
      }
    cursor.report(
      .unresolvedReference, about: reference,
      "expected an entry of the Bundle for this reference, \(reason), found none")
  }
}
