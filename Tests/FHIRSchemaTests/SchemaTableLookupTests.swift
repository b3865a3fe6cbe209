import FHIRSchema
import Testing

/// Finding members, resources and codes in the DSTU2 table.
struct SchemaTableLookupTests {
  private let table: SchemaTable

  init() throws { table = try #require(Table.dstu2) }

  @Test func everyMemberOfEveryTypeIsFound() {
    var wrong: [String] = []
    for type in table.typeIDs {
      for member in table.memberIndices(of: type)
      where Table.member(table.name(of: member), of: type, in: table) != member.row {
        wrong.append("\(table.typeNames[type]).\(table.name(of: member))")
      }
    }
    #expect(wrong == [])
  }

  /// Similar names: shortened, lengthened, one byte changed at each place.
  @Test func nearMissesAreNotFound() {
    var wrong: [String] = []
    for type in table.typeIDs {
      let names = Set(table.memberIndices(of: type).map(table.name(of:)))
      for name in names {
        var misses = [String(name.dropLast()), name + "x", "_" + name, name.uppercased() + "Q"]
        for place in name.indices {
          misses.append(name[..<place] + (name[place] == "z" ? "y" : "z") + name[name.index(after: place)...])
        }
        for miss in misses where !names.contains(miss) && Table.member(miss, of: type, in: table) != -1 {
          wrong.append("\(table.typeNames[type]).\(miss)")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func randomNamesAreNotFound() {
    var state: UInt64 = 20_151_024
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
    let known = Set(table.typeIDs.flatMap { table.memberIndices(of: $0).map(table.name(of:)) })
    var found: [String] = []
    for _ in 0..<20_000 {
      let name = String((0..<next(30)).map { _ in letters[next(letters.count)] })
      if known.contains(name) { continue }
      if Table.member(name, of: TypeID(next(table.typeNames.count)), in: table) != -1 { found.append(name) }
    }
    #expect(found == [])
  }

  @Test func resourcesAreFound() throws {
    #expect(try name(ofResource: "Patient") == "Patient")
    #expect(try name(ofResource: "ImmunizationRecommendation") == "ImmunizationRecommendation")
    for other in ["DomainResource", "Resource", "HumanName", "MedicationRequest", "patient", ""] {
      #expect(try name(ofResource: other) == nil, "\(other)")
    }
  }

  private func name(ofResource name: String) throws -> String? {
    let bytes = Array(name.utf8) + Array(repeating: 0, count: 8)
    let row = try bytes.withUnsafeBufferPointer {
      table.rows.resource(named: try #require($0.baseAddress), length: bytes.count - 8)
    }
    return row.exists ? table.typeNames[row] : nil
  }

  @Test func namesInsideEveryLengthAreCompared() throws {
    // Both are 20 bytes with the same first and last eight: only the middle differs.
    let text = "primitive id - string id -\ntype A -\nabcdefghIJKLstuvwxyz 0..1 id\nabcdefghMNOPstuvwxyz 0..1 id\n"
    let table = try SchemaTable(Table.text(text))
    let found = ["abcdefghIJKLstuvwxyz", "abcdefghMNOPstuvwxyz", "abcdefghQRSTstuvwxyz"].map {
      Table.member($0, of: TypeID(1), in: table)
    }
    #expect(found == [0, 1, -1])
  }

  @Test func everyCodeOfEveryValueSetIsFound() {
    var wrong: [String] = []
    for (index, row) in table.valueSets.enumerated() {
      for (system, code) in table.codes.codes(of: row) {
        let bytes = Array(code.utf8)
        let found = bytes.withUnsafeBufferPointer { buffer in
          buffer.baseAddress.map {
            table.codes.contains($0, bytes.count, valueSet: index)
              && table.codes.contains($0, bytes.count, system: system, valueSet: index)
              && !table.codes.contains($0, bytes.count, system: row.systems.count, valueSet: index)
              && !table.codes.contains($0, bytes.count - 1, system: row.systems.count, valueSet: index)
          }
        }
        if found != true { wrong.append("\(row.name) \(code)") }
      }
    }
    #expect(wrong == [])
  }
}
