import FHIRFindings
import FHIRSchema
import FHIRTape
import FHIRValidation
import Testing

/// A record whose members contradict the records around it: one sign may be a fault of it, errors tell more.
@Suite struct ErrorsBesideOthersTests {
  private static let sure: [String: String] = [
    "dstu2": #"{"resourceType":"MedicationOrder","medicationCodeableConcept":{"text":"a"}}"#,
    "stu3":
      #"{"resourceType":"MedicationRequest","intent":"order","medicationCodeableConcept":{"text":"a"},"subject":{"display":"b"},"context":{"display":"c"},"requester":{"agent":{"display":"d"}}}"#,
    "r4": #"{"resourceType":"MedicinalProduct","name":[{"productName":"a"}]}"#,
  ]

  private func tally(_ record: String, beside release: String, asBundle: Bool) throws -> ValidationTally {
    let records = Array(repeating: try #require(Self.sure[release]), count: 8) + [record]
    let entries = records.map { #"{"resource":\#($0)}"# }.joined(separator: ",")
    let text =
      asBundle
      ? #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries)]}"# : records.joined(separator: "\n")
    let bytes = Array(text.utf8)
    let tally = Validator().validate(bytes).tally
    let streamed = try bytes.withUnsafeBytes { try Validator().validate(from: MemorySource($0)) { _ in } }
    #expect(streamed.releases == tally.releases)
    return tally
  }

  /// One sign, and a second error of which the other release has none; or no sign that tells the other releases apart.
  @Test(
    arguments: [
      (
        #"{"resourceType":"SearchParameter","url":"http://example.org/a","name":"a","code":"a","base":"Patient","type":"string","description":"a"}"#,
        "stu3", "dstu2"
      ),
      (#"{"resourceType":"ImagingStudy","uid":"urn:oid:1.2.3","patient":{"display":"a"}}"#, "r4", "stu3"),
      (#"{"resourceType":"DeviceComponent","type":{"text":"a"},"identifier":{"value":"a"}}"#, "r4", "stu3"),
    ], [true, false])
  func theFewestErrorsTellIt(_ record: (text: String, beside: String, own: String), asBundle: Bool) throws {
    let tally = try tally(record.text, beside: record.beside, asBundle: asBundle)
    #expect(tally.releases[record.own] == [.errors: 1])
  }

  /// What its entry lacks is an error by some releases, too, and says nothing of the resource.
  @Test(
    arguments: [
      (#"{"resourceType":"Goal","status":"in-progress","description":{"text":"a"}}"#, "dstu2"),
      (
        #"{"resourceType":"SearchParameter","url":"http://example.org/a","name":"a","status":"active","code":"a","base":"Patient","type":"string","description":"a"}"#,
        "stu3"
      ),
    ], [true, false])
  func oneErrorIsAFaultOfTheRecord(_ record: (text: String, beside: String), asBundle: Bool) throws {
    let tally = try tally(record.text, beside: record.beside, asBundle: asBundle)
    #expect(tally.releases.keys.sorted() == [record.beside])
    #expect(tally.bySeverity[.error, default: 0] > 0)
  }
}
