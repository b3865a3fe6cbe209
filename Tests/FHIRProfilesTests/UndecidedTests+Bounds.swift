import FHIRProfiles
import FHIRSupport
import Testing

/// Limits and bounds with which a value cannot be compared.
extension UndecidedTests {
  private static let mustHaveValue =
    "http://hl7.org/fhir/5.0/StructureDefinition/extension-ElementDefinition.mustHaveValue"
  private static let valued =
    #"{ "path": "Observation.issued", "extension": [{ "url": "\#(mustHaveValue)", "valueBoolean": true }] }"#

  private static func limited(_ path: String, _ name: String, _ value: String, onType: String? = nil) -> String {
    let part = #""extension": [{ "url": "http://hl7.org/fhir/StructureDefinition/\#(name)", \#(value) }]"#
    let type = onType.map { #", "type": [{ "code": "\#($0)", \#(part) }]"# } ?? ", " + part
    return #"{ "path": "Observation.\#(path)"\#(type) }"#
  }

  /// Extensions that limit a value, on an element and on its type.
  static let limits = [
    Case(
      "a pattern", limited("code.text", "regex", #""valueString": "[0-9]+""#), rest,
      waits: ["extension http://hl7.org/fhir/StructureDefinition/regex": 1]),
    Case(
      "a pattern of a type", limited("code.text", "regex", #""valueString": "[0-9]+""#, onType: "string"), rest,
      waits: ["extension http://hl7.org/fhir/StructureDefinition/regex": 1]),
    Case(
      "the fewest characters", limited("code.text", "minLength", #""valueInteger": 3"#), rest,
      waits: ["extension http://hl7.org/fhir/StructureDefinition/minLength": 1]),
    Case(
      "decimal places", limited("valueQuantity.value", "maxDecimalPlaces", #""valueInteger": 1"#),
      #"\#(rest), "valueQuantity": { "value": 1.25 }"#,
      waits: ["extension http://hl7.org/fhir/StructureDefinition/maxDecimalPlaces": 1]),
    Case(
      "the pattern of a primitive type, which its grammar judges",
      limited("id", "regex", #""valueString": "x+""#, onType: "http://hl7.org/fhirpath/System.String"),
      #"\#(rest), "id": "a""#),
    Case("an element that is not there", limited("issued", "regex", #""valueString": "a""#), rest),
    Case(
      "the units", limited("value[x]", "elementdefinition-allowedUnits", #""valueCodeableConcept": { "text": "kg" }"#),
      #"\#(rest), "valueQuantity": { "value": 1 }"#,
      waits: ["extension http://hl7.org/fhir/StructureDefinition/elementdefinition-allowedUnits": 1]),
    Case(
      "the languages of a narrative", limited("code.text", "narrative-language-control", #""valueCode": "_yes""#), rest,
      waits: ["extension http://hl7.org/fhir/StructureDefinition/narrative-language-control": 1]),
    Case("a value that must be there, and is", valued, #"\#(rest), "issued": "2020-01-01T00:00:00Z""#),
    Case(
      "a value that must be there, and is not",
      valued, #"\#(rest), "_issued": { "extension": [{ "url": "\#(reason)", "valueCode": "unknown" }] }"#,
      waits: [ByteText("extension \(mustHaveValue)"): 1]),
  ]

  /// The highest and the lowest quantity, where units or a comparator leave the order open.
  static let bounds: [Case] = {
    let ucum = #""system": "http://unitsofmeasure.org", "code": "kg""#
    let snomed = #""system": "http://snomed.info/sct", "code": "258683005""#
    func bound(_ name: String, _ value: String, _ found: String, isBroken: Bool? = nil) -> Case {
      Case(
        "\(name) \(value): \(found)",
        #"{ "path": "Observation.value[x]", "type": [{ "code": "Quantity" }], "\#(name)": { \#(value) } }"#,
        #"\#(rest), "valueQuantity": { \#(found) }"#,
        findings: isBroken == true ? ["value-range Observation.value.ofType(Quantity)"] : [],
        waits: isBroken == nil ? ["bounds of profiles": 1] : [:])
    }
    func least(_ comparator: String, _ value: String, _ isBroken: Bool?) -> Case {
      bound(
        "minValueQuantity", #""value": 1, \#(ucum)"#, #""comparator": "\#(comparator)", "value": \#(value), \#(ucum)"#,
        isBroken: isBroken)
    }
    func most(_ comparator: String, _ value: String, _ isBroken: Bool?) -> Case {
      bound(
        "maxValueQuantity", #""value": 5, \#(ucum)"#, #""comparator": "\#(comparator)", "value": \#(value), \#(ucum)"#,
        isBroken: isBroken)
    }
    return [
      least("<", "1", true), least("<", "0.5", true), least("<", "2", nil), least("<=", "1", nil),
      least("<=", "0.5", true), least(">", "0.5", nil), least(">", "1", false), least(">=", "1", false),
      most(">", "5", true), most(">", "4", nil), most(">=", "5", nil), most(">=", "6", true), most("<", "6", nil),
      most("<", "5", false), most("<=", "5", false), most("ad", "9", nil),
      bound("maxValueQuantity", #""value": 5, \#(ucum)"#, #""value": 6, "unit": "kg""#),
      bound("maxValueQuantity", #""value": 5, \#(ucum)"#, #""value": 6, "unit": "kg", \#(snomed)"#),
      bound("maxValueQuantity", #""value": 5, \#(snomed)"#, #""value": 6, \#(snomed)"#, isBroken: true),
      bound("maxValueQuantity", #""value": 5, \#(snomed)"#, #""value": 5, \#(snomed)"#, isBroken: false),
      bound("maxValueQuantity", #""value": 5, "unit": "kg""#, #""value": 6, "unit": "g""#),
      bound("maxValueQuantity", #""value": 5"#, #""value": 6"#, isBroken: true),
    ]
  }()
}
