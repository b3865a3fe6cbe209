import ClinicalRecords
import FHIRSchema
import Testing

/// Random runs through the index, with small budgets and shards, against an index of five lines.
struct RecordIndexOracleTests {
  struct Record: Hashable {
    var source: Int
    var type: String
    var id: String?
    var version: String?
    var value: Int

    func isSame(_ other: Record) -> Bool { source == other.source && type == other.type && id == other.id }
    func isFolded(_ other: Record) -> Bool {
      source == other.source && type == other.type && id?.lowercased() == other.id?.lowercased()
    }

    func written(_ random: inout RandomSource) -> String {
      var members = [
        JSONModel.Member(name: "resourceType", value: .string(type)),
        JSONModel.Member(name: "value", value: .number("\(value)")),
        JSONModel.Member(name: "list", value: .array([.bool(true), .object(["x": .string("é\"")])])),
      ]
      if let id { members.append(JSONModel.Member(name: "id", value: .string(id))) }
      if let version {
        members.append(JSONModel.Member(name: "meta", value: .object(["versionId": .string(version)])))
      }
      return JSONModel.object(members).written(&random)
    }
  }

  /// Compares with all earlier records, in order.
  static func expected(_ records: [Record], at places: [RecordLocation]) -> [IdentityFinding] {
    records.indices.compactMap { later in
      let record = records[later]
      guard record.id != nil else {
        return IdentityFinding(problem: .missingID, record: places[later], other: nil)
      }
      let questions: [(IdentityProblem, (Record) -> Bool)] = [
        (.duplicateRecord, { $0 == record }),
        (
          record.source == 0 && record.version == nil ? .possibleConflict : .conflictingRecord,
          { $0.isSame(record) && $0.version == record.version }
        ),
        (.newerVersion, { $0.isSame(record) }),
        (.caseDiffers, { $0.id != nil && $0.isFolded(record) }),
      ]
      for (problem, question) in questions {
        if let earlier = records[..<later].firstIndex(where: question) {
          return IdentityFinding(problem: problem, record: places[later], other: places[earlier])
        }
      }
      return nil
    }
  }

  @Test(arguments: 0..<80)
  func agreesWithAPairwiseComparison(seed: Int) throws {
    var random = RandomSource(seed)
    let count = [3, 30, 150].randomElement(using: &random)!
    let variety = [1, 3, count].randomElement(using: &random)!
    let files = Int.random(in: 1...5, using: &random)
    let sources: [String?] = (0..<files).map { _ in ["X", "Y", nil].randomElement(using: &random)! }

    var records: [Record] = []
    var places: [RecordLocation] = []
    var texts: [[UInt8]] = Array(repeating: [], count: files)
    for number in 0..<count {
      let file = number * files / count
      let letter = ["a", "A", "b"].randomElement(using: &random)!
      let id = letter + "\(Int.random(in: 0..<variety, using: &random))"
      records.append(
        Record(
          source: sources[file].map { Int($0.unicodeScalars.first!.value) } ?? 0,
          type: ["Patient", "Observation"].randomElement(using: &random)!,
          id: Int.random(in: 0..<20, using: &random) == 0 ? nil : id,
          version: [nil, "1", "2"].randomElement(using: &random)!, value: Int.random(in: 0..<3, using: &random)))
      let text = Array(records[number].written(&random).utf8)
      places.append(RecordLocation(file: file, offset: texts[file].count + text.firstIndex(of: UInt8(ascii: "{"))!))
      texts[file] += text + [0x0A]
    }

    let key = FingerprintKey([random.next(), random.next(), random.next(), random.next()])
    let shards = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      // Sixteen rows are the minimum; above that nothing is spilled.
      RecordIndex(key: key, budget: [0, 100 * 64, 1 << 20].randomElement(using: &random)!)
    }
    for number in (0..<count).shuffled(using: &random) {
      let place = places[number]
      let end = texts[place.file][place.offset...].firstIndex(of: 0x0A)!
      shards.randomElement(using: &random)!.insert(
        Array(texts[place.file][place.offset..<end]), of: .dstu2, at: place, source: sources[place.file])
    }
    for shard in shards.dropFirst() { shards[0].merge(shard) }
    var findings: [IdentityFinding] = []
    try shards[0].findings { findings.append($0) }
    #expect(findings == Self.expected(records, at: places))
  }
}
