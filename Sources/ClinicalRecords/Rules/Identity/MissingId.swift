package import FHIRFindings

extension Rule {
  package static let missingId = Rule(
    "identity/missing-id", .information, .informational,
    summary: "a record has no id",
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
}

extension IdentityProblem {
  static var missingIDMessage: String { "expected an id, found none; whether the record is there twice was not judged" }
}
