import Testing

@testable import UCUM

@Suite("Units of UCUM")
struct UCUMUnitTests {
  @Test("every unit of the table can be computed from the lines before it")
  func table() throws {
    let lines = "\(UnitTable.definitions)".split(separator: "\n").filter { !$0.hasPrefix("prefix ") }
    #expect(UnitTable.shared.count == lines.count)
    for line in lines { _ = try UCUMUnit(String(line.prefix { $0 != " " })) }
    #expect(Set(lines.map { $0.prefix { $0 != " " } }).count == lines.count)
  }

  /// The values of one of a unit in others, by the published tables and by the definitions of the customary units.
  static let ratios: [(unit: String, other: String, ratio: Double)] = [
    ("km", "m", 1000), ("mg", "g", 0.001), ("kg", "[lb_av]", 1 / 0.45359237), ("[in_i]", "cm", 2.54),
    ("[ft_i]", "m", 0.3048), ("L", "cm3", 1000), ("dL", "mL", 100), ("mm[Hg]", "Pa", 133.322), ("bar", "kPa", 100),
    ("[psi]", "Pa", 6894.757293168361), ("h", "s", 3600), ("a", "d", 365.25), ("mo", "d", 30.4375), ("wk", "h", 168),
    ("/min", "Hz", 1.0 / 60), ("mmol/L", "umol/mL", 1), ("U/L", "nmol/s/L", 1000.0 / 60), ("cal", "J", 4.184),
    ("kat", "U", 6e7), ("10*9/L", "10*3/uL", 1), ("10^3/uL", "/nL", 1), ("%", "1", 0.01), ("[ppth]", "%", 0.1),
    ("deg", "rad", .pi / 180), ("circ", "deg", 360), ("[gal_us]", "L", 3.785411784), ("[foz_us]", "mL", 29.5735295625),
    ("N", "kg.m/s2", 1), ("V", "J/C", 1), ("eV", "J", 1.602176634e-19), ("mol", "1", 6.02214076e23),
    ("[car_Au]", "1", 1.0 / 24), ("kg/m2", "g/cm2", 0.1), ("m/s", "km/h", 3.6), ("mg/dL", "g/L", 0.01),
    ("[drp]", "mL", 0.05), ("KiBy", "bit", 8192), ("10*+3", "1", 1000), ("dam", "m", 10), ("[degR]", "K", 5.0 / 9),
    ("m[H2O]", "kPa", 9.80665), ("meq/L", "mmol/L", 1), ("[LPF]", "[HPF]", 100), ("mg%", "mg/dL", 1),
    ("[IU]", "[iU]", 1), ("k[IU]/L", "m[iU]/uL", 1), ("mL/min/{1.73_m2}", "mL/min", 1), ("100.g", "kg", 0.1),
    ("g/(24.h)", "g/d", 1), ("m.s-1", "m/s", 1), ("s+2", "s2", 1), ("[pi].rad", "deg", 180), ("2.5", "1", 10),
  ]

  @Test(arguments: ratios.indices)
  func ratio(_ index: Int) throws {
    let (name, otherName, expected) = Self.ratios[index]
    let (unit, other) = (try UCUMUnit(name), try UCUMUnit(otherName))
    #expect(unit.isCommensurable(with: other))
    let found = try #require(unit.ratio(to: other)).double
    #expect(abs(found / expected - 1) < 1e-12, "\(name) in \(otherName): \(found)")
    let back = try #require(other.ratio(to: unit)).double
    #expect(abs(back * expected - 1) < 1e-12)
  }

  @Test("decimal relations are exact, whatever way the units are written")
  func exactness() throws {
    for (name, otherName, number, exponent) in [
      ("g", "mg", 1, 3), ("[lb_av]", "kg", 45_359_237, -8), ("[in_i]", "m", 254, -4), ("uL", "L", 1, -6),
      ("mm[Hg]", "Pa", 133_322, -3), ("d", "s", 864, 2), ("[gal_us]", "L", 3_785_411_784, -9),
    ] as [(String, String, UInt64, Int)] {
      let ratio = try #require(UCUMUnit(name).ratio(to: UCUMUnit(otherName)))
      #expect(ratio == UCUMFactor(number, exponent: exponent), "\(name)")
      #expect(ratio.isExact)
    }
    let third = try #require(UCUMUnit("s").ratio(to: UCUMUnit("(3.s)")))
    #expect((third.numerator, third.denominator) == (1, 3))
    #expect(third.isExact)
    #expect(try UCUMUnit("deg").factor.piPower == 1)
    #expect(try UCUMUnit("[acr_us]3").factor.isExact == false)
  }

  @Test("different names of a unit are equal units")
  func sameUnit() throws {
    for (first, second) in [
      ("l", "L"), ("L", "dm3"), ("mL", "cm3"), ("{rbc}", "1"), ("kg{wet}", "kg"), ("10*3", "10^3"), ("m2", "m.m"),
      ("/s", "s-1"), ("Hz", "1/s"), ("J", "kg.m2.s-2"), ("m0", "1"), ("%{vol}", "10*-2"), ("/100{WBC}", "10*-2"),
      ("(m/s)/s", "m/s2"), ("m/s.s", "m"), ("((m))", "m"), ("Cel{oral}", "Cel"),
      ("{a}{b}", "1"), ("min", "60.s"),
    ] {
      #expect(try UCUMUnit(first) == UCUMUnit(second), "\(first) and \(second)")
    }
  }

  @Test("a prefix precedes a metric unit; an ambiguous text is read with the prefix")
  func prefixes() throws {
    for (symbol, meaning) in [
      ("cd", "lm/sr"), ("Pa", "N/m2"), ("min", "60.s"), ("mol", "1000.mmol"), ("ft", "10*-15.t"),
      ("m[Hg]", "1000.mm[Hg]"),
      ("dar", "10*-1.ar"), ("daar", "10.ar"), ("PT", "10*15.T"), ("Gy", "J/kg"), ("nm", "10*-9.m"),
      ("mm[H2O]", "10*-3.m[H2O]"),
    ] {
      #expect(try UCUMUnit(symbol) == UCUMUnit(meaning), "\(symbol)")
    }
  }

  @Test("units of different dimensions are not compared")
  func commensurability() throws {
    for (first, second) in [
      ("kg", "m"), ("mm[Hg]", "mm"), ("/min", "min"), ("C", "Cel"), ("rad", "1"), ("[iU]", "1"), ("[iU]", "U"),
      ("[iU]/L", "[arb'U]/L"), ("[iU]", "[iU]2"), ("[CFU]/mL", "/mL"), ("K", "m"), ("[pH]", "1"),
    ] {
      let (unit, other) = (try UCUMUnit(first), try UCUMUnit(second))
      #expect(!unit.isCommensurable(with: other), "\(first) and \(second)")
      #expect(unit.ratio(to: other) == nil)
      #expect(unit.convert(1, to: other) == nil)
    }
    #expect(try UCUMUnit("k[iU]/mL").isCommensurable(with: UCUMUnit("[IU]/L")))
    #expect(try UCUMUnit("[iU].[arb'U]").isCommensurable(with: UCUMUnit("[arb'U].[iU]")))
  }

  @Test("temperatures are converted with their zeros")
  func temperatures() throws {
    for (value, name, other, expected) in [
      (37, "Cel", "[degF]", 98.6), (98.6, "[degF]", "Cel", 37), (0, "Cel", "K", 273.15), (-40, "[degF]", "Cel", -40),
      (80, "[degRe]", "Cel", 100), (37000, "mCel", "Cel", 37), (671.67, "[degR]", "[degF]", 212), (5, "Cel", "Cel", 5),
    ] {
      let found = try #require(UCUMUnit(name).convert(value, to: UCUMUnit(other)))
      #expect(abs(found - expected) < 1e-9, "\(value) \(name): \(found) \(other)")
    }
    // A ratio would be wrong.
    #expect(try UCUMUnit("Cel").ratio(to: UCUMUnit("[degF]")) == nil)
    #expect(try UCUMUnit("Cel").ratio(to: UCUMUnit("K")) == nil)
  }

  @Test("logarithmic scales, and terms with special units in them, are compared and not converted")
  func special() throws {
    for (first, second) in [("dB", "B"), ("B[V]", "V"), ("[pH]", "mol/L"), ("J/Cel", "J/K"), ("bit_s", "1")] {
      #expect(try UCUMUnit(first).isCommensurable(with: UCUMUnit(second)))
      #expect(try UCUMUnit(first).convert(1, to: UCUMUnit(second)) == nil)
      #expect(try UCUMUnit(first).convert(1, to: UCUMUnit(first)) == 1)
    }
  }

  /// Texts that are not units, with the fault between marks.
  static let faults: [(text: String, reason: UCUMFault.Reason)] = [
    ("«»", .empty), ("«foo»", .unknownSymbol), ("mg/«DL»", .unknownSymbol), ("«KG»", .unknownSymbol),
    ("«12a»", .unknownSymbol),
    ("«mmHg»", .unknownSymbol), ("«lb»", .unknownSymbol), ("m«µ»g", .character), ("mg« »/dL", .character),
    ("{a« »b}", .character), ("«mmin»", .notMetric), ("«k[lb_av]»", .notMetric), ("«k%»", .notMetric),
    ("mg/«»", .missingUnit),
    ("«.»mg", .missingUnit), ("mg/«/»dL", .missingUnit), ("m.(«/»s)", .missingUnit), ("(«)»", .bracket),
    ("m«-»", .missingExponent),
    ("kg«(»m)", .missingOperator), ("{a}«m»", .missingOperator), ("«m2m»", .unknownSymbol), ("m«)»", .bracket),
    ("«(»m", .bracket), ("«[»in_i", .bracket), ("m«]»", .bracket), ("m«{»a", .bracket), ("m«{»a{b}}", .bracket),
    ("m«}»", .bracket), ("«}»", .bracket),
    ("«0»", .zero), ("mg/«0»", .zero), ("«m101»", .tooLarge),
    ("«m60.m60»", .tooLarge),
    ("10«+»3/uL", .missingOperator), ("(m/s)«2»", .missingOperator),
    ("m«=»g", .missingOperator), ("m2«+»3", .missingOperator), ("«+»3", .unknownSymbol), ("«\"»", .unknownSymbol),
  ]

  @Test(arguments: faults.indices)
  func fault(_ index: Int) throws {
    let (marked, reason) = Self.faults[index]
    let parts = marked.split(separator: /[«»]/, omittingEmptySubsequences: false)
    let start = parts[0].utf8.count
    let fault = #expect(throws: UCUMFault.self, "\(marked)") { try UCUMUnit(parts.joined()) }
    #expect(fault?.reason == reason, "\(marked)")
    #expect(fault?.range == start..<start + parts[1].utf8.count, "\(marked)")
  }

  @Test("parentheses may be nested twenty deep, and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "m" + String(repeating: ")", count: depth)
    }
    #expect(try UCUMUnit(nested(20)) == UCUMUnit("m"))
    #expect(#expect(throws: UCUMFault.self) { try UCUMUnit(nested(21)) }?.reason == .tooLarge)
    #expect(#expect(throws: UCUMFault.self) { try UCUMUnit(nested(100_000)) }?.reason == .tooLarge)
  }

  @Test("factors out of range are refused or rounded and never trap")
  func extremes() throws {
    #expect(throws: UCUMFault.self) { try UCUMUnit("1" + String(repeating: "0", count: 100_000)) }
    let many = try UCUMUnit(Array(repeating: "999999999999999", count: 40).joined(separator: "."))
    #expect(!many.factor.isExact)
    #expect(many.factor.double == .infinity)
    let large = try #require(UCUMUnit("10*100").ratio(to: UCUMUnit("10*-100")))
    #expect(large == UCUMFactor(1, exponent: 200))
    #expect(abs(large.double / 1e200 - 1) < 1e-12)
  }

  @Test("any bytes give an answer, and the same one again", arguments: 1...4)
  func anyBytes(seed: UInt64) {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let pieces = Array("()[]{}/.+-0123456789mgLsKCu%*^'\" ~µ\u{0}".utf8) + Array("[iU]mm[Hg]10*Cel".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<random(12)).map { _ in pieces[random(pieces.count)] }
      let results = (0..<2).map { _ in
        bytes.withUnsafeBufferPointer { bytes in Result { () throws(UCUMFault) in try UCUMUnit(bytes) } }
      }
      #expect(results[0] == results[1])
      if case .failure(let fault) = results[0] {
        #expect(0 <= fault.range.lowerBound && fault.range.upperBound <= bytes.count, "\(bytes)")
      }
    }
  }
}
