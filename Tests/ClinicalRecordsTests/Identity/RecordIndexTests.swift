import ClinicalRecords
import FHIRFindings
import FHIRSchema
import FHIRTape
import Testing

/// Examples of each outcome, with every distribution of the records over files and shards.
struct RecordIndexTests {
  /// Runs records, one in each file, through an index; findings as `later<-earlier problem`.
  private func found(
    _ records: [String], sources: [String?] = [], isSameFile: (Int, Int) -> Bool = { $0 == $1 }
  ) throws -> [String] {
    let index = RecordIndex()
    for (file, record) in records.enumerated() {
      index.insert(
        Array(record.utf8), of: .dstu2, at: RecordLocation(file: file, offset: 0),
        source: sources.indices.contains(file) ? sources[file] : nil)
    }
    var lines: [String] = []
    try index.findings(isSameFile: isSameFile) { finding in
      let other = finding.other.map { "\($0.file)" } ?? "-"
      let problem =
        finding.problem == .possibleConflict
        ? "possible-conflict" : String(finding.problem.rule.rawValue.dropFirst("identity/".count))
      lines.append("\(finding.record.file)<-\(other) \(problem)")
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

  @Test func everyRelation() throws {
    #expect(try found([Self.a, Self.b, Self.observation]) == [])
    #expect(try found([Self.a, Self.aWrittenOtherwise]) == ["1<-0 duplicate-record"])
    #expect(try found([Self.a, Self.aOther]) == ["1<-0 conflicting-record"])
    #expect(try found([Self.a, Self.aNewer]) == ["1<-0 newer-version"])
    #expect(try found([Self.aNewer, Self.a]) == ["1<-0 newer-version"])
    #expect(try found([Self.a, Self.aCapital]) == ["1<-0 case-differs"])
  }

  /// Tags, security labels and profiles may change while the version stays.
  @Test(arguments: [
    (#"{"versionId":"1"}"#, #"{"versionId":"1","tag":[{"code":"x"}]}"#),
    (#"{"tag":[{"code":"x"},{"code":"y"}],"versionId":"1"}"#, #"{"versionId":"1","tag":[{"code":"y"},{"code":"x"}]}"#),
    (#"{"versionId":"1","security":[{"code":"R"}]}"#, #"{"profile":["http://example.org/p"],"versionId":"1"}"#),
    ("{}", #"{"tag":[{"code":"x"}]}"#), ("null", #"{"tag":[{"code":"x"}],"profile":[]}"#),
  ])
  func labelsAreNoContent(one: String, other: String) throws {
    let record = { (meta: String, more: String) in
      #"{"resourceType":"Patient","id":"a"\#(meta == "null" ? "" : ",\"meta\":" + meta)\#(more)}"#
    }
    let problem = one == "null" || one == "{}" ? "possible-conflict" : "conflicting-record"
    if one != "{}" { #expect(try found([record(one, ""), record(other, "")]) == ["1<-0 duplicate-record"]) }
    #expect(try found([record(one, ""), record(other, #","active":true"#)]) == ["1<-0 \(problem)"])
    // In other places they are content.
    #expect(
      try found([record(one, ""), record(one, #","extension":[{"tag":[{"code":"x"}]}]"#)]) == ["1<-0 \(problem)"])
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

  @Test func carriersOfRecordsAreNotRecords() throws {
    let bundle = #"{"resourceType":"Bundle","id":"a"}"#
    #expect(try found([bundle, bundle, #"{"resourceType":"Parameters"}"#, "[]", "{"]) == [])
  }

  /// Two single files of two servers that both number from 1 look like this.
  @Test func withoutVersionAndSourceAConflictIsOnlyPossible() throws {
    let one = #"{"resourceType":"Patient","id":"1","active":true}"#
    let other = #"{"resourceType":"Patient","id":"1","active":false}"#
    #expect(try found([one, other]) == ["1<-0 possible-conflict"])
    #expect(try found([one, other], sources: ["X", "X"]) == ["1<-0 conflicting-record"])
    #expect(try found([one, other], sources: ["X", "Y"]) == [])
    for meta in [#"{"versionId":"1"}"#, #"{"lastUpdated":"2020-01-01T00:00:00Z"}"#] {
      let records = [one, other].map { $0.replacing(#""active""#, with: #""meta":\#(meta),"active""#) }
      #expect(try found(records) == ["1<-0 conflicting-record"])
    }
    // Equal content is a copy, whatever the source.
    #expect(try found([one, one]) == ["1<-0 duplicate-record"])
  }

  /// A record that a server is asked to create has no id yet.
  @Test(arguments: [
    (#"{"method":"POST","url":"Patient"}"#, true), (#"{"url":"Patient?identifier=a|1","method":"PUT"}"#, true),
    (#"{"method":"P\u0055T","url":"Patient\u003Fidentifier=a"}"#, true),
    (#"{"method":"PUT","url":"Patient/1"}"#, false),
    (#"{"method":"PUT"}"#, false), (#"{"method":"GET","url":"Patient?name=a"}"#, false), ("{}", false), ("1", false),
  ])
  func anEntryThatIsToBeCreatedNeedsNoId(request: String, isToBeCreated: Bool) throws {
    for record in [#"{"resourceType":"Patient"}"#, #"{"resourceType":"Patient","id":"a"}"#] {
      let index = RecordIndex()
      try withTape("{\"resource\":\(record),\"request\":\(request)}") { tape in
        let resource = try #require(tape.member("resource", of: .root))
        index.insert(tape, resource: resource, entry: .root, file: 0, offset: 12, source: nil, release: .dstu2)
      }
      var problems: [IdentityProblem] = []
      try index.findings { problems.append($0.problem) }
      #expect(problems == (isToBeCreated || record.contains("id\":") ? [] : [.missingID]))
    }
  }

  /// Some readers use the first and some the last of two members with one key.
  @Test func theOrderOfARepeatedKeyIsContent() throws {
    let record = { (rest: String) in #"{"resourceType":"Patient","id":"a","meta":{"versionId":"1"},\#(rest)}"# }
    #expect(
      try found([record(#""x":1,"x":2"#), record(#""x":2,"x":1"#), record(#""x":1,"y":0,"x":2"#)]) == [
        "1<-0 conflicting-record", "2<-0 conflicting-record",
      ])
    #expect(try found([record(#""y":0,"x":1,"x":2"#), record(#""x":1,"y":0,"x":2"#)]) == ["1<-0 duplicate-record"])
  }

  @Test func aRecordIsNotACopyOfItself() throws {
    #expect(try found([Self.a, Self.a], isSameFile: { _, _ in true }) == [])
    #expect(try found([Self.a, Self.a, Self.a], isSameFile: { $0 % 2 == $1 % 2 }) == ["1<-0 duplicate-record"])
  }

  @Test(arguments: [0, 1 << 20])
  func allRecordsAreComparedWithinAnyBudget(budget: Int) throws {
    let index = RecordIndex(budget: budget)
    for number in 0..<600 {
      let id = number % 10 == 0 ? "" : #""id":"\#(number % 200)","#
      index.insert(
        Array(#"{"resourceType":"Patient",\#(id)"active":\#(number < 300)}"#.utf8),
        of: .dstu2, at: RecordLocation(file: 0, offset: number * 100))
    }
    var found: [IdentityProblem: Int] = [:]
    try index.findings { found[$0.problem, default: 0] += 1 }
    // 180 identities, each occurring three times: twice with one content, once with another.
    #expect(found == [.missingID: 60, .duplicateRecord: 180, .possibleConflict: 180])
  }

  @Test func countsAreKeptOverMerging() {
    let key = FingerprintKey()
    let one = RecordIndex(key: key, budget: 0)
    let other = RecordIndex(key: key, budget: 0)
    for number in 0..<100 {
      (number % 2 == 0 ? one : other).insert(
        Array("{\"id\":\"\(number)\"}".utf8), of: .dstu2, at: RecordLocation(file: 0, offset: number))
    }
    one.merge(other)
    #expect(one.count == 100)
    #expect(other.count == 0)
  }
}
