// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  extension HKUnit {
    public class func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit { symbol("mol<\(gramsPerMole)>") }
    public class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
      symbol("\(prefix.symbol)mol<\(gramsPerMole)>")
    }

    static func symbol(_ symbol: String) -> HKUnit { HKUnit([Factor(symbol: symbol, power: 1)]) }
  }

  /// The molar mass of glucose, in grams.
  public let HKUnitMolarMassBloodGlucose = 180.1558800000541

  /// Prefixes for powers of ten.
  public enum HKMetricPrefix: Int, Sendable {
    case none, pico, nano, micro, milli, centi, deci, deca, hecto, kilo, mega, giga, tera, femto

    /// The prefix as HealthKit writes it in units.
    var symbol: String { ["", "p", "n", "mc", "m", "c", "d", "da", "h", "k", "M", "G", "T", "f"][rawValue] }
  }
#endif
