import FHIRTape

/// The LOINC vital signs whose units have one dimension.
struct VitalSign: Sendable {
  let code: String
  let name: String
  /// The dimension of its unit, in words.
  let kind: String
  let example: String

  private init(_ code: String, _ name: String, _ kind: String, _ example: String) {
    self.code = code
    self.name = name
    self.kind = kind
    self.example = example
  }

  /// The place in ``all`` of the vital sign with this code; behind these are the ``panels``.
  static func index(of code: TextBytes) -> Int? {
    guard (1...8).contains(code.count) else { return nil }
    let unused = UInt64(truncatingIfNeeded: 64 &- code.count &* 8)
    let word = Bytes.load(code.bytes) & (~0 &>> unused)
    return filter & bit(of: word) != 0 ? words.firstIndex(of: word) : nil
  }

  static let all = [
    VitalSign("9279-1", "a respiratory rate", "frequency", "/min"),
    VitalSign("8867-4", "a heart rate", "frequency", "/min"),
    VitalSign("2708-6", "an oxygen saturation", "proportion", "%"),
    VitalSign("59408-5", "an oxygen saturation", "proportion", "%"),
    VitalSign("8310-5", "a body temperature", "temperature", "Cel"),
    VitalSign("8302-2", "a body height", "length", "cm"),
    VitalSign("9843-4", "a head circumference", "length", "cm"),
    VitalSign("8287-5", "a head circumference", "length", "cm"),
    VitalSign("29463-7", "a body weight", "mass", "kg"),
    VitalSign("3141-9", "a body weight", "mass", "kg"),
    VitalSign("39156-5", "a body mass index", "mass by area", "kg/m2"),
    VitalSign("8480-6", "a systolic blood pressure", "pressure", "mm[Hg]"),
    VitalSign("8462-4", "a diastolic blood pressure", "pressure", "mm[Hg]"),
    VitalSign("8478-0", "a mean blood pressure", "pressure", "mm[Hg]"),
  ]

  /// The LOINC codes of the panels of vital signs and of blood pressures, which have no value of their own.
  private static let panels = ["85353-1", "85354-9"]
  /// The codes as words, the first byte in the lowest bits, to compare whole words: no code has more than eight bytes.
  private static let words = (all.map(\.code) + panels).map { code in
    code.utf8.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }
  /// The bits of all words: most other codes begin with other digits.
  private static let filter = words.reduce(UInt64(0)) { $0 | bit(of: $1) }
  private static func bit(of word: UInt64) -> UInt64 { 1 &<< ((word & 0xF) &<< 2 ^ (word &>> 8 & 0xF)) }
}
