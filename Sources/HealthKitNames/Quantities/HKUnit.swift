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
        if let index = merged.firstIndex(where: { $0.symbol == factor.symbol }) {
          merged[index].power += factor.power
        } else {
          merged.append(factor)
        }
      }
      self.factors = merged.filter { $0.power != 0 }
      measure = UnitMeasure(self.factors)
    }

    /// Parses a unit as HealthKit writes it. For invalid text HealthKit raises an exception. Here, depending on
    /// ``SimulatedDevice/exceptions``, the process traps, or the error is recorded and the unit is incompatible with
    /// all others.
    public convenience init(from string: String) {
      var reader = UnitReader(string)
      guard let factors = reader.read(), factors.allSatisfy({ UnitMeasure(symbol: $0.symbol) != nil }) else {
        SimulatedDevice.current.raise("Unable to parse factorization string \(string)")
        self.init([Factor(symbol: string, power: 1)])
        return
      }
      self.init(factors)
    }

    /// Parses a unit that a test has put into the store; text that cannot be parsed becomes a symbol.
    convenience init(stored string: String) {
      var reader = UnitReader(string)
      self.init(reader.read() ?? [Factor(symbol: string, power: 1)])
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
      guard let other = object as? HKUnit else { return false }
      return Set(other.factors) == Set(factors)
    }
    public override var description: String { unitString }
  }

  /// A number with a unit.
  public final class HKQuantity: NSObject, Sendable {
    let unit: HKUnit
    let value: Double

    /// Makes a quantity.
    public init(unit: HKUnit, doubleValue value: Double) {
      self.unit = unit
      self.value = value
    }

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
      let from = self.unit.measure
      let to = unit.measure
      return (value * from.factor + from.offset - to.offset) / to.factor
    }

    /// The order of two quantities of the same dimension; for another dimension as ``doubleValue(for:)``.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
      let other = quantity.doubleValue(for: unit)
      return value < other ? .orderedAscending : value > other ? .orderedDescending : .orderedSame
    }

    public override var hash: Int { value.hashValue ^ unit.hash }
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? HKQuantity else { return false }
      return other.value == value && other.unit == unit
    }
    public override var description: String { "\(value) \(unit.unitString)" }
  }
#endif
