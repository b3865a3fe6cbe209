import ClinicalRecords
import Diagnostics
import Testing

/// Each outcome by example, in every way that records can be spread over files and shards.
struct RecordIndexTests {
  /// Runs records, one a file, through an index; findings as `later<-earlier problem`.
  private func found(
    _ records: [String], sources: [String?] = [], readable: Bool = true, key: FingerprintKey = FingerprintKey()
  ) throws -> [String] {
    let index = RecordIndex(key: key)
    for (file, record) in records.enumerated() {
      index.insert(
        Array(record.utf8), at: RecordLocation(file: file, offset: 0),
        source: sources.indices.contains(file) ? sources[file] : nil)
    }
    let storage = MemoryStorage(readable ? records.map { Array($0.utf8) } : [], sources: sources)
    var lines: [String] = []
    try index.findings(in: storage) { finding in
      let other = finding.other.map { "\($0.file)" } ?? "-"
      lines.append("\(finding.record.file)<-\(other) \(finding.problem.rule.rawValue.dropFirst("identity/".count))")
    }
    return lines
  }

  static let a = #"{"resourceType":"Patient","id":"a","meta":{"versionId":"1"},"active":true}"#
  static let aWrittenOtherwise = #"{ "active":true, "meta":{"versionId":"\u0031"},"id":"a","resourceType":"Patient" }"#
  static let aOther = #"{"resourceType":"Patient","id":"a","meta":{"versionId":"1"},"active":false}"#
  static let aNewer = #"{"resourceType":"Patient","id":"a","meta":{"versionId":"2"},"active":false}"#
  static let aCapital = #"{"resourceType":"Patient","id":"A"}"#
  static let b = #"{"resourceType":"Patient","id":"b"}"#
  static let observation = #"{"resourceType":"Observation","id":"a","meta":{"versionId":"1"},"active":true}"#

  @Test(arguments: [true, false])
  func everyRelation(readable: Bool) throws {
    #expect(try found([Self.a, Self.b, Self.observation], readable: readable) == [])
    #expect(try found([Self.a, Self.aWrittenOtherwise], readable: readable) == ["1<-0 duplicate-record"])
    #expect(try found([Self.a, Self.aOther], readable: readable) == ["1<-0 conflicting-record"])
    #expect(try found([Self.a, Self.aNewer], readable: readable) == ["1<-0 newer-version"])
    #expect(try found([Self.aNewer, Self.a], readable: readable) == ["1<-0 newer-version"])
    #expect(try found([Self.a, Self.aCapital], readable: readable) == ["1<-0 case-differs"])
  }

  @Test func lastUpdatedIsAVersionToo() throws {
    let record = { (date: String) in #"{"resourceType":"Patient","id":"a","meta":{"lastUpdated":"\#(date)"}}"# }
    #expect(try found([record("2020"), record("2021")]) == ["1<-0 newer-version"])
    #expect(try found([#"{"resourceType":"Patient","id":"a"}"#, record("2021")]) == ["1<-0 newer-version"])
  }

  @Test func theFirstOfItsKindIsNamed() throws {
    let records = [
      Self.aNewer, Self.a, Self.aCapital, Self.aOther, Self.aNewer, Self.aOther, Self.a, Self.aCapital,
    ]
    #expect(
      try found(records) == [
        "1<-0 newer-version", "2<-0 case-differs", "3<-1 conflicting-record", "4<-0 duplicate-record",
        "5<-3 duplicate-record", "6<-1 duplicate-record", "7<-2 duplicate-record",
      ])
  }

  @Test func sourcesNeverMix() throws {
    #expect(try found([Self.a, Self.a], sources: ["X", "Y"]) == [])
    #expect(try found([Self.a, Self.a], sources: ["X", nil]) == [])
    #expect(try found([Self.a, Self.aOther], sources: ["X", "Y"]) == [])
    #expect(try found([Self.a, Self.aCapital], sources: ["X", "x"]) == [])
    #expect(try found([Self.a, Self.a], sources: ["X", "X"]) == ["1<-0 duplicate-record"])
  }

  @Test func recordsWithoutAnIdAreReported() throws {
    let none = #"{"resourceType":"Patient"}"#
    #expect(try found([none, Self.a, none]) == ["0<-- missing-id", "2<-- missing-id"])
  }

  @Test func whatOnlyCarriesRecordsIsNone() throws {
    let bundle = #"{"resourceType":"Bundle","id":"a"}"#
    #expect(try found([bundle, bundle, #"{"resourceType":"Parameters"}"#, "[]", "{"]) == [])
  }

  /// With fingerprints of no bits all records of a run look alike, and only comparing tells them apart.
  @Test func clashingFingerprintsAreResolvedByComparing() throws {
    let key = FingerprintKey([1, 2, 3, 4], keptBits: 0)
    let records = [Self.a, Self.b, Self.observation, Self.aNewer, Self.aCapital, Self.aWrittenOtherwise, Self.aOther]
    #expect(
      try found(records, key: key) == [
        "3<-0 newer-version", "4<-0 case-differs", "5<-0 duplicate-record", "6<-0 conflicting-record",
      ])
    #expect(try found(records, key: key) == found(records))
    #expect(try found([Self.a, Self.a], sources: ["X", "Y"], key: key) == [])
  }

  /// A record that is longer than what is read at first, and one that is gone.
  @Test func recordsAreReadAgainWhateverTheirSize() throws {
    let long = { (letter: String) in
      "{\"resourceType\":\"Patient\",\"id\":\"a\",\"x\":\"" + String(repeating: letter, count: 20_000) + "\"}"
    }
    let key = FingerprintKey([1, 2, 3, 4], keptBits: 0)
    #expect(try found([long("y"), long("y")], key: key) == ["1<-0 duplicate-record"])
    #expect(try found([long("y"), long("z")], key: key) == ["1<-0 conflicting-record"])
  }

  @Test func aRecordIsNoCopyOfItself() throws {
    struct OneFile: RecordStorage {
      let memory: MemoryStorage
      func read(file: Int, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        memory.read(file: 0, at: offset, into: buffer)
      }
      func givenSource(of file: Int) -> String? { nil }
      func isSameFile(_ first: Int, _ second: Int) -> Bool { true }
    }
    let index = RecordIndex()
    for file in 0..<2 { index.insert(Array(Self.a.utf8), at: RecordLocation(file: file, offset: 0)) }
    try index.findings(in: OneFile(memory: MemoryStorage([Array(Self.a.utf8)]))) { Issue.record("\($0)") }
  }

  @Test func countsAreKeptOverMerging() {
    let key = FingerprintKey()
    let one = RecordIndex(key: key, budget: 0)
    let other = RecordIndex(key: key, budget: 0)
    for number in 0..<100 {
      (number % 2 == 0 ? one : other).insert(
        Array("{\"id\":\"\(number)\"}".utf8), at: RecordLocation(file: 0, offset: number))
    }
    one.merge(other)
    #expect(one.count == 100)
    #expect(other.count == 0)
  }
}
