import FHIRTape

/// The code systems whose codes can be judged by their form alone.
enum KnownSystem: CaseIterable {
  case loinc, snomed, rxNorm, ucum, cvx, ndc

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

/// The check digits of code systems, over ASCII digits.
package enum CheckDigit {
  /// LOINC's check digit of a number: modulus 10, every other digit doubled, starting with the last.
  package static func modulus10(_ digits: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let weighted = Int(digit & 15) << (place & 1 ^ 1)
      sum += weighted > 9 ? weighted - 9 : weighted
    }
    return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
  }

  /// SNOMED CT's check digit by Verhoeff: products in the dihedral group of order ten, each digit permuted by place.
  package static func verhoeff(_ digits: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var product = 0
    for (place, digit) in digits.reversed().enumerated() {
      product = entry(of: multiplication, product, entry(of: permutation, (place + 1) & 7, Int(digit & 15)))
    }
    return UInt8(ascii: "0") + UInt8(entry(of: inverse, 0, product))
  }

  private static func entry(of table: StaticString, _ row: Int, _ column: Int) -> Int {
    Int(table.utf8Start[row * 10 + column] & 15)
  }

  private static let multiplication: StaticString = """
    0123456789\
    1234067895\
    2340178956\
    3401289567\
    4012395678\
    5987604321\
    6598710432\
    7659821043\
    8765932104\
    9876543210
    """

  private static let permutation: StaticString = """
    0123456789\
    1576283094\
    5803796142\
    8916043527\
    9453126870\
    4286573901\
    2793806415\
    7046913258
    """

  private static let inverse: StaticString = "0432156789"
}
