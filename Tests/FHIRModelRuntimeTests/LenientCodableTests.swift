import FHIRR4
import Foundation
import Testing

/// How Swift's own decoders report faulty records, and how to make them lenient.
struct LenientCodableTests {
  private struct Answer: Codable {
    var patients: [Patient]
    var any: AnyResource?
    var coding: Coding?
  }

  private func decode(_ json: String, _ collector: FHIRFaultCollector? = nil) throws -> Answer {
    let decoder = JSONDecoder()
    decoder.userInfo[.fhirFaults] = collector
    return try decoder.decode(Answer.self, from: Data(json.utf8))
  }

  @Test(arguments: [
    (#"{"patients":[{"resourceType":"Patient"},{"resourceType":"Patient","gender":"x"}]}"#, "patients.1.gender"),
    (
      #"{"patients":[{"resourceType":"Patient","name":[{},{"given":["a",7]}]}]}"#, "patients.0.name.1.given.1"
    ),
    (#"{"patients":[],"any":{"resourceType":"Observation","status":"final"}}"#, "any.code"),
    (
      #"{"patients":[],"any":{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"id":"x"}}]}}"#,
      "any.entry.0.resource.resourceType"
    ),
    (#"{"patients":[],"coding":{"code":7}}"#, "coding.code"),
    (#"{"patients":[{"resourceType":"Flag"}]}"#, "patients.0.resourceType"),
    (#"{"patients":[7]}"#, "patients.0"), (#"{"patients":[],"coding":[]}"#, "coding"),
  ])
  func anErrorHasItsCodingPath(json: String, path: String) throws {
    let error = #expect(throws: DecodingError.self) { _ = try decode(json) }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text(context.codingPath) == path)
  }

  private func text(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  @Test func aCollectorMakesADecoderLenient() throws {
    let collector = FHIRFaultCollector()
    let answer = try decode(
      #"""
      {"patients":[{"resourceType":"Patient","gender":"x","birthDate":"soon"},{"resourceType":"Patient","note":1}],
       "any":{"resourceType":"Observation","status":"final"},"coding":{"code":7,"system":"urn:a"}}
      """#, collector)
    #expect(answer.patients[0].gender?.value == .unlisted("x") && answer.patients[0].birthDate == nil)
    #expect(answer.patients[1].keptAside.map(\.name) == ["note"])
    #expect(answer.any?.as(Observation.self)?.status == .final && answer.coding?.system == "urn:a")
    #expect(
      Set(collector.faults.map { text($0.codingPath) }) == [
        "patients.0.birthDate", "patients.0.gender", "patients.1.note", "any.code", "coding.code",
      ])
    #expect(collector.faults.first?.debugDescription.contains("expected") == true)
  }

  /// There is nothing to restore of a value that is not such a resource.
  @Test(arguments: [#"{"patients":[7]}"#, #"{"patients":[{"resourceType":"Flag"}]}"#, #"{"patients":[],"coding":7}"#])
  func nonRecordsAreStillErrors(json: String) {
    let collector = FHIRFaultCollector()
    #expect(throws: DecodingError.self) { _ = try decode(json, collector) }
    #expect(collector.faults.isEmpty)
  }
}
