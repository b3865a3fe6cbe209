import FHIRPrimitives
import Testing

/// A check as the validator calls it.
typealias PrimitiveCheck = @Sendable (UnsafePointer<UInt8>, Int) -> PrimitiveFault

/// Every check there is, for tests that hold for all of them.
let allChecks: [(name: String, check: PrimitiveCheck)] = [
  ("date", { FHIRDate.check($0, $1, .signedYear) }),
  ("dateTime", { FHIRDateTime.check($0, $1, .signedYear) }),
  ("instant", { FHIRInstant.check($0, $1, .signedYear) }),
  ("time", { FHIRTime.check($0, $1, []) }),
  ("decimal", { FHIRDecimal.check($0, $1) }),
  ("integer", { FHIRInteger.check($0, $1) }),
  ("unsignedInt", { FHIRInteger.checkUnsigned($0, $1) }),
  ("positiveInt", { FHIRInteger.checkPositive($0, $1) }),
  ("id", { FHIRID.check($0, $1) }),
  ("code", { FHIRCode.check($0, $1) }),
  ("string", { FHIRString.check($0, $1) }),
  ("oid", { FHIROID.check($0, $1) }),
  ("uuid", { FHIRUUID.check($0, $1) }),
  ("uri", { FHIRURI.check($0, $1) }),
  ("R4 date", { FHIRDate.check($0, $1, []) }),
  ("R4 dateTime", { FHIRDateTime.check($0, $1, .leapSecond) }),
  ("R4 instant", { FHIRInstant.check($0, $1, .leapSecond) }),
  ("R4 time", { FHIRTime.check($0, $1, .leapSecond) }),
  ("R4 decimal", { FHIRDecimal.checkScientific($0, $1) }),
  ("R4 oid", { FHIROID.checkBranched($0, $1) }),
  ("canonical", { FHIRCanonical.check($0, $1) }),
  ("base64Binary", { FHIRBase64.check($0, $1) }),
]

/// Runs a check on bytes with eight more behind them.
func fault(_ check: PrimitiveCheck, _ bytes: [UInt8], behind: UInt8 = 0) -> PrimitiveFault {
  (bytes + [UInt8](repeating: behind, count: 8)).withUnsafeBufferPointer { buffer in
    buffer.baseAddress.map { check($0, bytes.count) } ?? .none
  }
}

/// Expects a fault, or `none`, for each value, whatever the bytes behind it.
func expect(
  _ expected: PrimitiveFault, for values: [String], _ check: PrimitiveCheck,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for value in values {
    // A quotation mark follows a string, and the others would lengthen a value if a check looked at them.
    for behind in [UInt8(ascii: "\""), UInt8(ascii: "0"), UInt8(ascii: "a"), UInt8(ascii: ":"), 0xFF] {
      let found = fault(check, Array(value.utf8), behind: behind)
      #expect(found == expected, "\(value.debugDescription)", sourceLocation: sourceLocation)
    }
  }
}

/// A small generator with a fixed seed, so that a failure comes back.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A value with one to three bytes replaced, removed or doubled, the new ones drawn from an alphabet.
func mutated(_ value: String, alphabet: [UInt8], using random: inout SplitMix) -> [UInt8] {
  var bytes = Array(value.utf8)
  for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
    let index = Int.random(in: 0..<bytes.count, using: &random)
    let byte = alphabet.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.remove(at: index)
    case 1: bytes.insert(byte, at: index)
    default: bytes[index] = byte
    }
  }
  return bytes
}
