/// A value set that bindings of the release name.
package struct ValueSetRow: Sendable {
  /// The index of this row among the table's value sets.
  package var number: Int
  package var name: String
  package var url: String
  /// Why its codes are not known; `nil` if they are.
  package var unexpanded: String?
  /// The form of its codes, if that is known.
  package var form: CodeForm?
  /// The systems whose codes are in the set.
  package var systems: [String]
  /// Which of the systems have codes that are not in the set.
  package var openSystems: [Bool]
  /// Whether codes of some system are compared without regard to case.
  package var ignoresCase: Bool
  /// The codes' rows in the ``CodeTable``.
  package var codes: Range<Int>
}

/// The codes of all value sets of a release, found by hash of value set and code.
///
/// Bare pointers, like those of ``SchemaRows`` and as long-lived: every bound code of every record is looked up here.
@usableFromInline
package struct CodeTable: @unchecked Sendable {
  // @unchecked: the initialiser writes the memory, and it never changes afterwards.

  /// One code of one system in one value set; it points into the schema text, which is never freed.
  ///
  /// As in a ``MemberRow``, its first and last eight bytes decide most comparisons.
  package struct Entry {
    var head: UInt64
    var tail: UInt64
    var start: UnsafePointer<UInt8>
    var count: Int
    var valueSet: UInt16
    package var system: UInt16
    /// Whether the system compares its codes without regard to case.
    var ignoresCase: Bool
  }

  private let entries: UnsafePointer<Entry>
  private let buckets: UnsafePointer<UInt32>
  private let mask: Int

  init(_ draft: CodeTableDraft) {
    var size = 16
    while size < draft.entries.count * 2 { size *= 2 }
    mask = size - 1
    var buckets = [UInt32](repeating: 0, count: size)
    for (index, entry) in draft.entries.enumerated() {
      var place = Self.hash(entry.head, entry.tail, Int(entry.valueSet)) & mask
      while buckets[place] != 0 { place = (place + 1) & mask }
      buckets[place] = UInt32(index + 1)
    }
    entries = draft.entries.immortal()
    self.buckets = buckets.immortal()
  }

  /// Frees the memory; the table that owns it calls this.
  func deallocate() {
    entries.deallocate()
    buckets.deallocate()
  }

  /// Whether the value set has the code, in the given system or, by default, in any.
  ///
  /// - Parameter code: a text with at least eight readable bytes, whatever the count.
  package func contains(_ code: UnsafePointer<UInt8>, _ count: Int, system: Int = -1, valueSet: Int) -> Bool {
    let head = NameHash.head(code, count)
    let tail = NameHash.tail(code, count)
    var place = Self.hash(head, tail, valueSet) & mask
    while true {
      let bucket = Int(buckets[place])
      if bucket == 0 { return false }
      let entry = entries + (bucket &- 1)
      if entry.pointee.head == head, entry.pointee.tail == tail, entry.pointee.count == count,
        Int(entry.pointee.valueSet) == valueSet, system < 0 || Int(entry.pointee.system) == system,
        count <= 16 || Self.middleIsEqual(entry.pointee.start, code, count)
      {
        return true
      }
      place = (place &+ 1) & mask
    }
  }

  private static func middleIsEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for i in 8..<count - 8 where a[i] != b[i] { return false }
    return true
  }

  /// As ``contains(_:_:system:valueSet:)`` for systems that ignore case: a linear search, made only if the exact search
  /// failed.
  package func containsIgnoringCase(
    _ code: UnsafePointer<UInt8>, _ count: Int, system: Int?, in row: ValueSetRow
  ) -> Bool {
    entries(of: row).contains { entry in
      entry.count == count && (system == nil || Int(entry.system) == system)
        && entry.ignoresCase
        && (0..<count).allSatisfy { Self.lowercase(entry.start[$0]) == Self.lowercase(code[$0]) }
    }
  }

  /// The codes of a value set as text, with the number of their system.
  package func codes(of row: ValueSetRow) -> [(system: Int, code: String)] {
    entries(of: row).map {
      (Int($0.system), String(decoding: UnsafeBufferPointer(start: $0.start, count: $0.count), as: UTF8.self))
    }
  }

  private func entries(of row: ValueSetRow) -> UnsafeBufferPointer<Entry> {
    UnsafeBufferPointer(start: entries + row.codes.lowerBound, count: row.codes.count)
  }

  private static func lowercase(_ c: UInt8) -> UInt8 { c &- 0x41 < 26 ? c | 0x20 : c }

  private static func hash(_ head: UInt64, _ tail: UInt64, _ valueSet: Int) -> Int {
    let mixed = (head ^ (tail &>> 5) ^ (tail &<< 23)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: valueSet)
    return Int(truncatingIfNeeded: (mixed &* 0xD134_2543_DE82_EF95) &>> 32)
  }
}

extension CodeTable.Entry {
  /// Builds the words byte by byte: bytes after the code may not be readable.
  fileprivate init(
    _ start: UnsafePointer<UInt8>, _ count: Int, valueSet: UInt16, system: UInt16, ignoresCase: Bool
  ) {
    head = 0
    tail = 0
    for i in 0..<min(count, 8) { head |= UInt64(start[i]) &<< UInt64(i &* 8) }
    if count > 8 {
      for i in 0..<8 { tail |= UInt64(start[count - 8 + i]) &<< UInt64(i &* 8) }
    }
    self.start = start
    self.count = count
    self.valueSet = valueSet
    self.system = system
    self.ignoresCase = ignoresCase
  }
}

/// The codes during the construction of a table.
struct CodeTableDraft {
  var rows: [ValueSetRow] = [
    ValueSetRow(number: 0, name: "", url: "", systems: [], openSystems: [], ignoresCase: false, codes: 0..<0)
  ]
  var entries: [CodeTable.Entry] = []
  private var rowNumbers: [String: UInt16] = [:]

  init(_ valueSets: [SchemaText.ValueSet], forms: [String: CodeForm]) {
    for valueSet in valueSets {
      let form = valueSet.unexpanded == nil ? nil : forms[valueSet.name]
      let number = UInt16(rows.count)
      let first = entries.count
      for (systemNumber, system) in valueSet.systems.enumerated() {
        for code in system.codes {
          guard let start = code.baseAddress else { continue }
          entries.append(
            CodeTable.Entry(
              start, code.count, valueSet: number, system: UInt16(systemNumber), ignoresCase: system.ignoresCase))
        }
      }
      rows.append(
        ValueSetRow(
          number: Int(number), name: valueSet.name, url: valueSet.url, unexpanded: valueSet.unexpanded, form: form,
          systems: form.map { [$0.system] } ?? valueSet.systems.map(\.url),
          openSystems: form.map { _ in [false] } ?? valueSet.systems.map(\.isOpen),
          ignoresCase: valueSet.systems.contains(where: \.ignoresCase),
          codes: first..<entries.count))
      rowNumbers[valueSet.name] = number
    }
  }

  /// The row of a value set by the name that bindings use; a set without a definition cannot be judged.
  mutating func row(named name: String) -> UInt16 {
    if let row = rowNumbers[name] { return row }
    rows.append(
      ValueSetRow(
        number: rows.count, name: name, url: name, unexpanded: "its definition is not at hand", systems: [],
        openSystems: [], ignoresCase: false, codes: entries.count..<entries.count))
    rowNumbers[name] = UInt16(rows.count - 1)
    return UInt16(rows.count - 1)
  }
}
