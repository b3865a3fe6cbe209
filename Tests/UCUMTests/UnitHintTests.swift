import Testing
import UCUM

struct UnitHintTests {
  @Test(arguments: [
    ("mmHg", "mm[Hg]"), ("mcg/hr", "ug/h"), ("mIU/mL", "m[iU]/mL"), ("KG", "kg"), ("µmol/l", "umol/l"),
    ("score", "{score}"),
    ("(score)", "{score}"), ("years", "a"), ("x10^3/uL", "10^3/uL"), ("mg / dL", "mg/dL"), ("{a b}/min", "{a_b}/min"),
    ("°C", "Cel"), ("lbs/inches", "[lb_av]/[in_i]"), ("mg/dL", "mg/dL"),
  ])
  func meant(text: String, unit: String) throws {
    #expect(UnitHint.meant(by: text) == unit)
    _ = try UCUMUnit(unit)
  }

  @Test(arguments: ["", "??", "mg/", "3x", "q.d.", "kg)", "a b"])
  func nothing(text: String) { #expect(UnitHint.meant(by: text) == nil) }
}
