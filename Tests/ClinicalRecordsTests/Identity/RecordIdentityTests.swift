import ClinicalRecords
import FHIRFindings
import FHIRSchema
import FHIRTape
import Testing

/// The places of a record's source, in order of precedence.
struct RecordIdentityTests {
  static let r4 = FHIRRelease(name: "r4", version: "4.0.1")

  private func identity(
    _ resource: String, fullUrl: String? = nil, given: String? = nil, release: FHIRRelease = .dstu2
  ) throws -> RecordIdentity? {
    let address = fullUrl.map { "\"fullUrl\":\"\($0)\"," } ?? ""
    return try withTape("{\(address)\"resource\":\(resource)}") { tape in
      let index = try #require(tape.member("resource", of: .root))
      return RecordIdentity(tape, resource: index, entry: .root, givenSource: given, release: release)
    }
  }

  @Test func theFirstAvailableSourceCounts() throws {
    let resource = #"{"resourceType":"Patient","id":"1","meta":{"source":"http://m.example/x#7"}}"#
    let url = "http://base.example/fhir/Patient/1"
    #expect(try identity(resource, fullUrl: url, given: "St. Anna", release: Self.r4)?.source == "St. Anna")
    #expect(try identity(resource, fullUrl: url, given: "", release: Self.r4)?.source == "http://m.example/x")
    #expect(try identity(resource, fullUrl: url, release: Self.r4)?.source == "http://m.example/x")
    // DSTU2 does not define this element of meta.
    #expect(try identity(resource, fullUrl: url)?.source == "http://base.example/fhir")
    #expect(try identity(resource)?.source == "")
  }

  @Test func aMetaSourceWithOnlyAFragmentIsIgnored() throws {
    let resource = ##"{"resourceType":"Patient","id":"1","meta":{"source":"#7"}}"##
    #expect(try identity(resource, release: Self.r4)?.source == "")
  }

  @Test(arguments: [
    ("http://a.example/fhir/Patient/1", "http://a.example/fhir"),
    ("https://a.example/Patient/1", "https://a.example"),
    ("HTTPS://a.example/Patient/1", "HTTPS://a.example"),
    (#"http:\/\/a.example\/fhir\/Patient\/1"#, "http://a.example/fhir"),
    ("http://a.example/fhir/Patient/1/_history/2", "http://a.example/fhir"),
    ("http://a.example/fhir/Patient/other", "http://a.example/fhir"),
    ("http://a.example/fhir/Observation/1", ""),
    ("http://a.example/fhir/Patient/", ""),
    ("http://a.example/fhir/Patient/1/_history", ""),
    ("http://Patient/1", ""),
    ("http://", ""),
    ("urn:uuid:0b6c4a1e-0000-4000-8000-000000000000", ""),
    ("ftp://a.example/Patient/1", ""),
    ("Patient/1", ""),
    ("", ""),
  ])
  func theServiceBaseStandsBeforeTypeAndId(url: String, base: String) throws {
    #expect(try identity(#"{"resourceType":"Patient","id":"1"}"#, fullUrl: url)?.source == base)
  }

  @Test func theParts() throws {
    let found = try identity(#"{"id":"a\u0062","resourceType":"Pati\u0065nt"}"#, given: "S")
    #expect(found == RecordIdentity(source: "S", resourceType: "Patient", id: "ab"))
  }

  @Test(arguments: [
    #"{"resourceType":"Patient"}"#, #"{"resourceType":"Patient","id":""}"#, #"{"resourceType":"Patient","id":7}"#,
    #"{"resourceType":"Patient","id":null}"#,
  ])
  func withoutAnIdThereIsNoIdentity(resource: String) throws {
    #expect(try identity(resource) == nil)
  }

  /// Records that begin with type and id are not read further, others are; the result must be the same.
  @Test(arguments: [
    (#"{"resourceType":"Patient","id":"a-1.B"}"#, "Patient", "a-1.B"),
    ("{ \"resourceType\" :\r\n\t\"Patient\" , \"id\" : \"a\",\"x\":[]}", "Patient", "a"),
    (#"{"id":"a","resourceType":"Patient"}"#, "Patient", "a"),
    (#"{"resourceType":"Patient","meta":{"id":"b"},"id":"a"}"#, "Patient", "a"),
    (#"{"resourceType":"Patient","id":"\u0061"}"#, "Patient", "a"),
    (#"{"resourceType":"Pat\u0069ent","id":"a"}"#, "Patient", "a"),
    (#"{"resourceType":"Patient","id":"","id":"b"}"#, "Patient", "b"),
    (#"{"resourceType":"Patient","id":7}"#, "Patient", nil), (#"{"resourceType":"Patient"}"#, "Patient", nil),
    (#"{"resourceType":"Patient","id":"ä b"}"#, "Patient", "ä b"),
    (#"{"resourceType":"Patient","id":"a","id":"b","resourceType":"Group"}"#, "Patient", "a"),
  ])
  func aLabelIsReadFromTheRecord(_ record: String, _ type: String, _ id: String?) throws {
    var text = PaddedBuffer(capacity: 16)
    Array("  \(record)  ".utf8).withUnsafeBufferPointer {
      if let start = $0.baseAddress { text.append(start, count: $0.count) }
    }

    guard case .label(let label?) = RecordLabels.label(in: text.bytes, from: 2, to: text.count) else {
      Issue.record("no label")
      return
    }
    #expect(label.resourceType == type)
    #expect(label.id == id)
  }

  @Test func aLabelOfALongIDIsCut() throws {
    for count in [64, 65, 80, 81, 200] {
      let id = String(repeating: "a", count: count)
      var text = PaddedBuffer(capacity: 16)
      Array(#"{"resourceType":"Patient","id":"\#(id)"}"#.utf8).withUnsafeBufferPointer {
        if let start = $0.baseAddress { text.append(start, count: $0.count) }
      }

      guard case .label(let label?) = RecordLabels.label(in: text.bytes, from: 0, to: text.count) else { continue }
      #expect(label.id == (count > 80 ? String(repeating: "a", count: 77) + "..." : id))
    }
  }

  /// Reads eight bytes of an id at a time and changes only letters.
  @Test func idsAreTheSameInAnyCase() throws {
    let bytes = (0x21...0x7E).filter { $0 != 0x22 && $0 != 0x5C }.map { UInt8($0) }
    for shift in 0..<8 {
      let id = String(decoding: bytes.dropFirst(shift), as: UTF8.self)
      for (other, problem) in [
        (id.lowercased(), IdentityProblem.caseDiffers), (id.uppercased(), .caseDiffers),
        (id.replacing("@", with: "`"), nil), (id.replacing("[", with: "{"), nil),
      ] {
        let index = RecordIndex()
        for (file, id) in [id, other].enumerated() {
          index.insert(
            Array(#"{"resourceType":"Patient","id":"\#(id)"}"#.utf8), of: .r4, at: RecordLocation(file: file, offset: 0)
          )
        }
        var problems: [IdentityProblem] = []
        try index.findings { problems.append($0.problem) }
        #expect(problems == (problem.map { [$0] } ?? []), "\(other)")
      }
    }
  }
}
