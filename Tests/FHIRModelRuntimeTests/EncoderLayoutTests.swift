import FHIRR4
import Testing

/// The order of members, and the layouts of the encoder.
struct EncoderLayoutTests {
  private let json =
    #"{"resourceType":"Patient","id":"1","meta":{"id":"m","extension":[{"url":"u","valueString":"b"}],"versionId":"1"},"#
    + #""text":{"status":"generated","div":"<div>x</div>"},"contained":[{"resourceType":"Flag","b":1.0,"a":[ ]}],"#
    + #""extension":[{"id":"e","url":"u","valueDecimal":1.50}],"modifierExtension":[{"url":"v","valueBoolean":true}],"#
    + #""active":true,"_birthDate":{"id":"b"},"contact":[{"id":"c","extension":[{"url":"w","valueString":"é\n"}],"#
    + #""modifierExtension":[{"url":"x","valueString":"z"}],"name":{"text":"A"}}]}"#

  private var patient: Patient { get throws { try FHIRDecoder().decode(Patient.self, from: Array(json.utf8)) } }

  private func text(_ options: FHIREncoder.Options, _ resource: Patient) -> String {
    String(decoding: FHIREncoder(options).encode(resource), as: UTF8.self)
  }

  /// The id and the extensions are where the definitions have them: those of a resource after its contained resources.
  @Test func theOrderIsThatOfTheDefinitions() throws { #expect(text([], try patient) == json) }

  @Test func prettyHasALineForEachMember() throws {
    let resource = Patient(id: "1", active: true, name: [HumanName(family: "A", given: ["B", "C"])])
    #expect(
      text(.pretty, resource) == """
        {
          "resourceType": "Patient",
          "id": "1",
          "active": true,
          "name": [
            {
              "family": "A",
              "given": [
                "B",
                "C"
              ]
            }
          ]
        }
        """)
    #expect(text(.pretty, try patient).contains(#""a": []"#))
  }

  @Test func sortedIsInTheOrderOfNames() throws {
    #expect(
      text(.sorted, Patient(id: "1", active: true, gender: .female))
        == #"{"active":true,"gender":"female","id":"1","resourceType":"Patient"}"#)
    #expect(text(.sorted, try patient).contains(#"{"a":[],"b":1.0,"resourceType":"Flag"}"#))
  }

  /// Members of one name keep their order, so that the first stays the first.
  @Test func membersOfOneNameKeepTheirOrder() throws {
    let json = Array(#"{"resourceType":"Patient","zz":1,"active":true,"active":false,"zz":2,"aa":3}"#.utf8)
    let twice = try #require(FHIRDecoder().decodeLeniently(Patient.self, from: json).value)
    #expect(
      text(.sorted, twice) == #"{"aa":3,"active":true,"active":false,"resourceType":"Patient","zz":1,"zz":2}"#)
  }

  @Test(arguments: [FHIREncoder.Options.pretty, .sorted, [.pretty, .sorted]], TestedRelease.all)
  func everyLayoutHasTheSameContent(options: FHIREncoder.Options, release: TestedRelease) throws {
    #expect(release.samples.count == 14)
    for file in release.samples {
      let bytes = try Corpus.bytes(file)
      #expect(try LosslessComparison.differences(bytes, laid(bytes, release.models, options)) == [])
    }
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder(options).encode(patient)) == [])
  }

  private func laid<A: AnyFHIRResource>(_ json: [UInt8], _ type: A.Type, _ options: FHIREncoder.Options) throws
    -> [UInt8]
  {
    FHIREncoder(options).encode(try #require(FHIRDecoder().decodeLeniently(type, from: json).value))
  }

  @Test func contentBeyondTheNestingLimitIsUnchanged() {
    var nested = Extension(url: "u")
    for _ in 0..<150 {
      var outer = Extension(url: "u")
      outer.extension = [nested]
      nested = outer
    }
    var patient = Patient()
    patient.extension = [nested]
    #expect(text([.pretty, .sorted], patient) == text([], patient))
    #expect(patient.description == "Patient(…)" || patient.description.hasSuffix("(…)"))
  }
}
