import FHIRFindings
import FHIRTape
import FHIRValidation
import FHIRTestSupport
import Testing

/// Records are visited after several were judged: each once, in their order, and before their findings arrive.
struct VisitOrderTests {
  static let frames = [
    ("", "\n", ""), ("[", ",", "]"), (#"{"resourceType":"Bundle","type":"collection","entry":["#, ",", "]}"),
  ]

  private static func record(_ number: Int, _ frame: (String, String, String)) -> String {
    let patient = #"{"resourceType":"Patient","id":"p\#(number)","gender":"\#(number % 3 == 0 ? "maly" : "male")"}"#
    return frame.2 == "]}" ? #"{"resource":\#(patient)}"# : patient
  }

  @Test(arguments: frames)
  func recordsAreVisitedInOrderAndBeforeTheirFindings(frame: (String, String, String)) throws {
    let text = frame.0 + (0..<500).map { Self.record($0, frame) }.joined(separator: frame.1) + frame.2
    var (ids, found): ([String], Set<String>) = ([], [])
    let tally = try Array(text.utf8).withUnsafeBytes { bytes in
      try Validator.insisting().validate(
        from: MemorySource(bytes),
        visit: { record in
          #expect(record.tape.string(record.typeIndex) == "Patient")
          ids.append(record.tape.member("id", of: record.index).map { record.tape.string($0) } ?? "none")
        },
        receive: { batch in
          for id in batch.compactMap({ $0.record?.id }) {
            #expect(ids.contains(id))
            found.insert(id)
          }
        })
    }
    #expect(ids == (0..<500).map { "p\($0)" })
    #expect(tally.records == 500)
    #expect(found.count == 167)
  }
}
