/// The codes of all value sets of a release, found by hash of value set and code. Bare pointers, like those of
/// ``SchemaRows`` and as long-lived: every bound code of every record is looked up here.
@usableFromInline
package struct CodeTable: @unchecked Sendable {
  // @unchecked: the initialiser writes the memory, and it never changes afterwards.

  /// One code of one system in one value set; it points into the schema text, which is never freed. As in a
  /// ``MemberRow``, its first and last eight bytes decide most comparisons.
  package struct Entry {
    var head, tail: UInt64
    var start: UnsafePointer<UInt8>
    var count: Int
    var valueSet: UInt16
    package var system: UInt16
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

  func deallocate() {
    entries.deallocate()
    buckets.deallocate()
  }

  /// Whether the value set has the code, of at least eight readable bytes, in the given system or, by default, in any.
  package func contains(_ code: UnsafePointer<UInt8>, _ count: Int, system: Int = -1, valueSet: Int) -> Bool {
    let (head, tail) = (NameHash.head(code, count), NameHash.tail(code, count))
    var place = Self.hash(head, tail, valueSet) & mask
    while true {
      let bucket = Int(buckets[place])
      if bucket == 0 { return false }
      let entry = entries + (bucket &- 1)
      if entry.pointee.head == head, entry.pointee.tail == tail, entry.pointee.count == count,
        Int(entry.pointee.valueSet) == valueSet, system < 0 || Int(entry.pointee.system) == system,
        count <= 16 || SchemaRows.isEqual(entry.pointee.start, code, from: 8, to: count &- 8)
      {
        return true
      }
      place = (place &+ 1) & mask
    }
  }

  /// As ``contains(_:_:system:valueSet:)`` for systems that ignore case: a linear search after an exact one failed.
  package func containsIgnoringCase(
    _ code: UnsafePointer<UInt8>, _ count: Int, system: Int?, in row: ValueSetRow
  ) -> Bool {
    entries(of: row).contains { entry in
      entry.count == count && (system == nil || Int(entry.system) == system)
        && entry.ignoresCase
        && (0..<count).allSatisfy { Self.lowercase(entry.start[$0]) == Self.lowercase(code[$0]) }
    }
  }

  package func codes(of row: ValueSetRow) -> [(system: Int, code: String)] {
    entries(of: row).map { (Int($0.system), UnsafeBufferPointer(start: $0.start, count: $0.count).text) }
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
  /// Reads only bytes of the code: those after it may not be readable.
  fileprivate init(_ code: UnsafeBufferPointer<UInt8>, valueSet: UInt16, system: UInt16, ignoresCase: Bool) {
    guard let start = code.baseAddress else { preconditionFailure("a code is a line, and no line is empty") }
    (count, head, tail) = (code.count, 0, 0)
    if count >= 8 {
      (head, tail) = (NameHash.head(start, count), NameHash.tail(start, count))
    } else {
      for i in 0..<count { head |= UInt64(start[i]) &<< UInt64(i &* 8) }
    }
    (self.start, self.valueSet, self.system, self.ignoresCase) = (start, valueSet, system, ignoresCase)
  }
}

struct CodeTableDraft {
  private(set) var rows = [ValueSetRow.none]
  private(set) var entries: [CodeTable.Entry] = []
  private var numbers: NameDirectory

  init(_ text: SchemaText) {
    numbers = NameDirectory(capacity: text.valueSets.count)
    rows.reserveCapacity(text.valueSets.count + 1)
    entries.reserveCapacity(text.codes.count)
    for valueSet in text.valueSets {
      let form = valueSet.unexpandedBytes == nil ? nil : text.facts.codeForms[valueSet.name]
      let (number, first) = (rows.count, entries.count)
      for (systemNumber, system) in valueSet.systems.enumerated() {
        for code in text.codes(of: system) {
          entries.append(
            CodeTable.Entry(
              code, valueSet: UInt16(number), system: UInt16(systemNumber), ignoresCase: system.ignoresCase))
        }
      }
      rows.append(
        ValueSetRow(
          number: number, nameBytes: valueSet.nameBytes, urlBytes: valueSet.urlBytes,
          unexpandedBytes: valueSet.unexpandedBytes, form: form,
          systemRows: form.map { [SchemaText.System(bytes: $0.systemBytes, ignoresCase: false, isOpen: false)] }
            ?? valueSet.systems,
          ignoresCase: valueSet.systems.contains(where: \.ignoresCase), codes: first..<entries.count))
      numbers.insert(valueSet.nameBytes, number)
    }
  }

  /// The row of a value set by the name that bindings use; a set without a definition cannot be judged.
  mutating func row(named name: UnsafeBufferPointer<UInt8>) -> UInt16 {
    if let row = numbers[name] { return UInt16(row) }
    rows.append(.undefined(name, number: rows.count, codes: entries.count))
    numbers.insert(name, rows.count - 1)
    return UInt16(rows.count - 1)
  }
}
