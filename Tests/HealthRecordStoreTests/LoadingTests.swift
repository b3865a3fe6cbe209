import ClinicalRecords
import Foundation
import HealthRecordStore
import FHIRTape
import ClinicalSources
import FHIRTestSupport
import Testing

@Suite("Filling the store from bytes")
struct LoadingTests {
  static let origin = RecordOrigin(
    source: Clinic.name, fhirVersion: .primaryDSTU2, receivedDate: ReceivedDate("2019-06-11T18:00:00Z"))

  @Test("NDJSON: a bad line does not affect others, and skipped records are counted")
  func lines() async throws {
    let store = HealthStore()
    let report = await store.load(
      Array(
        """
        {"resourceType":"AllergyIntolerance","id":"1"}
        {"resourceType":"AllergyIntolerance","id":"1","note":{"text":"again"}}
        {"resourceType":"AllergyIntolerance", "id":
        {"resourceType":"Patient","id":"p"}
        {"resourceType":"Condition"}
        {"resourceType":"Condition","id":""}
        {"resourceType":"Condition","id":7}
        {"resourceType":"Condition","id":"\\u0062"}
        {"resourceType":"Condition","id":"b"}
        [1]
        """.utf8), origin: Self.origin)
    #expect(report.added == 2)
    #expect(report.replaced == 2)
    #expect(report.unchanged == 0)
    #expect(report.withoutIdentifier == 3)
    #expect(report.unreadable == 1)
    #expect(report.withoutClinicalType == [.resourceType: 1, .notAResource: 1])
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies, Clinic.conditions])
    #expect(try await store.identifiers() == ["1"])
    let conditions = try await store.clinicalRecords(ofType: .conditionRecord)
    #expect(
      conditions.map { String(decoding: $0.json, as: UTF8.self) } == ["{\"resourceType\":\"Condition\",\"id\":\"b\"}"])
    #expect(conditions.first?.origin == Self.origin)
  }

  @Test("a Bundle, and Bundles in it; an array; one resource")
  func shapes() async throws {
    let entry = "{\"resource\":{\"resourceType\":\"Condition\",\"id\":\"1\"}}"
    let inner = "{\"resourceType\":\"Bundle\",\"entry\":[\(entry),{\"request\":{}},{\"resource\":3}]}"
    for text in [
      "{\"resourceType\":\"Bundle\",\"entry\":[\(entry),{\"resource\":\(inner)}]}", "[\(inner)]", inner,
      "{\"entry\":[\(entry)],\"resourceType\":\"Bundle\"}", "{\"resourceType\":\"Condition\",\"id\":\"1\"}",
    ] {
      let store = HealthStore()
      #expect(await store.load(Array(text.utf8), origin: Self.origin).added == 1)
      #expect(await store.recordCount == 1)
    }
  }

  @Test("entries of a document that turns out not to be a Bundle are not kept, and wake no observer")
  func entriesOfNoBundle() async throws {
    let entry = "{\"resource\":{\"resourceType\":\"Condition\",\"id\":\"1\"}}"
    let store = HealthStore()
    for text in [
      "{\"entry\":[\(entry)],\"resourceType\":\"List\",\"id\":\"2\"}", "{\"entry\":[\(entry)]}",
    ] {
      let report = await store.load(Array(text.utf8), origin: Self.origin)
      #expect(report.added == 0)
      #expect(await store.recordCount == 0)
    }
    // A value that is not an object is not a record, wherever a record is expected.
    let report = await store.load(
      Array("{\"entry\":[\(entry),5,{\"resource\":3}],\"resourceType\":\"Bundle\"}".utf8), origin: Self.origin)
    #expect(report.added == 1)
    #expect(report.withoutClinicalType == [.notAResource: 2])
  }

  @Test("a source that is read piece by piece, twice: the second reading changes nothing")
  func byteSource() async throws {
    let store = HealthStore()
    let first = try await store.load(GeneratedLines(count: 500), origin: Self.origin)
    #expect(first.added == 500)
    let second = try await store.load(GeneratedLines(count: 500), origin: Self.origin)
    #expect(second.unchanged == 500)
    #expect(second.added + second.replaced == 0)
  }

  @Test("an Apple Health export: each record under the institution of its stub")
  func export() async throws {
    func stub(_ source: String, _ file: Int) -> String {
      """
      <ClinicalRecord type="AllergyIntolerance" identifier="2" sourceName="\(source)" sourceURL="https://a.example.org/2" \
      fhirVersion="1.0.2" receivedDate="2019-06-11 20:00:00 +0200" resourceFilePath="/clinical-records/\(file).json"/>
      """
    }
    let xml = "<HealthData>\(stub("City Clinic", 1))\(stub("County Hospital", 2))</HealthData>"
    let allergy = Array("{\"resourceType\":\"AllergyIntolerance\",\"id\":\"2\"}".utf8)
    let patient = Array("{\"resourceType\":\"Patient\",\"id\":\"p\"}".utf8)
    let store = HealthStore()
    let report = try await store.load(
      RecordFiles(
        MemoryTree([
          ("clinical-records/1.json", allergy), ("clinical-records/2.json", allergy),
          ("clinical-records/3.json", patient), ("export.xml", Array(xml.utf8)),
        ]), origin: RecordOrigin(source: "Elsewhere")))
    #expect(report.added == 2)
    #expect(report.withoutClinicalType == [.resourceType: 1])
    try await store.requestAuthorization(toShare: [], read: [Clinic.allergies])
    let found = try await store.clinicalRecords(ofType: .allergyRecord)
    #expect(found.map(\.source) == ["City Clinic", "County Hospital"])
    #expect(found.map(\.receivedDate?.secondsSince1970) == [1_560_276_000, 1_560_276_000])
    // Loading the same files again changes nothing.
    let folder = try RecordFiles(FolderTree(path: PackageRoot.url.appending(path: "Samples/apple-health-export").path))
    let first = try await store.load(folder)
    let second = try await store.load(folder)
    #expect(first.added > 0)
    #expect(second.added == 0)
  }

  @Test("loading and inserting give the same record")
  func sameAsInserted() async throws {
    let text = "{\"resourceType\":\"Condition\",\"id\":\"c1\",\"code\":{\"text\":\"Asthma\"}}"
    let (loaded, inserted) = (HealthStore(), HealthStore())
    await loaded.load(Array(text.utf8), origin: Self.origin)
    await inserted.insert(try #require(ClinicalRecord(json: Array(text.utf8), origin: Self.origin)))
    for store in [loaded, inserted] { try await store.requestAuthorization(toShare: [], read: [Clinic.conditions]) }
    let found = try await loaded.clinicalRecords(ofType: .conditionRecord)
    #expect(found.map(\.displayName) == ["Asthma"])
    #expect(try await inserted.clinicalRecords(ofType: .conditionRecord) == found)
  }
}

/// NDJSON that is generated while it is read: nine tenths allergies and conditions, one tenth medications of two types.
struct GeneratedLines: ByteSource {
  private let count: Int
  private let padding: String
  private var line = 0
  private var rest: ArraySlice<UInt8> = []

  init(count: Int, recordBytes: Int = 200) {
    self.count = count
    padding = String(repeating: "x", count: max(0, recordBytes - 130))
  }

  /// The resource type of a line.
  static func type(_ line: Int) -> FHIRResourceType {
    switch line % 20 {
    case 0: .medicationOrder
    case 1: .medicationStatement
    case 2..<10: .allergyIntolerance
    default: .condition
    }
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var written = 0
    while written < buffer.count {
      if rest.isEmpty {
        guard line < count else { break }
        let text = """
          {"resourceType":"\(Self.type(line).rawValue)","id":"record-\(line)","meta":{"versionId":"1"},\
          "text":{"status":"generated","div":"<div>\(padding)</div>"}}

          """
        rest = Array(text.utf8)[...]
        line += 1
      }
      let part = rest.prefix(buffer.count - written)
      buffer[written..<written + part.count].copyBytes(from: part)
      written += part.count
      rest = rest.dropFirst(part.count)
    }
    return written
  }

  mutating func rewind() {
    line = 0
    rest = []
  }
}
