import FHIRPrimitives
import FHIRSupport

/// Finds the code system that a misspelt URI probably means.
///
/// Texts are compared by their lower-case letters, digits and full stops, and the slashes between them, without a
/// scheme and `www.`. So `https://www.LOINC.org/` is `loinc.org`, and `SNOMED-CT` is `snomedct`.
struct SystemName: Sendable {
  let uri: String
  /// The normalised URI that texts are compared with.
  private let plain: [UInt8]
  /// Other names of the system, normalised.
  private let names: [[UInt8]]

  private init(_ uri: String, _ names: String...) {
    self.uri = uri
    plain = Array(uri.utf8).withUnsafeBufferPointer { bytes in Self.withPlain(bytes) { Array($0) } }
    self.names = names.map { Array($0.utf8) }
  }

  /// The URI that a text probably means, `nil` if the text is one of the URIs, or not close to any.
  ///
  /// A version after a `|` is not part of the name.
  static func meant(by text: UnsafeBufferPointer<UInt8>) -> String? {
    withPlain(UnsafeBufferPointer(rebasing: text.prefix { $0 != UInt8(ascii: "|") })) { name in
      // By their places, so that no system is copied.
      let known = wellKnown
      if let place = known.indices.first(where: { known[$0].isNamed(name) }) {
        return known[place].uri.utf8.elementsEqual(text) ? nil : known[place].uri
      }
      return known.indices.first { known[$0].isMisspelling(name) }.map { known[$0].uri }
    }
  }

  private func isNamed(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    func isSame(_ other: [UInt8]) -> Bool { other.count == name.count && other.elementsEqual(name) }
    return isSame(plain) || names.contains(where: isSame)
  }

  /// Whether at most two edits turn one into the other. Does not accept a name followed by a path, or neighbouring
  /// identifiers of FHIR such as `icd-10` and `icd-9`.
  private func isMisspelling(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard abs(name.count - plain.count) <= 2, !plain.starts(with: "hl7.org/".utf8) else { return false }
    let slash = UInt8(ascii: "/")
    return name.count { $0 == slash } == plain.count { $0 == slash }
      && Spelling.editDistance(Array(name), plain, limit: 2) != nil
  }

  private static func withPlain<Result>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
      var count = 0
      for byte in text {
        let lower = ASCII.lowercase(byte)
        switch lower {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
          UInt8(ascii: "/"), UInt8(ascii: ":"):
          buffer[count] = lower
          count += 1
        default: break
        }
      }
      var name = UnsafeBufferPointer(rebasing: buffer[..<count])
      for beginning in beginnings {
        let length = beginning.utf8CodeUnitCount
        let start = UnsafeBufferPointer(start: beginning.utf8Start, count: length)
        if name.starts(with: start) { name = UnsafeBufferPointer(rebasing: name[length...]) }
      }
      while let last = name.last, last == UInt8(ascii: "/") || last == UInt8(ascii: ".") {
        name = UnsafeBufferPointer(rebasing: name.dropLast())
      }
      return body(name)
    }
  }

  /// Includes schemes with a wrong letter or colon.
  private static let beginnings: [StaticString] = [
    "http:", "https:", "htp:", "ttp:", "htttp:", "https", "http", "//", "/", "urn:", "oid:", "www.",
  ]

  /// The most common URIs of DSTU2's list, and other names of the systems, including the object identifiers that the
  /// list's URIs replace.
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
