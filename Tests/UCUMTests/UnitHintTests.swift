import Testing

@testable import UCUM

struct UnitHintTests {
  @Test(arguments: [
    ("mmHg", "mm[Hg]"), ("mcg/hr", "ug/h"), ("mIU/mL", "m[iU]/mL"), ("KG", "kg"), ("µmol/l", "umol/l"),
    ("score", "{score}"), ("(score)", "{score}"), ("years", "a"), ("x10^3/uL", "10^3/uL"), ("mg / dL", "mg/dL"),
    ("{a b}/min", "{a_b}/min"), ("°C", "Cel"), ("lbs/inches", "[lb_av]/[in_i]"), ("mg/dL", "mg/dL"),
    ("NG/ML", "ng/mL"), ("UG/ML", "ug/mL"), ("MG/DL", "mg/dL"), ("G/DL", "g/dL"), ("MG/L", "mg/L"), ("PG/ML", "pg/mL"),
    ("MMOL/L", "mmol/L"), ("MEQ/L", "meq/L"), ("MCG/KG/MIN", "ug/kg/min"), ("IU/ML", "[iU]/mL"), ("UIU/ML", "u[iU]/mL"),
    ("KG/M2", "kg/m2"), ("MM HG", "mm[Hg]"), ("10^3/UL", "10^3/uL"), ("10*6/UL", "10*6/uL"), ("%", "%"),
    ("kg/m^2", "kg/m2"), ("kg/m²", "kg/m2"), ("m^-2", "m-2"), ("mg/DL", "mg/dL"), ("mMol/L", "mmol/L"),
    ("miu/ml", "m[iU]/ml"), ("grams", "g"), ("beats/min", "{beats}/min"), ("cells/uL", "{cells}/uL"),
    ("ppm", "[ppm]"), ("degF", "[degF]"), ("bpm", "/min"), ("10e3/uL", "10*3/uL"),
  ])
  func meant(text: String, unit: String) throws {
    #expect(UnitHint.meant(by: text) == unit)
    _ = try UCUMUnit(unit)
  }

  @Test(
    "a text that may mean several units has no hint",
    arguments: [
      // Thousandths or millions.
      "MIU/L", "MIU/ML", "MIU/mL", "MIU", "MU/DL", "MHZ", "MCI", "MPA",
      // Megalitres, gauss, henries, the unit of atomic mass: ambiguous.
      "M/UL", "M/uL", "M", "mcg/ML", "mcg/G", "mcg/H", "mcg/u", "MG/mcL", "K/UL", "KG/H",
      // Grains or grams, nutritional calories or others, ounces of weight or of volume.
      "gr", "Cal", "CAL", "D", "MG/D", "Nm", "NM", "Ns", "oz", "floz", "EU/mL", "k", "c",
      // Words that are not counts.
      "units", "foo", "GRAMS OF FAT",
      "", "??", "mg/", "3x", "q.d.", "kg)", "a b", "10+3/uL", "é", "g/100mL", "mg{", "mg[",
      // Brackets without an opening one.
      "m}", "}", "a}b", "kg/m}", "x}{", "}}", "{}}", "m)]", "]", ")",
      // A fraction, which UCUM does not have: this is 1 times 73.
      "ML/MIN/1.73", "mcg/1.5", "ml/min/1.73m2",
    ])
  func nothing(text: String) { #expect(UnitHint.meant(by: text) == nil) }

  @Test("a hint has only symbols that health records use, whatever the text is made of", arguments: 1...4)
  func plausibility(seed: UInt64) throws {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let words = ["M", "m", "G", "g", "K", "k", "IU", "iu", "U", "u", "L", "l", "MOL", "mol", "DL", "dL", "H", "S", "P"]
    for _ in 0..<4_000 {
      let text = (0...random(2)).map { _ in (0...random(2)).map { _ in words[random(words.count)] }.joined() }
        .joined(separator: "/")
      guard let hint = UnitHint.meant(by: text) else { continue }
      for symbol in hint.split(separator: "/") {
        let prefixes: Set<Character> = ["M", "G", "T", "P", "E", "H", "S"]
        #expect(!prefixes.contains(symbol.first ?? "m"), "\(hint) for \(text)")
      }
      // A text with capitals is never read as if its case did not matter.
      if text.contains(where: \.isLowercase), let unit = try? UCUMUnit(text) {
        #expect(try unit == UCUMUnit(hint), "\(hint) for \(text)")
      }
    }
  }

  @Test("every unit of the tables is valid and in ASCII")
  func tables() throws {
    for (text, unit) in UnitHint.units.merging(UnitHint.uppercaseUnits, uniquingKeysWith: { first, _ in first }) {
      #expect(text.utf8.allSatisfy { $0 < 0x80 })
      // Some stand for `10*`, which needs a power only in practice.
      _ = try UCUMUnit(unit)
    }
    for symbol in UnitHint.bracketed { _ = try UCUMUnit("[\(symbol)]") }
    for symbol in UnitHint.metricUnits.union(UnitHint.plainUnits) { _ = try UCUMUnit(symbol) }
    for word in UnitHint.countedThings { _ = try UCUMUnit("{\(word)}") }
  }

  @Test("a long text costs no more than a check of its length")
  func longText() {
    #expect(UnitHint.meant(by: String(repeating: "e\u{301}\u{316}", count: 1 << 16)) == nil)
    #expect(UnitHint.meant(by: String(repeating: "m.", count: 1 << 17) + "m") == nil)
  }

  @Test("the search for a hint ends for any ASCII text, and the hint is a unit", arguments: 1...4)
  func anyText(seed: UInt64) throws {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let signs = Array("{}[]()/.^*+-'%# 10mgLu".utf8)
    for _ in 0..<4_000 {
      let bytes = (0...random(6)).map { _ in random(3) == 0 ? UInt8(0x20 + random(0x5F)) : signs[random(signs.count)] }
      guard let hint = UnitHint.meant(by: String(decoding: bytes, as: UTF8.self)) else { continue }
      _ = try UCUMUnit(hint)
    }
  }
}
