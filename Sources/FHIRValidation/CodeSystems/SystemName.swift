/// Which code system a URI was meant to be that is not quite one.
///
/// Compared are lower-case letters and digits, full stops and the slashes between them, without a scheme and `www.`. So
/// `https://www.LOINC.org/` is `loinc.org`, and `SNOMED-CT` is `snomedct`.
enum SystemName {
  /// The URI that was meant, `nil` when the text is not close to any.
  static func meant(by text: String) -> String? {
    let name = plain(text)
    if wellKnown.contains(where: { $0.uri == text }) { return nil }
    for system in wellKnown where plain(system.uri) == name || system.names.contains(name) { return system.uri }
    return wellKnown.map(\.uri).first { isMisspelling(name, of: plain($0)) }
  }

  /// Whether at most two edits lead from one to the other. A path behind a name is another thing, and so are the
  /// neighbours among FHIR's own identifiers, such as `icd-10` and `icd-9`.
  private static func isMisspelling(_ name: String, of uri: String) -> Bool {
    !uri.hasPrefix("hl7.org/") && name.count { $0 == "/" } == uri.count { $0 == "/" }
      && NameHint.editDistance(Array(name.utf8), Array(uri.utf8), limit: 2) != nil
  }

  private static func plain(_ text: String) -> String {
    var rest = text.lowercased()[...]
    for beginning in ["http://", "https://", "http:", "urn:oid:", "oid:", "urn:", "www."]
    where rest.hasPrefix(beginning) {
      rest = rest.dropFirst(beginning.count)
    }
    let kept = rest.filter { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "/" || $0 == "." }
    var name = kept[...]
    while name.last == "/" || name.last == "." { name = name.dropLast() }
    return String(name)
  }

  /// The URIs of DSTU2's list that are used most, and what else the systems are called: names, and the object
  /// identifiers, in place of which the list's URIs are to be used.
  private static let wellKnown: [(uri: String, names: Set<String>)] = [
    ("http://loinc.org", ["loinc", "2.16.840.1.113883.6.1"]),
    (
      "http://snomed.info/sct",
      ["snomed", "snomedct", "sct", "snomed.info", "snomed.org", "snomed.org/sct", "2.16.840.1.113883.6.96"]
    ),
    ("http://www.nlm.nih.gov/research/umls/rxnorm", ["rxnorm", "2.16.840.1.113883.6.88"]),
    ("http://unitsofmeasure.org", ["ucum", "ucum.org", "2.16.840.1.113883.6.8"]),
    ("http://hl7.org/fhir/sid/cvx", ["cvx", "hl7.org/fhir/cvx", "2.16.840.1.113883.12.292"]),
    ("http://hl7.org/fhir/sid/ndc", ["ndc", "hl7.org/fhir/ndc", "2.16.840.1.113883.6.69"]),
    ("http://www.ama-assn.org/go/cpt", ["cpt", "cpt4", "2.16.840.1.113883.6.12"]),
    ("http://hl7.org/fhir/sid/icd-9-cm", ["icd9cm", "hl7.org/fhir/icd9cm", "2.16.840.1.113883.6.103"]),
    ("http://hl7.org/fhir/sid/icd-10-cm", ["icd10cm", "hl7.org/fhir/icd10cm", "2.16.840.1.113883.6.90"]),
    ("http://hl7.org/fhir/sid/icd-10", ["icd10", "hl7.org/fhir/icd10", "2.16.840.1.113883.6.3"]),
    ("http://www.whocc.no/atc", ["atc", "2.16.840.1.113883.6.73"]),
  ]
}
