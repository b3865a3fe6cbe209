import FHIRDSTU2
import Foundation
import Testing

/// Lenient decoding preserves every record and lists its faults.
struct LenientDecodingTests {
  private func decode<R: FHIRResource>(_ type: R.Type = R.self, _ json: String) throws -> (R, [FHIRFault]) {
    let result = FHIRDecoder().decodeLeniently(R.self, from: Array(json.utf8))
    return (try #require(result.value), result.faults)
  }

  @Test func faultyElementsAreNilAndKeptAside() throws {
    let json = #"{"resourceType":"Patient","active":"yes","birthDate":"1974-13","gender":"male","x":{"y":[1.50]}}"#
    let (patient, faults) = try decode(Patient.self, json)
    #expect(patient.active == nil)
    #expect(patient.birthDate == nil)
    #expect(patient.gender?.value == .male)
    #expect(faults.map(\.code) == [.wrongKind, .invalidDate, .unknownElement])
    #expect(patient.keptAside.map(\.name) == ["active", "birthDate", "x"])
    #expect(patient.keptAside.last?.value.text == #"{"y":[1.50]}"#)
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(patient)) == [])
  }

  @Test func aNewValueReplacesTheOneKeptAside() throws {
    var (patient, _) = try decode(Patient.self, #"{"resourceType":"Patient","active":"yes","deceasedBoolean":1}"#)
    patient.active = true
    patient.deceased = .dateTime(Primitive(try #require(FHIRDateTime("2015"))))
    let encoded = String(decoding: FHIREncoder().encode(patient), as: UTF8.self)
    #expect(encoded == #"{"resourceType":"Patient","active":true,"deceasedDateTime":"2015"}"#)
  }

  @Test func aBadEntryDoesNotAffectItsBundle() throws {
    let json = """
      {"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Patient"}}, 7,
      {"resource":{"id":"a"}},{"resource":null},{"resource":{"resourceType":"Observation","status":1}},
      {"resource":{"resourceType":"Nonsense","a":1.0}},{"resource":{"resourceType":"Condition","id":"z"}}]}
      """
    let (bundle, faults) = try decode(Bundle.self, json)
    #expect(bundle.entry.count == 7)
    #expect(bundle.entry[1].unreadable?.text == "7")
    #expect(faults.contains { $0.path == "Bundle.entry[1]" && $0.code == .wrongKind })
    #expect(bundle.entry[6].resource.flatMap { Condition($0) }?.id?.value == "z")
    #expect(bundle.entry[5].resource?.resourceTypeName == "Nonsense")
    #expect(faults.map(\.byteOffset) == faults.map(\.byteOffset).sorted())
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(bundle)) == [])
  }

  @Test(arguments: [
    (#""name":{"family":["A"]}"#, "Patient.name", FHIRFault.Code.expectedArray),
    (#""name":[{"family":"A"}]"#, "Patient.name[0].family", .expectedArray),
    (#""extension":{"url":"u"}"#, "Patient.extension", .expectedArray),
    (#""maritalStatus":[{"text":"A"}]"#, "Patient.maritalStatus", .unexpectedArray),
    (#""_gender":{"extension":{"url":"u"}}"#, "Patient._gender.extension", .expectedArray),
  ])
  func bracketsComeBackAsTheyWere(member: String, path: String, code: FHIRFault.Code) throws {
    let json = "{\"resourceType\":\"Patient\",\(member)}"
    let (patient, faults) = try decode(Patient.self, json)
    #expect(faults.map(\.code) == [code] && faults.map(\.path) == [path])
    #expect(patient.keptAside.isEmpty)
    #expect(String(decoding: FHIREncoder().encode(patient), as: UTF8.self) == json)
  }

  @Test func valuesReadInTheWrongShapeCanBeChanged() throws {
    let json = #"{"resourceType":"Patient","name":{"family":"A"},"maritalStatus":[{"text":"M"}]}"#
    var (patient, _) = try decode(Patient.self, json)
    #expect(patient.name.first?.family.first?.value == "A" && patient.maritalStatus?.text?.value == "M")
    patient.name[0].family.append("B")
    patient.maritalStatus = nil
    let encoded = String(decoding: FHIREncoder().encode(patient), as: UTF8.self)
    #expect(encoded == #"{"resourceType":"Patient","name":{"family":["A","B"]}}"#)
  }

  @Test func unknownCodesAreKept() throws {
    let json = #"{"resourceType":"Observation","status":"Final","code":{"text":"x"}}"#
    let (observation, faults) = try decode(Observation.self, json)
    #expect(observation.status?.value == .unlisted("Final"))
    #expect(faults.map(\.code) == [.notInValueSet])
    #expect(ObservationStatus("final") == .final)
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(observation)) == [])
  }

  @Test(
    .enabled(if: Corpus.isAtHand("negative") && Corpus.isAtHand("other"), "the invalid corpora are not available"),
    arguments: TestedRelease.all, [("negative", 75), ("other", 220)])
  func everyObjectIsARecord(release: TestedRelease, corpus: (folder: String, records: Int)) throws {
    var records = 0
    for file in Corpus.files(Corpus.shared.appendingPathComponent(corpus.folder))
    where file.lastPathComponent != "labels.json" {
      let bytes = try Corpus.bytes(file)
      let isObject = (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
      let found = RoundTrip(release, bytes)
      #expect((found != nil) == isObject, "\(file.path)")
      if found != nil { records += 1 }
    }
    #expect(records >= corpus.records)
  }

  @Test(arguments: TestedRelease.all)
  func randomEditsNeverTrap(release: TestedRelease) throws {
    var random = SplitMix64(state: 7)
    let files = release.samples
    #expect(!files.isEmpty)
    let pieces = ["null", "[", "]", "{", "}", "\"", ",", ":", "\\u0000", "_", "1e9", "-0", "true", "\u{E9}", "[[[["]
    for file in files {
      let original = try Corpus.bytes(file)
      for _ in 0..<150 {
        var bytes = original
        for _ in 0...Int(random.next() % 3) {
          let place = random.index(bytes.count)
          switch random.next() % 4 {
          case 0: bytes.remove(at: place)
          case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
          case 2: bytes.insert(contentsOf: Array(random.element(pieces).utf8), at: place)
          default: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 40)))
          }
          if bytes.isEmpty { bytes = [0x7B] }
        }
        // The result is JSON again.
        if let found = RoundTrip(release, bytes) { #expect(RoundTrip(release, found.encoded) != nil) }
      }
    }
  }
}
