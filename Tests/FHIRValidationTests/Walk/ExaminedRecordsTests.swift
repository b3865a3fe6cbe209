import FHIRFindings
import FHIRRecognition
import FHIRSchema
import FHIRTape
import Testing

@testable import FHIRValidation

/// The releases of several records are decided before the first of them is judged; each is judged as if it came alone.
struct ExaminedRecordsTests {
  /// Records of both releases, of none, and values that are no records.
  static let records = [
    #"{"resourceType":"MedicationOrder","id":"a","status":"active","medicationReference":{"reference":"Medication/1"}}"#,
    #"{"resourceType":"MedicationRequest","id":"b","status":"active","intent":"order","subject":{"reference":"Patient/1"}}"#,
    #"{"resourceType":"Patient","id":"c","gender":"F"}"#,
    #"{"id":"d","resourceTyp\u0065":"Encounter","status":"finished","class":"inpatient"}"#,
    #"{"resourceType":"Encounter","id":"e","status":"finished","class":{"code":"AMB"},"reasonCode":[{"text":"x"}]}"#,
    #"{"id":"f"}"#, #"{"resourceType":7}"#, #"{"resourceType":"Nothing"}"#, "{}", "[]", "null", "7",
    #"{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Goal","lifecycleStatus":"x"}}]}"#,
    #"{"resourceType":"Bundle","type":"x"}"#,
    #"{"resourceType":"Observation","meta":{"profile":["http://hl7.org/fhir/StructureDefinition/vitalsigns"]}}"#,
    #"{"resourceType":"Patient","contained":[{"resourceType":"Device","id":"g"}],"id":"g"}"#,
    ##"{"resourceType":"Condition","patient":{"reference":"#h"},"id":"h","code":{"id":"h"},"category":{"text":"x"}}"##,
  ]

  enum Frame: CaseIterable {
    case lines, array, entries

    func text(_ records: [String]) -> String {
      switch self {
      // The first line shows that they are lines.
      case .lines: ([ExaminedRecordsTests.records[2]] + records).joined(separator: "\n")
      case .array: "[" + records.joined(separator: ",") + "]"
      case .entries:
        #"{"resourceType":"Bundle","type":"collection","entry":["#
          + records.enumerated().map { #"{"fullUrl":"http://a.b/Patient/\#($0)","resource":\#($1)}"# }
          .joined(separator: ",") + "]}"
      }
    }
  }

  /// What a validator says of an input.
  struct Verdict: Equatable {
    var visits: [String] = []
    var findings: [Finding] = []
    var tally = ValidationTally()

    init(_ validator: Validator, _ text: String) {
      var (visits, findings): ([String], [Finding]) = ([], [])
      tally = Array(text.utf8).withUnsafeBytes { bytes in
        validator.validate(
          bytes, hints: ReleaseHints(), batchSize: nil,
          visit: { record in
            let id = record.tape.member("id", of: record.index).map { record.tape.string($0) } ?? "none"
            visits.append("\(id) \(record.release.name) \(record.reason) \(record.entry)")
          },
          receive: { findings += $0 })
      }
      (self.visits, self.findings) = (visits, findings)
    }
  }

  @Test(arguments: Frame.allCases)
  func theirNeighboursChangeNothing(frame: Frame) {
    let (all, oneByOne) = (Validator(), Validator(without: .ahead))
    for start in Self.records.indices {
      let records = (0..<60).map { Self.records[(start + $0 * ($0 % 3 + 1)) % Self.records.count] }
      let text = frame.text(records)
      let (found, expected) = (Verdict(all, text), Verdict(oneByOne, text))
      #expect(found == expected, "\(text)")
      #expect(found.visits.count > 30)
      #expect(Set(found.findings.map { $0.rule }).count > 5)
    }
  }

  @Test func eachIsOfItsRelease() {
    let releases = Verdict(Validator(), Frame.array.text(Array(Self.records[0..<5]))).visits
    #expect(releases.map { $0.split(separator: " ")[1] } == ["dstu2", "r4", "dstu2", "dstu2", "r4"])
  }
}
