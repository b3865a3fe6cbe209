#if !canImport(HealthKit)
  public import Foundation

  /// A unit: powers of symbols, such as `mg/dL` or `count/min`.
  public final class HKUnit: NSObject, Sendable {
    /// Each symbol with its power, in the written order.
    let factors: [Factor]
    let measure: UnitMeasure

    struct Factor: Hashable, Sendable {
      var symbol: String
      var power: Int
    }

    init(_ factors: [Factor]) {
      var merged: [Factor] = []
      for factor in factors {
        let index = merged.firstIndex { $0.symbol == factor.symbol } ?? merged.count
        if index == merged.count { merged.append(Factor(symbol: factor.symbol, power: 0)) }
        merged[index].power += factor.power
      }
      self.factors = merged.filter { $0.power != 0 }
      measure = UnitMeasure(self.factors)
    }

    /// Parses a unit as HealthKit writes it. For invalid text HealthKit raises an exception. Here, depending on
    /// ``SimulatedDevice/exceptions``, the process traps, or the error is recorded and the unit is incompatible with
    /// all others.
    public convenience init(from string: String) {
      guard let factors = UnitReader.factors(of: string), factors.allSatisfy({ UnitMeasure(symbol: $0.symbol) != nil })
      else {
        SimulatedDevice.current.raise("Unable to parse factorization string \(string)")
        self.init([Factor(symbol: string, power: 1)])
        return
      }
      self.init(factors)
    }

    /// Parses a unit that a test has put into the store; text that cannot be parsed becomes a symbol.
    convenience init(stored string: String) {
      self.init(UnitReader.factors(of: string) ?? [Factor(symbol: string, power: 1)])
    }

    /// The unit as HealthKit writes it.
    public var unitString: String {
      func text(_ factors: [Factor], _ sign: Int) -> String {
        factors.map { $0.power * sign == 1 ? $0.symbol : "\($0.symbol)^\($0.power * sign)" }.joined(separator: "·")
      }
      let below = factors.filter { $0.power < 0 }
      let above = text(factors.filter { $0.power > 0 }, 1)
      guard !below.isEmpty else { return above }
      let divisor = text(below, -1)
      return "\(above.isEmpty ? "1" : above)/\(below.count > 1 ? "(\(divisor))" : divisor)"
    }

    /// Whether the unit is the null unit.
    public func isNull() -> Bool { factors.isEmpty }

    /// The product of two units.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit { HKUnit(factors + unit.factors) }
    /// The quotient of two units.
    public func unitDivided(by unit: HKUnit) -> HKUnit { unitMultiplied(by: unit.reciprocal()) }
    /// A power of the unit.
    public func unitRaised(toPower power: Int) -> HKUnit {
      HKUnit(factors.map { Factor(symbol: $0.symbol, power: $0.power * power) })
    }
    /// One divided by the unit.
    public func reciprocal() -> HKUnit { unitRaised(toPower: -1) }

    public override var hash: Int { Set(factors).hashValue }
    public override func isEqual(_ object: Any?) -> Bool {
      (object as? HKUnit).map { Set($0.factors) == Set(factors) } ?? false
    }
    public override var description: String { unitString }
  }

  /// A number with a unit.
  public final class HKQuantity: NSObject, Sendable {
    let unit: HKUnit
    let value: Double

    /// Makes a quantity.
    public init(unit: HKUnit, doubleValue value: Double) { (self.unit, self.value) = (unit, value) }

    /// Whether the quantity can be expressed in a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool { self.unit.measure.dimensions == unit.measure.dimensions }

    /// The number in a unit. For a unit of another dimension HealthKit raises an exception. Here, depending on
    /// ``SimulatedDevice/exceptions``, the process traps, or the error is recorded and the result is not a number.
    public func doubleValue(for unit: HKUnit) -> Double {
      if unit == self.unit { return value }
      guard self.is(compatibleWith: unit) else {
        let units = "\(self.unit.unitString), \(unit.unitString)"
        SimulatedDevice.current.raise("Attempt to convert incompatible units: \(units)")
        return .nan
      }
      let (from, to) = (self.unit.measure, unit.measure)
      return (value * from.factor + from.offset - to.offset) / to.factor
    }

    /// The order of two quantities of the same dimension; for another dimension as ``doubleValue(for:)``.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
      let other = quantity.doubleValue(for: unit)
      return value < other ? .orderedAscending : value > other ? .orderedDescending : .orderedSame
    }

    public override var hash: Int { value.hashValue ^ unit.hash }
    public override func isEqual(_ object: Any?) -> Bool {
      (object as? HKQuantity).map { $0.value == value && $0.unit == unit } ?? false
    }
    public override var description: String { "\(value) \(unit.unitString)" }
  }

  struct UnitMeasure: Hashable, Sendable {
    /// The powers of base dimensions.
    private(set) var dimensions: [Dimension: Int]
    /// The size in base units: metres, grams, seconds, kelvins.
    private(set) var factor: Double
    /// The position of its zero, for temperatures.
    private(set) var offset = 0.0

    enum Dimension: Hashable, Sendable {
      case length, mass, time, temperature
      /// A dimension that is compatible only with itself, such as international units.
      case other(String)
    }

    /// The measure of a product of powers. An unknown symbol becomes a separate dimension.
    init(_ factors: [HKUnit.Factor]) {
      self.init(1, [:])
      for part in factors {
        let measure = UnitMeasure(symbol: part.symbol) ?? UnitMeasure(1, [.other(part.symbol): 1])
        for (dimension, power) in measure.dimensions {
          let sum = dimensions[dimension, default: 0] + power * part.power
          dimensions[dimension] = sum == 0 ? nil : sum
        }
        factor *= pow(measure.factor, Double(part.power))
        // A temperature within a product is a difference of temperatures.
        if factors.count == 1, part.power == 1 { offset = measure.offset }
      }
    }

    private init(_ factor: Double, _ dimensions: [Dimension: Int], offset: Double = 0) {
      (self.factor, self.dimensions, self.offset) = (factor, dimensions, offset)
    }

    /// The measure of a symbol; `nil` if HealthKit has no such symbol.
    init?(symbol: String) {
      if let known = Self.plain[symbol] ?? Self.metric[symbol] ?? Self.moles(symbol) {
        self = known
        return
      }
      for (prefix, scale) in Self.prefixes where symbol.hasPrefix(prefix) {
        let base = String(symbol.dropFirst(prefix.count))
        if let known = Self.metric[base] ?? Self.moles(base) {
          self.init(known.factor * scale, known.dimensions)
          return
        }
      }
      return nil
    }

    /// A number of moles, whose symbol includes the molar mass, is a mass.
    private static func moles(_ symbol: String) -> UnitMeasure? {
      guard symbol.hasPrefix("mol<"), symbol.hasSuffix(">"), let grams = Double(symbol.dropFirst(4).dropLast()),
        grams > 0, grams.isFinite
      else { return nil }
      return UnitMeasure(grams, [.mass: 1])
    }

    static let prefixes: [(String, Double)] = [
      ("da", 1e1), ("f", 1e-15), ("p", 1e-12), ("n", 1e-9), ("mc", 1e-6), ("m", 1e-3), ("c", 1e-2), ("d", 1e-1),
      ("h", 1e2), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
    ]

    private static let litre = UnitMeasure(1e-3, [.length: 3])
    private static let energy: [Dimension: Int] = [.mass: 1, .length: 2, .time: -2]
    private static let pressure: [Dimension: Int] = [.mass: 1, .length: -1, .time: -2]

    /// Symbols that take a metric prefix.
    private static let metric: [String: UnitMeasure] = [
      "g": UnitMeasure(1, [.mass: 1]), "m": UnitMeasure(1, [.length: 1]), "L": litre, "l": litre,
      "s": UnitMeasure(1, [.time: 1]), "K": UnitMeasure(1, [.temperature: 1]), "J": UnitMeasure(1e3, energy),
      "cal": UnitMeasure(4184, energy), "Pa": UnitMeasure(1e3, pressure), "Hz": UnitMeasure(1, [.time: -1]),
      "W": UnitMeasure(1e3, [.mass: 1, .length: 2, .time: -3]), "S": UnitMeasure(1, [.other("S"): 1]),
      "V": UnitMeasure(1, [.other("V"): 1]),
    ]

    private static let plain: [String: UnitMeasure] = [
      "count": UnitMeasure(1, [:]), "%": UnitMeasure(1, [:]), "IU": UnitMeasure(1, [.other("IU"): 1]),
      "min": UnitMeasure(60, [.time: 1]), "hr": UnitMeasure(3600, [.time: 1]), "d": UnitMeasure(86400, [.time: 1]),
      "in": UnitMeasure(0.0254, [.length: 1]), "ft": UnitMeasure(0.3048, [.length: 1]),
      "yd": UnitMeasure(0.9144, [.length: 1]), "mi": UnitMeasure(1609.344, [.length: 1]),
      "oz": UnitMeasure(28.349523125, [.mass: 1]), "lb": UnitMeasure(453.59237, [.mass: 1]),
      "st": UnitMeasure(6350.29318, [.mass: 1]), "Cal": UnitMeasure(4_184_000, energy),
      "fl_oz_us": UnitMeasure(29.5735295625e-6, [.length: 3]), "fl_oz_imp": UnitMeasure(28.4130625e-6, [.length: 3]),
      "pt_us": UnitMeasure(473.176473e-6, [.length: 3]), "pt_imp": UnitMeasure(568.26125e-6, [.length: 3]),
      "cup_us": UnitMeasure(236.5882365e-6, [.length: 3]), "cup_imp": UnitMeasure(284.130625e-6, [.length: 3]),
      "mmHg": UnitMeasure(133.322387415e3, pressure), "cmAq": UnitMeasure(98.0665e3, pressure),
      "inHg": UnitMeasure(3386.38864034e3, pressure), "atm": UnitMeasure(101_325e3, pressure),
      "degC": UnitMeasure(1, [.temperature: 1], offset: 273.15),
      "degF": UnitMeasure(5.0 / 9, [.temperature: 1], offset: 459.67 * 5 / 9),
      "dBASPL": UnitMeasure(1, [.other("dBASPL"): 1]), "dBHL": UnitMeasure(1, [.other("dBHL"): 1]),
      "rad": UnitMeasure(1, [.other("rad"): 1]), "deg": UnitMeasure(Double.pi / 180, [.other("rad"): 1]),
      "D": UnitMeasure(1, [.length: -1]), "lx": UnitMeasure(1, [.other("lx"): 1]),
    ]
  }

  /// Parses a unit: symbols, `·` or `*` between them, `/` before a divisor, `^` before a power, parentheses.
  struct UnitReader {
    private var rest: Substring
    /// Limits the nesting of parentheses, to protect the stack.
    private var depth = 0

    static func factors(of text: String) -> [HKUnit.Factor]? {
      var reader = UnitReader(rest: text[...])
      guard let factors = reader.product(), reader.rest.isEmpty else { return nil }
      return factors
    }

    private mutating func product() -> [HKUnit.Factor]? {
      var sign = 1
      var factors: [HKUnit.Factor] = []
      while true {
        guard let term = term() else { return nil }
        factors += term.map { HKUnit.Factor(symbol: $0.symbol, power: $0.power * sign) }
        switch rest.first {
        case "/": sign = -1
        case "·", "*": sign = 1
        default: return factors
        }
        rest.removeFirst()
      }
    }

    private mutating func term() -> [HKUnit.Factor]? {
      var factors: [HKUnit.Factor]
      if rest.first == "(" {
        depth += 1
        defer { depth -= 1 }
        guard depth < 10 else { return nil }
        rest.removeFirst()
        guard let inner = product(), rest.first == ")" else { return nil }
        rest.removeFirst()
        factors = inner
      } else {
        let symbol = symbol()
        guard !symbol.isEmpty else { return nil }
        factors = symbol == "1" ? [] : [HKUnit.Factor(symbol: symbol, power: 1)]
      }
      guard rest.first == "^" else { return factors }
      rest.removeFirst()
      let digits = rest.prefix { $0 == "-" || $0.isASCII && $0.isNumber }
      guard let power = Int(digits), Self.powers.contains(power) else { return nil }
      rest = rest.dropFirst(digits.count)
      for index in factors.indices { factors[index].power *= power }
      return factors.allSatisfy { Self.powers.contains($0.power) } ? factors : nil
    }

    /// No real unit has a power beyond these.
    private static let powers = -99...99

    /// A symbol may include a molar mass: `mmol<180.1558800000541>`.
    private mutating func symbol() -> String {
      var isInside = false
      let symbol = rest.prefix { character in
        if character == "<" { isInside = true }
        if character == ">" { isInside = false }
        return isInside || !"/·*^()".contains(character)
      }
      rest = rest.dropFirst(symbol.count)
      return String(symbol)
    }
  }
#endif
