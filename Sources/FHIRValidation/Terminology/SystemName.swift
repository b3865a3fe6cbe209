import FHIRPrimitives

/// Finds the code system that a misspelt URI probably means, by its lower-case letters, digits and full stops and the
/// slashes between them, without a scheme and `www.`: `https://www.LOINC.org/` is `loinc.org`, `SNOMED-CT` `snomedct`.
struct SystemName: Sendable {
  let uri: String
  /// The normalised URI that texts are compared with.
  private let plain: [UInt8]
  /// Other names of the system, normalised.
  private let names: [[UInt8]]

  private init(_ uri: String, _ names: String...) {
    self.uri = uri
    plain = Self.plain(uri.utf8)
    self.names = names.map { Array($0.utf8) }
  }

  /// The URI that a text, up to a `|`, probably means; `nil` if it is one of the URIs, or not close to any.
  static func meant(by text: UnsafeBufferPointer<UInt8>) -> String? {
    let name = plain(text.prefix { $0 != UInt8(ascii: "|") })
    // By their places, so that no system is copied.
    let known = wellKnown
    if let place = places[name] { return known[place].uri.utf8.elementsEqual(text) ? nil : known[place].uri }
    let count = slashes(name)
    return known.indices.first { known[$0].isMisspelling(name, slashes: count) }.map { known[$0].uri }
  }

  /// Whether at most two edits make one the other; not with a path, nor for FHIR's own, such as `icd-10` and `icd-9`.
  private func isMisspelling(_ name: [UInt8], slashes: Int) -> Bool {
    slashes == Self.slashes(plain) && !plain.starts(with: "hl7.org/".utf8)
      && Spelling.editDistance(name, plain, limit: 2) != nil
  }

  private static func slashes(_ name: [UInt8]) -> Int { name.count { $0 == UInt8(ascii: "/") } }

  private static func plain(_ text: some Sequence<UInt8>) -> [UInt8] {
    let kept = kept
    var name: [UInt8] = []
    name.reserveCapacity(text.underestimatedCount)
    for byte in text where kept[Int(byte)] != 0 { name.append(kept[Int(byte)]) }
    for beginning in beginnings where name.first == beginning.first && name.starts(with: beginning) {
      name.removeFirst(beginning.count)
    }
    while name.last == UInt8(ascii: "/") || name.last == UInt8(ascii: ".") { name.removeLast() }
    return name
  }

  /// What stays of each byte, 0 for nothing.
  private static let kept: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    let lower = ASCII.lowercase(byte)
    return ASCII.isLetter(lower) || ASCII.isDigit(lower) || "./:".utf8.contains(lower) ? lower : 0
  }

  /// Includes schemes with a wrong letter or colon.
  private static let beginnings = [
    "http:", "https:", "htp:", "ttp:", "htttp:", "https", "http", "//", "/", "urn:", "oid:", "www.",
  ].map { Array($0.utf8) }

  /// The place in ``wellKnown`` of each name.
  private static let places = Dictionary(
    wellKnown.enumerated().flatMap { place, system in ([system.plain] + system.names).map { ($0, place) } },
    uniquingKeysWith: { first, _ in first })

  /// The most common URIs of DSTU2's list, and other names of the systems, including object identifiers.
  private static let wellKnown = [
    SystemName("http://loinc.org", "loinc", "loinc.com", "2.16.840.1.113883.6.1"),
    SystemName(
      "http://snomed.info/sct", "snomed", "snomedct", "sct", "snomed.info", "snomed.info/id", "snomed.org",
      "snomed.org/sct", "2.16.840.1.113883.6.96"),
    SystemName("http://www.nlm.nih.gov/research/umls/rxnorm", "rxnorm", "2.16.840.1.113883.6.88"),
    SystemName("http://unitsofmeasure.org", "ucum", "ucum.org", "unitsofmeasure.com", "2.16.840.1.113883.6.8"),
    SystemName("http://hl7.org/fhir/sid/cvx", "cvx", "hl7.org/fhir/cvx", "2.16.840.1.113883.12.292"),
    SystemName("http://hl7.org/fhir/sid/ndc", "ndc", "hl7.org/fhir/ndc", "2.16.840.1.113883.6.69"),
    SystemName("http://www.ama-assn.org/go/cpt", "cpt", "cpt4", "2.16.840.1.113883.6.12"),
    SystemName("http://hl7.org/fhir/sid/icd-9-cm", "icd9cm", "2.16.840.1.113883.6.103"),
    SystemName("http://hl7.org/fhir/sid/icd-10-cm", "icd10cm", "2.16.840.1.113883.6.90"),
    SystemName("http://hl7.org/fhir/sid/icd-10", "icd10", "2.16.840.1.113883.6.3"),
    SystemName("http://www.whocc.no/atc", "atc", "2.16.840.1.113883.6.73"),
  ]
}
