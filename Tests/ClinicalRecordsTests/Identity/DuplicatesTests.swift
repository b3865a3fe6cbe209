import ClinicalRecords
import Testing

/// Finds records that occur more than once in any sequence of records.
struct DuplicatesTests {
  static func record(
    _ id: String?, _ text: String = "a", version: String? = nil, source: String? = "City Clinic"
  ) throws -> ClinicalRecord {
    let id = id.map { #""id":"\#($0)","# } ?? ""
    let meta = version.map { #""meta":{"versionId":"\#($0)"},"# } ?? ""
    let json = #"{"resourceType":"Condition",\#(id)\#(meta)"code":{"text":"\#(text)"}}"#
    return try #require(ClinicalRecord(json: Array(json.utf8), origin: RecordOrigin(source: source)))
  }

  @Test func copiesVersionsAndConflicts() throws {
    let records = try [
      Self.record("1", version: "1"), Self.record("2"), Self.record("1", version: "1"),
      Self.record("1", "b", version: "2"),
      Self.record("1", "c", version: "2"), Self.record(nil), Self.record("1", source: "Bay Clinic"),
      Self.record("1", version: "1"),
    ]
    let found = try records.duplicates()
    #expect(found.copies.map(\.records) == [[records[0], records[2], records[7]]])
    #expect(found.versions.map(\.records) == [[records[0], records[3]]])
    #expect(found.conflicts.map(\.records) == [[records[3], records[4]]])
    #expect(found.groups.count == 3)
    #expect(found.withoutIdentity == [records[5]])
    #expect(found.groups.first?.identity == RecordIdentity(source: "City Clinic", resourceType: "Condition", id: "1"))
    #expect(!found.isEmpty)
  }

  @Test func possibleConflictsOfTwoServers() throws {
    let records = try [
      Self.record("1", source: nil), Self.record("1", "b", source: nil), Self.record("A"), Self.record("a"),
    ]
    let found = try records.duplicates()
    #expect(found.groups.map(\.relation) == [.possibleConflict, .caseDiffers])
    #expect(found.conflicts.count == 1)
    #expect(try [records[0], records[2]].duplicates().isEmpty)
  }

  /// The budget decides where the work is done, and does not change the result.
  @Test func theBudgetChangesNothing() throws {
    let records = try (0..<5000).map { try Self.record(String($0 % 4000), version: String($0 / 4000)) }
    let small = try records.duplicates(budget: 1 << 10)
    #expect(small.versions.count == 1000)
    #expect(try records.duplicates() == small)
  }

  /// Any sequence works, including one that can be iterated only once, with any label for a record.
  @Test func anySequence() throws {
    var left = 3
    let once = AnyIterator<ClinicalRecord> {
      left -= 1
      return left < 0 ? nil : try? Self.record("1")
    }
    #expect(try once.duplicates().copies.map(\.records.count) == [3])

    let index = RecordIndex()
    for (number, id) in ["1", "2", "1"].enumerated() {
      index.insert(try Self.record(id), at: RecordLocation(file: number, offset: 0))
    }
    #expect(index.count == 3)
    #expect(try index.duplicates { "file \($0.file)" }.copies.map(\.records) == [["file 0", "file 2"]])
  }

  @Test func theIdentityOfARecord() throws {
    #expect(try Self.record("7").identity == RecordIdentity(source: "City Clinic", resourceType: "Condition", id: "7"))
    #expect(
      try Self.record("7", source: nil).identity == RecordIdentity(source: "", resourceType: "Condition", id: "7"))
    #expect(try Self.record(nil).identity == nil)
  }

  /// If the origin names no source, the record's own `meta.source` is used, or the service base of the entry's URL.
  @Test func theSourceThatARecordNames() throws {
    let text = #"""
      {"resourceType":"Bundle","type":"collection","entry":[
        {"fullUrl":"https://a.example/fhir/Condition/7","resource":{"resourceType":"Condition","id":"7"}},
        {"fullUrl":"https://b.example/fhir/Condition/7","resource":{"resourceType":"Condition","id":"7"}},
        {"resource":{"resourceType":"Condition","id":"7","meta":{"source":"https://c.example#1"}}}]}
      """#
    let records = ClinicalRecordReader().read(Array(text.utf8)).records
    #expect(
      records.map { $0.identity?.source } == ["https://a.example/fhir", "https://b.example/fhir", "https://c.example"])
    #expect(try records.duplicates().isEmpty)
    let given = ClinicalRecordReader().read(Array(text.utf8), origin: RecordOrigin(source: "City Clinic")).records
    #expect(try given.duplicates().groups.count == 2)
  }
}
