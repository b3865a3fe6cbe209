// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  extension HKUnit {
    public class func gram() -> HKUnit { symbol("g") }
    public class func gramUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "g") }
    public class func ounce() -> HKUnit { symbol("oz") }
    public class func pound() -> HKUnit { symbol("lb") }
    public class func stone() -> HKUnit { symbol("st") }
    public class func meter() -> HKUnit { symbol("m") }
    public class func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "m") }
    public class func inch() -> HKUnit { symbol("in") }
    public class func foot() -> HKUnit { symbol("ft") }
    public class func yard() -> HKUnit { symbol("yd") }
    public class func mile() -> HKUnit { symbol("mi") }
    public class func liter() -> HKUnit { symbol("L") }
    public class func literUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "L") }
    public class func fluidOunceUS() -> HKUnit { symbol("fl_oz_us") }
    public class func fluidOunceImperial() -> HKUnit { symbol("fl_oz_imp") }
    public class func pintUS() -> HKUnit { symbol("pt_us") }
    public class func pintImperial() -> HKUnit { symbol("pt_imp") }
    public class func cupUS() -> HKUnit { symbol("cup_us") }
    public class func cupImperial() -> HKUnit { symbol("cup_imp") }
    public class func pascal() -> HKUnit { symbol("Pa") }
    public class func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "Pa") }
    public class func millimeterOfMercury() -> HKUnit { symbol("mmHg") }
    public class func inchesOfMercury() -> HKUnit { symbol("inHg") }
    public class func centimeterOfWater() -> HKUnit { symbol("cmAq") }
    public class func atmosphere() -> HKUnit { symbol("atm") }
    public class func second() -> HKUnit { symbol("s") }
    public class func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "s") }
    public class func minute() -> HKUnit { symbol("min") }
    public class func hour() -> HKUnit { symbol("hr") }
    public class func day() -> HKUnit { symbol("d") }
    public class func joule() -> HKUnit { symbol("J") }
    public class func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "J") }
    public class func kilocalorie() -> HKUnit { symbol("kcal") }
    public class func smallCalorie() -> HKUnit { symbol("cal") }
    public class func largeCalorie() -> HKUnit { symbol("Cal") }
    public class func degreeCelsius() -> HKUnit { symbol("degC") }
    public class func degreeFahrenheit() -> HKUnit { symbol("degF") }
    public class func kelvin() -> HKUnit { symbol("K") }
    public class func siemen() -> HKUnit { symbol("S") }
    public class func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "S") }
    public class func count() -> HKUnit { symbol("count") }
    public class func percent() -> HKUnit { symbol("%") }
    public class func internationalUnit() -> HKUnit { symbol("IU") }
    public class func decibelAWeightedSoundPressureLevel() -> HKUnit { symbol("dBASPL") }
    public class func decibelHearingLevel() -> HKUnit { symbol("dBHL") }
    public class func hertz() -> HKUnit { symbol("Hz") }
    public class func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "Hz") }
    public class func volt() -> HKUnit { symbol("V") }
    public class func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "V") }
    public class func watt() -> HKUnit { symbol("W") }
    public class func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { symbol(prefix.symbol + "W") }
    public class func diopter() -> HKUnit { symbol("D") }
    public class func lux() -> HKUnit { symbol("lx") }
    public class func radianAngle() -> HKUnit { symbol("rad") }
    public class func degreeAngle() -> HKUnit { symbol("deg") }

    public class func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit { symbol("mol<\(gramsPerMole)>") }
    public class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
      symbol("\(prefix.symbol)mol<\(gramsPerMole)>")
    }

    private static func symbol(_ symbol: String) -> HKUnit { HKUnit([Factor(symbol: symbol, power: 1)]) }
  }

  /// The molar mass of glucose, in grams.
  public let HKUnitMolarMassBloodGlucose = 180.1558800000541

  /// Prefixes for powers of ten.
  public enum HKMetricPrefix: Int, Sendable {
    case none, pico, nano, micro, milli, centi, deci, deca, hecto, kilo, mega, giga, tera, femto

    /// The prefix as HealthKit writes it in units.
    var symbol: String {
      switch self {
      case .none: ""
      case .pico: "p"
      case .nano: "n"
      case .micro: "mc"
      case .milli: "m"
      case .centi: "c"
      case .deci: "d"
      case .deca: "da"
      case .hecto: "h"
      case .kilo: "k"
      case .mega: "M"
      case .giga: "G"
      case .tera: "T"
      case .femto: "f"
      }
    }
  }
#endif
