import FHIRFindings
import FHIRSchema
import FHIRValidation
import FHIRTape
import FHIRTestSupport
import Testing

/// A finding records its path and record when it is made, and renders them on request, whatever happened in between.
struct FindingPlacesTests {
  private func findings(_ text: String) -> [Finding] {
    Validator.insisting().validate(Array(text.utf8)).findings
  }

  @Test func everyFindingOfAnInputHasItsOwnPathAndRecord() {
    let entries = (0..<300).map {
      #"{ "resource": { "resourceType": "Patient", "id": "p\#($0)", "gender": "x", "nick": [] } }"#
    }
    let text = #"{ "resourceType": "Bundle", "type": "collection", "entry": ["# + entries.joined(separator: ",") + "] }"
    let found = findings(text).filter { $0.record?.resourceType == "Patient" }
    #expect(
      found.map { "\($0.path) \($0.record?.id ?? "-")" }
        == (0..<300).flatMap {
          ["Bundle.entry[\($0)].resource.gender p\($0)", "Bundle.entry[\($0)].resource.nick p\($0)"]
        })
  }

  /// Whatever the walk has visited last: a contained resource, an entry of another release, an id that is no string.
  @Test func eachFindingOfAJudgedRecordHasItsRelease() {
    let records = [
      #"{"resourceType":"Patient","contained":[{"resourceType":"Patient","id":"p"}],"zz":1}"#,
      #"{"resourceType":"Patient","id":5,"zz":1}"#,
      #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"a b"},{"resource":{"resourceType":"Basic"},"zz":1}]}"#,
    ]
    for release in [FHIRRelease.r4, .stu3, .dstu2] {
      for record in records {
        let found = Validator(release: release)?.validate(Array(record.utf8)).findings ?? []
        #expect(!found.isEmpty)
        for finding in found { #expect(finding.release == release.name, "\(finding)") }
      }
    }
    let mixed = Validator().validate(
      Array(
        #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"urn:oid:1.2","resource":{"resourceType":"StructureDefinition","fhirVersion":"5.0.0"}},{"fullUrl":"a b"}]}"#
          .utf8))
    for finding in mixed.findings { #expect((finding.release == nil) == (finding.rule == "structure/other-release")) }
    let unknown = Validator().validate(Array(#"{"resourceType":"Patinet","id":"a"}"#.utf8)).findings
    #expect(unknown.map(\.release) == [nil])
  }

  @Test func findingsOutliveTheirBatch() throws {
    let lines = (0..<9_000).map { #"{ "resourceType": "Patient", "id": "p\#($0)", "gender": "x" }"# }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    var streamed: [Finding] = []
    var batches = 0
    _ = try bytes.withUnsafeBytes { bytes in
      try Validator.insisting().validate(from: MemorySource(bytes)) {
        streamed += $0
        batches += 1
      }
    }
    #expect(batches > 1)
    #expect(streamed == Validator.insisting().validate(bytes).findings)
    #expect(streamed.map(\.record?.id) == (0..<9_000).map { "p\($0)" })
  }

  @Test func namesThatUnicodeCallsEqualStayAsWritten() {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let found = findings(
      [composed, decomposed].map { #"{ "resourceType": "Patient", "\#($0)": 1 }"# }.joined(separator: "\n"))
    #expect(found.map { Array($0.path.utf8) } == [composed, decomposed].map { Array("Patient.\($0)".utf8) })
  }

  @Test(arguments: [
    (#""id": "a""#, "a"),
    (#""id": "\u0061\n""#, "a\n"),
    (#""id": """#, ""),
    (#""id": "\#(String(repeating: "a", count: 100))""#, String(repeating: "a", count: 77) + "..."),
    (#""id": 7"#, nil),
    (#""gender": "male""#, nil),
  ])
  func aRecordIsLabelledWithItsId(member: String, id: String?) {
    let found = findings(#"{ "resourceType": "Patient", \#(member), "nick": 1 }"#)
    #expect(found.last?.path == "Patient.nick")
    #expect(found.allSatisfy { $0.record == RecordLabel(resourceType: "Patient", id: id) })
  }

  @Test func aRecordOfUnknownTypeIsLabelledWithItsType() {
    let found = findings(#"{ "resourceType": "Pateint", "id": "a" }"#)
    #expect(found.map(\.path) == ["Pateint"] && found.first?.record == RecordLabel(resourceType: "Pateint", id: "a"))
    #expect(findings(#"{ "id": "a" }"#).map(\.record) == [nil])
  }

  @Test func placesOfRecordsThatAreNotJudgedAreTheirOwn() throws {
    let later =
      #"{ "resourceType": "Patient", "id": "r3", "nick": 1, "meta": { "profile": ["http://hl7.org/fhir/5.0/StructureDefinition/Patient"] } }"#
    let own =
      #"{ "resourceType": "MedicationOrder", "id": "r2", "medicationReference": { "display": "a" }, "status": "x" }"#
    let found = Validator().validate(Array([later, own, later, own].joined(separator: "\n").utf8))
    #expect(
      found.findings.map { "\($0.rule) \($0.path) \($0.record?.id ?? "-")" } == [
        "structure/other-release Patient r3", "code/not-in-value-set MedicationOrder.status r2",
        "structure/other-release Patient r3", "code/not-in-value-set MedicationOrder.status r2",
      ])
  }

  @Test func findingsAreSortedHoweverLateTheyAreMade() {
    // What a transaction wants of its entries is said at its end, in front of all that was said of the resources.
    let entries = (0..<200).map {
      #"{ "resource": { "resourceType": "Patient", "id": "p\#($0)", "gender": "x", "nick": 1, "name": [{ "nick": 1 }] } }"#
    }
    let found = findings(
      #"{ "resourceType": "Bundle", "entry": ["# + entries.joined(separator: ",") + #"], "type": "transaction" }"#)
    #expect(found.count >= 800)
    #expect(
      zip(found, found.dropFirst()).allSatisfy { $0.range < $1.range || $0.range == $1.range && $0.rule <= $1.rule })
  }
}
