import FHIRTestSupport
import FHIRToolkit
import Testing

/// Runs the examples of the articles on Foundation, duplicates and streams.
struct FoundationExampleTests {
  private static let samples = PackageRoot.url.appending(path: "Samples/dstu2/records")

  /// A folder with two copies of the samples' observations, one of them changed.
  private func withExports(_ body: (_ march: URL, _ april: URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (month, value) in [("march", "1"), ("april", "2")] {
      let month = folder.appending(path: month)
      try FileManager.default.createDirectory(at: month, withIntermediateDirectories: true)
      let meta = #""meta":{"versionId":"\#(value)"}"#
      let changed = #"{"resourceType":"Condition","id":"c",\#(meta),"code":{"text":"Hay fever"}}"#
      try Data(changed.utf8).write(to: month.appending(path: "changed.json"))
      let same = #"{"resourceType":"Condition","id":"s","meta":{"versionId":"1"},"code":{"text":"Asthma"}}"#
      try Data(same.utf8).write(to: month.appending(path: "same.json"))
    }
    try body(folder.appending(path: "march"), folder.appending(path: "april"))
  }

  @Test func twoExports() throws {
    try withExports { march, april in
      let lines = try overlap(march.path(), april.path())
      #expect(lines.sorted() == ["copies: 2 of Asthma", "versions: 2 of Hay fever"])
    }
  }

  @Test func anArchive() throws {
    let archive = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".zip")
    defer { try? FileManager.default.removeItem(at: archive) }
    let texts = ["Hay fever", "Asthma"].map {
      #"{"resourceType":"Condition","id":"c","meta":{"versionId":"1"},"code":{"text":"\#($0)"}}"#
    }
    let entries = zip(["a.json", "b.json"], texts).map { ZipWriter.Entry($0, $1) }
    try Data(ZipWriter(entries).bytes).write(to: archive)
    #expect(try contradictions(inArchive: archive.path()) == ["a.json", "b.json"])
  }

  @Test func measurementInData() throws {
    let observation = #"""
      {"resourceType":"Observation","status":"final","code":{"text":"Hb"},"valueQuantity":{"value":13.20},
       "effectiveDateTime":"2015-02-07T13:28:17-05:00"}
      """#
    let found = try #require(try measurement(in: Data(observation.utf8)))
    #expect(found.value == Decimal(132) / 10)
    #expect(found.date == Date(timeIntervalSince1970: 1_423_333_697))
  }

  @Test func december() {
    let (parts, month, firstDay) = aMonth()
    #expect(parts == DateComponents(year: 1974, month: 12))
    #expect(month.duration == 31 * 86_400)
    #expect(firstDay == month.start)
  }

  @Test func labResultsOfAFolder() throws {
    #expect(try labResults(ofExport: Self.samples) == ["Hemoglobin [Mass/volume] in Blood: 13.20 g/dL"])
  }

  @Test func familyNamesOfBothReleases() throws {
    func names(_ json: String, _ version: FHIRVersion) throws -> [String] {
      let record = ClinicalRecord(json: Array(json.utf8), origin: RecordOrigin(fhirVersion: version))
      return try familyNames(of: #require(record))
    }
    #expect(try names(#"{"resourceType":"Patient","name":[{"family":["Storm"]}]}"#, .primaryDSTU2) == ["Storm"])
    #expect(try names(#"{"resourceType":"Patient","name":[{"family":"Storm"}]}"#, .primaryR4) == ["Storm"])
    #expect(patient(named: "Storm").name.first?.family?.value == "Storm")
  }

  @Test func aCensusOfAPipe() throws {
    let pipe = Pipe()
    let lines = (0..<3).map { #"{"resourceType":"Condition","id":"\#($0)"}"# + "\n" }
    try pipe.fileHandleForWriting.write(contentsOf: Data(lines.joined().utf8))
    try pipe.fileHandleForWriting.close()
    #expect(try census(of: pipe.fileHandleForReading) == ["Conditions": 3])
  }

  @Test func theFirstErrors() throws {
    let file = Self.samples.appending(path: "Condition-seasonal-allergic-rhinitis.json")
    #expect(try firstErrors(in: file, 5).map(\.rule) == ["structure/missing-element"])
    #expect(try firstErrors(in: file, 0).isEmpty)
  }

  @Test func aDownload() async throws {
    let pieces = AsyncThrowingStream<Data, any Error> { stream in
      stream.yield(Data(#"{"resourceType":"Condition","id":"1"}"#.utf8))
      stream.finish()
    }
    try await printNames(of: pieces)
  }

  @Test func aHandover() throws {
    #expect(try count([Data(#"{"resourceType":"Pat"#.utf8), Data(#"ient"}"#.utf8)]) == 1)
  }
}
