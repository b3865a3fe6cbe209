#if !canImport(HealthKit)
  public import Foundation

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

    /// The hash of number and unit.
    public override var hash: Int { value.hashValue ^ unit.hash }
    /// Whether number and unit are equal.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? HKQuantity else { return false }
      return other.value == value && other.unit == unit
    }
    /// The number and its unit.
    public override var description: String { "\(value) \(unit.unitString)" }
  }
#endif
