import FHIRPrimitives
import Testing

/// A check as the validator calls it.
typealias PrimitiveCheck = @Sendable (UnsafePointer<UInt8>, Int) -> PrimitiveFault

/// All checks, for tests that apply to each.
let allChecks: [(name: String, check: PrimitiveCheck)] = [
  ("date", { DateGrammar.check($0, $1, .signedYear) }),
  ("dateTime", { DateTimeGrammar.check($0, $1, .signedYear) }),
  ("instant", { InstantGrammar.check($0, $1, .signedYear) }),
  ("time", { TimeGrammar.check($0, $1, []) }),
  ("decimal", { DecimalGrammar.check($0, $1) }),
  ("integer", { IntegerGrammar.check($0, $1) }),
  ("unsignedInt", { IntegerGrammar.checkUnsigned($0, $1) }),
  ("positiveInt", { IntegerGrammar.checkPositive($0, $1) }),
  ("id", { IDGrammar.check($0, $1) }),
  ("code", { CodeGrammar.check($0, $1) }),
  ("string", { StringGrammar.check($0, $1) }),
  ("oid", { OIDGrammar.check($0, $1) }),
  ("uuid", { UUIDGrammar.check($0, $1) }),
  ("uri", { URIGrammar.check($0, $1) }),
  ("R4 date", { DateGrammar.check($0, $1, []) }),
  ("R4 dateTime", { DateTimeGrammar.check($0, $1, .leapSecond) }),
  ("R4 instant", { InstantGrammar.check($0, $1, .leapSecond) }),
  ("R4 time", { TimeGrammar.check($0, $1, .leapSecond) }),
  ("R4 decimal", { DecimalGrammar.checkScientific($0, $1) }),
  ("R4 oid", { OIDGrammar.checkBranched($0, $1) }),
  ("canonical", { CanonicalGrammar.check($0, $1) }),
  ("base64Binary", { Base64Grammar.check($0, $1) }),
]

/// Runs a check on bytes followed by eight more.
func fault(_ check: PrimitiveCheck, _ bytes: [UInt8], behind: UInt8 = 0) -> PrimitiveFault {
  (bytes + [UInt8](repeating: behind, count: 8)).withUnsafeBufferPointer { buffer in
    buffer.baseAddress.map { check($0, bytes.count) } ?? .none
  }
}

/// Expects a fault, or `none`, for each value, whatever bytes follow it.
func expect(
  _ expected: PrimitiveFault, for values: [String], _ check: PrimitiveCheck,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for value in values {
    // A quotation mark follows a string; the others would lengthen a value if a check read them.
    for behind in [UInt8(ascii: "\""), UInt8(ascii: "0"), UInt8(ascii: "a"), UInt8(ascii: ":"), 0xFF] {
      let found = fault(check, Array(value.utf8), behind: behind)
      #expect(found == expected, "\(value.debugDescription)", sourceLocation: sourceLocation)
    }
  }
}

/// A small generator with a fixed seed, so that failures are reproducible.
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

/// A value with one to three bytes replaced, removed or doubled, with new ones from an alphabet.
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
