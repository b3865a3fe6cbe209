import FHIRFindings
import FHIRToolkit
import ClinicalRecords
import FHIRSchema
import FHIRValidation
import Testing

/// All code that reads member names resolves the escapes in keys.
@Suite struct EscapedResourceTypeTests {
  /// `resourceType` unchanged, and with escapes at its beginning, in its middle, at its end and throughout.
  static let keys = [
    "resourceType", #"\u0072esourceType"#, #"resource\u0054ype"#, #"resourceTyp\u0065"#,
    "resourceType".utf8.map { #"\u00"# + String($0, radix: 16) }.joined(),
  ]

  private func patient(_ key: String) -> [UInt8] {
    Array(#"{ "id": "p", "\#(key)": "Patient", "gender": "male" }"#.utf8)
  }

  @Test(arguments: keys)
  func theValidatorResolvesEscapes(key: String) throws {
    let validator = try #require(Validator(release: .dstu2))
    let result = validator.validate(patient(key))
    #expect(result.findings.isEmpty)
    #expect(result.tally.resourceTypes == ["Patient": 1])
    let fault = #"{ "\#(key)": "Patient", "gender": "F" }"#
    #expect(validator.validate(Array(fault.utf8)).findings.map(\.path) == ["Patient.gender"])
  }

  @Test(arguments: keys)
  func recordsAndModelsResolveEscapes(key: String) throws {
    let record = try #require(ClinicalRecord(json: patient(key), origin: RecordOrigin(fhirVersion: .primaryDSTU2)))
    #expect(record.resourceTypeName == "Patient")
    let plain = try #require(
      ClinicalRecord(json: patient("resourceType"), origin: RecordOrigin(fhirVersion: .primaryDSTU2)))
    #expect(record.clinicalType == plain.clinicalType)
    #expect(try record.model(assuming: .dstu2).resourceTypeName == "Patient")
    #expect(try record.model(assuming: .dstu2) == plain.model(assuming: .dstu2))
  }
}
