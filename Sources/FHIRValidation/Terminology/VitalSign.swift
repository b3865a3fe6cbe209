import FHIRTape

/// The LOINC vital signs whose units have one dimension.
struct VitalSign: Sendable {
  let code: String
  let name: String
  /// The dimension of its unit, in words.
  let kind: String
  let example: String

  /// The place in ``all`` of the vital sign with this code; behind these are the ``panels``.
  static func index(of code: TextBytes) -> Int? {
    guard (1...8).contains(code.count) else { return nil }
    let unused = UInt64(truncatingIfNeeded: 64 &- code.count &* 8)
    let word = Bytes.load(code.bytes) & (~0 &>> unused)
    return filter & bit(of: word) != 0 ? words.firstIndex(of: word) : nil
  }

  static let all = [
    VitalSign(code: "9279-1", name: "a respiratory rate", kind: "frequency", example: "/min"),
    VitalSign(code: "8867-4", name: "a heart rate", kind: "frequency", example: "/min"),
    VitalSign(code: "2708-6", name: "an oxygen saturation", kind: "proportion", example: "%"),
    VitalSign(code: "59408-5", name: "an oxygen saturation", kind: "proportion", example: "%"),
    VitalSign(code: "8310-5", name: "a body temperature", kind: "temperature", example: "Cel"),
    VitalSign(code: "8302-2", name: "a body height", kind: "length", example: "cm"),
    VitalSign(code: "9843-4", name: "a head circumference", kind: "length", example: "cm"),
    VitalSign(code: "8287-5", name: "a head circumference", kind: "length", example: "cm"),
    VitalSign(code: "29463-7", name: "a body weight", kind: "mass", example: "kg"),
    VitalSign(code: "3141-9", name: "a body weight", kind: "mass", example: "kg"),
    VitalSign(code: "39156-5", name: "a body mass index", kind: "mass by area", example: "kg/m2"),
    VitalSign(code: "8480-6", name: "a systolic blood pressure", kind: "pressure", example: "mm[Hg]"),
    VitalSign(code: "8462-4", name: "a diastolic blood pressure", kind: "pressure", example: "mm[Hg]"),
    VitalSign(code: "8478-0", name: "a mean blood pressure", kind: "pressure", example: "mm[Hg]"),
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
