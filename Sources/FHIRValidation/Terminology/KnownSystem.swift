import FHIRTape

/// The code systems whose codes can be judged by their form alone.
enum KnownSystem: CaseIterable {
  case loinc
  case snomed
  case rxNorm
  case ucum
  case cvx
  case ndc

  /// The system's URI.
  var uri: StaticString {
    switch self {
    case .loinc: "http://loinc.org"
    case .snomed: "http://snomed.info/sct"
    case .rxNorm: "http://www.nlm.nih.gov/research/umls/rxnorm"
    case .ucum: "http://unitsofmeasure.org"
    case .cvx: "http://hl7.org/fhir/sid/cvx"
    case .ndc: "http://hl7.org/fhir/sid/ndc"
    }
  }

  /// The system with exactly this URI.
  init?(_ p: UnsafePointer<UInt8>, _ count: Int) {
    // The length leaves one or two candidates.
    let candidate: KnownSystem
    switch count {
    case 16: candidate = .loinc
    case 22: candidate = .snomed
    case 25: candidate = .ucum
    case 27: candidate = p[24] == UInt8(ascii: "c") ? .cvx : .ndc
    case 43: candidate = .rxNorm
    default: return nil
    }
    guard Bytes.isEqual(p, candidate.uri.utf8Start, count) else { return nil }
    self = candidate
  }
}
