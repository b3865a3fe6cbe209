import UCUM

/// The vital signs of LOINC whose values have a unit of one kind.
struct VitalSign {
  /// The code of LOINC.
  let code: StaticString
  /// What it is called in a sentence.
  let name: String
  /// What its unit measures.
  let kind: String
  /// A unit that is used for it.
  let example: String
  /// What the example measures.
  let dimension: UCUMDimension

  private init?(_ code: StaticString, _ name: String, _ kind: String, _ example: String) {
    guard let unit = try? UCUMUnit(example) else { return nil }
    self.code = code
    self.name = name
    self.kind = kind
    self.example = example
    dimension = unit.dimension
  }

  static let all: [VitalSign] = [
    VitalSign("9279-1", "a respiratory rate", "frequency", "/min"),
    VitalSign("8867-4", "a heart rate", "frequency", "/min"),
    VitalSign("2708-6", "an oxygen saturation", "proportion", "%"),
    VitalSign("59408-5", "an oxygen saturation", "proportion", "%"),
    VitalSign("8310-5", "a body temperature", "temperature", "Cel"),
    VitalSign("8302-2", "a body height", "length", "cm"),
    VitalSign("9843-4", "a head circumference", "length", "cm"),
    VitalSign("8287-5", "a head circumference", "length", "cm"),
    VitalSign("29463-7", "a body weight", "mass", "kg"),
    VitalSign("3141-9", "a body weight", "mass", "kg"),
    VitalSign("39156-5", "a body mass index", "mass by area", "kg/m2"),
    VitalSign("8480-6", "a systolic blood pressure", "pressure", "mm[Hg]"),
    VitalSign("8462-4", "a diastolic blood pressure", "pressure", "mm[Hg]"),
    VitalSign("8478-0", "a mean blood pressure", "pressure", "mm[Hg]"),
  ].compactMap { $0 }
}
