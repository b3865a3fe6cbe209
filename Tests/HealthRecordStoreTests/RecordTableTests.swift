import ClinicalRecords
import Testing

@testable import HealthRecordStore

@Suite("The table of records, against a plain dictionary")
struct RecordTableTests {
  struct Model {
    var records: [RecordKey: (json: String, order: Int)] = [:]
    var order = 0
  }

  static func put(_ table: inout RecordTable, _ key: RecordKey, _ json: String) -> HealthStore.Insertion {
    table.put(
      Array(json.utf8), key, type: key.resourceType.clinicalType ?? .labResultRecord,
      origin: RecordOrigin(source: key.source, sourceURL: key.identifier.isEmpty ? nil : "u/\(key.identifier)"))
  }

  static func json(_ key: RecordKey, _ version: Int) -> String {
    "{\"resourceType\":\"\(key.resourceType.rawValue)\",\"id\":\"\(key.identifier)\",\"v\":\(version)}"
  }

  static func found(_ table: RecordTable, _ type: ClinicalTypeIdentifier) -> [String] {
    table.rows(of: type, matching: nil, upTo: .max, limit: .max).map {
      String(decoding: $0.record?.json ?? [], as: UTF8.self)
    }
  }

  @Test(arguments: 1...4)
  func randomChanges(seed: UInt64) {
    var random = SplitMix(state: seed)
    var table = RecordTable()
    var model = Model()
    let types: [FHIRResourceType] = [.medicationOrder, .medicationDispense, .condition, .medicationStatement]
    for step in 0..<12_000 {
      let key = RecordKey(
        source: [nil, "a", "b"].randomElement(using: &random) ?? nil,
        resourceType: types.randomElement(using: &random) ?? .condition,
        identifier: "\(Int.random(in: 0..<400, using: &random))")
      if Int.random(in: 0..<3, using: &random) == 0 {
        let type = table.remove(key)
        #expect((type != nil) == (model.records.removeValue(forKey: key) != nil))
      } else {
        let json = Self.json(key, Int.random(in: 0..<3, using: &random))
        let outcome = Self.put(&table, key, json)
        let known = model.records[key]
        #expect(outcome == (known == nil ? .added : known?.json == json ? .unchanged : .replaced))
        if known?.json != json {
          model.order += 1
          model.records[key] = (json, model.order)
        }
      }
      #expect(table.count == model.records.count)
      guard step % 1000 == 999 else { continue }
      for type in [ClinicalTypeIdentifier.medicationRecord, .conditionRecord] {
        let expected = model.records.filter { $0.key.resourceType.clinicalType == type }.map(\.value)
          .sorted { $0.order < $1.order }.map(\.json)
        #expect(Self.found(table, type) == expected)
        #expect(table.lists[type]?.numbers.count ?? 0 <= 2 * expected.count + 2)
      }
      for key in model.records.keys { #expect(table[key]?.record?.key == key) }
    }
  }

  @Test func packingKeepsTheTableSmall() {
    var table = RecordTable()
    let key = RecordKey(source: nil, resourceType: .condition, identifier: "1")
    for version in 0..<100_000 { #expect(Self.put(&table, key, Self.json(key, version)) != .unchanged) }
    #expect(table.count == 1)
    #expect(table.lists[.conditionRecord]?.numbers.count ?? 0 < 3)
    #expect(Self.found(table, .conditionRecord) == [Self.json(key, 99_999)])
    #expect(table.sequence == 100_000)
  }
}

/// Numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
