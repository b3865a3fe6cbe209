/// A value set that bindings of the release name.
package struct ValueSetRow: Sendable {
  /// The place of this row among the table's value sets.
  package var number: Int
  package var name: String
  package var url: String
  /// Why it cannot be judged offline; `nil` when its codes are known.
  package var unexpanded: String?
  /// The systems whose codes are in the set.
  package var systems: [String]
  /// Whether codes of some system are compared without regard to case.
  package var ignoresCase: Bool
  /// The codes' rows in the ``CodeTable``.
  package var codes: Range<Int>
}

/// The codes of all value sets of a release, found by hash of value set and code.
@usableFromInline
package struct CodeTable: Sendable {
  /// One code of one system in one value set; it points into the schema text, which is never freed.
  package struct Entry: @unchecked Sendable {
    var start: UnsafePointer<UInt8>
    var count: Int
    var valueSet: UInt16
    package var system: UInt16
  }

  private let entries: [Entry]
  private let buckets: [UInt32]
  private let mask: Int
  private let systemsIgnoringCase: [[Bool]]

  init(_ draft: CodeTableDraft) {
    entries = draft.entries
    var size = 16
    while size < entries.count * 2 { size *= 2 }
    mask = size - 1
    var buckets = [UInt32](repeating: 0, count: size)
    for (index, entry) in entries.enumerated() {
      var place = Self.hash(of: entry) & mask
      while buckets[place] != 0 { place = (place + 1) & mask }
      buckets[place] = UInt32(index + 1)
    }
    self.buckets = buckets
    systemsIgnoringCase = draft.ignoresCase
  }

  /// Whether the value set has the code, in the system of this number or, by default, in any.
  ///
  /// - Parameter code: at least eight readable bytes, whatever the count.
  package func contains(_ code: UnsafePointer<UInt8>, _ count: Int, system: Int = -1, valueSet: Int) -> Bool {
    buckets.withUnsafeBufferPointer { buckets in
      entries.withUnsafeBufferPointer { entries in
        var place = Self.mix(NameHash.head(code, count), NameHash.tail(code, count), valueSet) & mask
        while true {
          let bucket = buckets[place]
          if bucket == 0 { return false }
          let entry = entries[Int(bucket) - 1]
          if Int(entry.valueSet) == valueSet, entry.count == count, system < 0 || Int(entry.system) == system,
            Self.isEqual(entry.start, code, count)
          {
            return true
          }
          place = (place + 1) & mask
        }
      }
    }
  }

  @inline(__always)
  private static func isEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for i in 0..<count where a[i] != b[i] { return false }
    return true
  }

  /// As ``contains(_:_:system:valueSet:)`` for systems that ignore case: a scan, made only when the exact search failed.
  package func containsIgnoringCase(
    _ code: UnsafePointer<UInt8>, _ count: Int, system: Int?, in row: ValueSetRow
  ) -> Bool {
    entries[row.codes].contains { entry in
      entry.count == count && (system == nil || Int(entry.system) == system)
        && systemsIgnoringCase[Int(entry.valueSet)][Int(entry.system)]
        && (0..<count).allSatisfy { Self.lowercase(entry.start[$0]) == Self.lowercase(code[$0]) }
    }
  }

  /// The codes of a value set as text, with the number of their system.
  package func codes(of row: ValueSetRow) -> [(system: Int, code: String)] {
    entries[row.codes].map {
      (Int($0.system), String(decoding: UnsafeBufferPointer(start: $0.start, count: $0.count), as: UTF8.self))
    }
  }

  private static func lowercase(_ c: UInt8) -> UInt8 { c &- 0x41 < 26 ? c | 0x20 : c }

  /// The hash of a code in the text under construction, byte by byte: nothing behind it may be read.
  private static func hash(of entry: Entry) -> Int {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    for i in 0..<min(entry.count, 8) { head |= UInt64(entry.start[i]) &<< UInt64(i &* 8) }
    if entry.count > 8 {
      for i in 0..<8 { tail |= UInt64(entry.start[entry.count - 8 + i]) &<< UInt64(i &* 8) }
    }
    return mix(head, tail, Int(entry.valueSet))
  }

  private static func mix(_ head: UInt64, _ tail: UInt64, _ valueSet: Int) -> Int {
    let mixed = (head ^ (tail &>> 5) ^ (tail &<< 23)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: valueSet)
    return Int(truncatingIfNeeded: (mixed &* 0xD134_2543_DE82_EF95) &>> 32)
  }
}

/// The codes while a table is built.
struct CodeTableDraft {
  var rows: [ValueSetRow] = [ValueSetRow(number: 0, name: "", url: "", systems: [], ignoresCase: false, codes: 0..<0)]
  var entries: [CodeTable.Entry] = []
  var ignoresCase: [[Bool]] = [[]]
  private var rowNumbers: [String: UInt16] = [:]

  init(_ valueSets: [SchemaText.ValueSet]) {
    for valueSet in valueSets {
      let number = UInt16(rows.count)
      let first = entries.count
      for (systemNumber, system) in valueSet.systems.enumerated() {
        for code in system.codes {
          guard let start = code.baseAddress else { continue }
          entries.append(
            CodeTable.Entry(start: start, count: code.count, valueSet: number, system: UInt16(systemNumber)))
        }
      }
      ignoresCase.append(valueSet.systems.map(\.ignoresCase))
      rows.append(
        ValueSetRow(
          number: Int(number), name: valueSet.name, url: valueSet.url, unexpanded: valueSet.unexpanded,
          systems: valueSet.systems.map(\.url), ignoresCase: valueSet.systems.contains(where: \.ignoresCase),
          codes: first..<entries.count))
      rowNumbers[valueSet.name] = number
    }
  }

  /// The row of a value set by the name that bindings use; one without a block cannot be judged.
  mutating func row(named name: String) -> UInt16 {
    if let row = rowNumbers[name] { return row }
    rows.append(
      ValueSetRow(
        number: rows.count, name: name, url: name, unexpanded: "its definition is not at hand", systems: [],
        ignoresCase: false, codes: entries.count..<entries.count))
    ignoresCase.append([])
    rowNumbers[name] = UInt16(rows.count - 1)
    return UInt16(rows.count - 1)
  }
}
