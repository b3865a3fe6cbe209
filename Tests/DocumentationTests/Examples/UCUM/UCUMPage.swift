// begin
import UCUM

/// A weight in kilograms, `nil` when the unit is none of mass.
func kilograms(_ value: Double, _ unit: String) -> Double? {
  guard let unit = try? UCUMUnit(unit), let kilogram = try? UCUMUnit("kg") else { return nil }
  return unit.convert(value, to: kilogram)
}
// end
