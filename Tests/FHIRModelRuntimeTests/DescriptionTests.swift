import FHIRDSTU2
import Testing

/// The printed and reflected form of models.
struct DescriptionTests {
  private var observation: Observation {
    var observation = Observation(
      id: "hb", status: .final, code: CodeableConcept(text: "Hemoglobin"),
      value: .quantity(Quantity(value: 13.2, unit: "g/dL")))
    observation.status?.extension = [Extension(url: "u")]
    return observation
  }

  @Test func aResourceIsShownInShortForm() {
    let text =
      #"Observation(id: "hb", status: "final", _status: (extension: [(url: "u")]), code: (text: "Hemoglobin"), "#
      + #"valueQuantity: (value: 13.2, unit: "g/dL"))"#
    #expect("\(observation)" == text)
    #expect("\(AnyResource.observation(observation))" == text)
    #expect(
      String(reflecting: observation) == """
        Observation(
          id: "hb",
          status: "final",
          _status: (
            extension: [(url: "u")]
          ),
          code: (
            text: "Hemoglobin"
          ),
          valueQuantity: (
            value: 13.2,
            unit: "g/dL"
          )
        )
        """)
  }

  @Test func anElementIsShownInShortForm() {
    #expect("\(Quantity(value: 13.2, unit: "g/dL"))" == #"Quantity(value: 13.2, unit: "g/dL")"#)
    #expect(
      "\(Observation.Component(code: CodeableConcept(), value: .string("x")) as Any)"
        == #"Component(code: (), valueString: "x")"#)
    #expect("\(Patient())" == "Patient()" && "\([Coding(code: "a")])" == #"[Coding(code: "a")]"#)
  }

  @Test func aPrimitiveIsItsValue() {
    #expect("\(Primitive<FHIRDecimal>(text: "13.20") as Any)" == "Optional(13.20)")
    #expect("\(Primitive<String>("a\u{1B}"))" == "a\u{1B}")
    #expect(String(reflecting: Primitive<String>("a\u{1B}")) == #""a\u{1B}""#)
    #expect("\(observation.status as Any)" == "Optional(final)")
    var absent = Primitive<Bool>(true)
    absent.value = nil
    #expect("\(absent)" == "no value")
  }

  @Test func longTextIsCut() {
    let name = HumanName(family: ["1", "2", "3", "4", "5"], given: [Primitive(String(repeating: "x", count: 100))])
    #expect(
      "\(name)" == #"HumanName(family: ["1", "2", "3", 2 more], given: ["\#(String(repeating: "x", count: 48))…"])"#)
    let names = (0..<100).map { number in HumanName(text: Primitive(String(repeating: "y", count: number))) }
    #expect("\(Patient(name: names))".utf8.count < 700)
  }

  /// Text of a record cannot control a terminal.
  @Test func textIsShownWithEscapes() throws {
    let json =
      #"{"resourceType":"Flag","a\u001b":"\u001b[2J\u009b1m\u202ex\"\n","n":1\#(String(repeating: "0", count: 99)),"#
      + #""\#(String(repeating: "z", count: 99))":{"d":{"e":{"f":{"g":1}}}}}"#
    let flag = try FHIRDecoder().decode(AnyResource.self, from: Array(json.utf8))
    #expect(
      "\(flag)"
        == #"Flag("a\u{1B}": "\u{1B}[2J\u{9B}1m\u{202E}x\"\n", n: 1\#(String(repeating: "0", count: 47))…, "#
        + #""\#(String(repeating: "z", count: 48))…": (d: (e: (f: (…)))))"#)
  }

  @Test func aMirrorShowsPresentElements() {
    let mirror = Mirror(reflecting: observation)
    #expect(mirror.children.map(\.label) == ["id", "status", "code", "value"])
    #expect(mirror.descendant("id") as? Primitive<String> == "hb")
    #expect((mirror.descendant("value") as? Observation.Value)?.quantity?.unit == "g/dL")
    #expect(Mirror(reflecting: observation.status as Any).children.count == 1)
    #expect(Mirror(reflecting: observation.status!).children.map(\.label) == ["value", "extension"])
    var output = ""
    dump(observation, to: &output)
    #expect(!output.contains("Box"))
  }
}
