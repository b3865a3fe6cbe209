import FHIRSupport
import FHIRTerminology

/// A code system that is being compiled. Codes, relations and the values of properties stay in memory, about a hundred
/// bytes for each concept. Names, of which there are far more, are sorted in bounded memory and otherwise kept in a
/// temporary file.
final class SystemDraft {
  let url: String
  var version = ""
  var title: String
  var ignoresCase = false
  /// Whether a source has all codes of the system.
  var isWhole = false
  /// Of RxNorm, the concepts that have an active name.
  var namedConcepts: Set<Int> = []
  /// How many texts were no UTF-8 and were read as Windows-1252 or Latin-1.
  private(set) var latinCount = 0
  /// How many relations were left out because they lead in a circle.
  private(set) var cycleCount = 0
  private(set) var table = CodeTable()
  private var flags: [UInt8] = []
  private var languages = [""]
  /// Concepts, each with one directly above it.
  private var edges: [(UInt32, UInt32)] = []
  private var replacements: [(UInt32, UInt32)] = []
  /// Reference sets, each with a member.
  private var memberships: [(UInt32, UInt32)] = []
  private var properties: [DraftProperty] = []
  private var spool = TextSpool()
  private let labels = RowSorter(budget: 32 << 20)
  private var labelCount = 0
  private var directory = PackedSystem.Directory()

  init(_ url: String, title: String) { (self.url, self.title) = (url, title) }

  /// How many codes there are, and how many of them are neither retired nor deprecated.
  var count: Int { flags.count { $0 & Self.defined != 0 } }
  var activeCount: Int { flags.count { $0 & (PackedSystem.outdated | Self.defined) == Self.defined } }
  /// How many codes were named and not defined.
  var danglingCount: Int { flags.count - count }

  /// Takes the version that a file states within, which is to be that of the files before.
  func state(version stated: String) throws {
    if version.isEmpty { version = stated }
    if stated.isEmpty || stated == version { return }
    let wanted = "version \(version) of \(title), as in a file before"
    throw TerminologyPackError("expected \(wanted), found \(stated); name the folders by the versions")
  }

  // MARK: - Contents

  /// The number of a code of the system, which is added as an active one if it is new.
  func concept(_ code: UnsafeBufferPointer<UInt8>) -> Int {
    let number = reference(code)
    flags[number] |= Self.defined
    return number
  }

  /// The number of a code that another row may define; what no row defines is left out at the end.
  func reference(_ code: UnsafeBufferPointer<UInt8>) -> Int {
    let number = table.insert(code)
    if number == flags.count { flags.append(0) }
    return number
  }

  private static let defined: UInt8 = 1 << 7
  private func isDefined(_ concept: UInt32) -> Bool { flags[Int(concept)] & Self.defined != 0 }

  func concept(_ code: String) -> Int { Self.withBytes(of: code) { concept($0) } }

  static func withBytes<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    var text = text
    return try text.withUTF8(body)
  }

  func setActive(_ concept: Int, _ isActive: Bool) { set(PackedSystem.inactive, of: concept, !isActive) }

  func set(_ flag: UInt8, of concept: Int, _ isOn: Bool = true) {
    if isOn { flags[concept] |= flag } else { flags[concept] &= ~flag }
  }

  func addParent(_ parent: Int, of child: Int) {
    if child != parent { edges.append((UInt32(child), UInt32(parent))) } else { cycleCount += 1 }
  }

  func addReplacement(_ other: Int, of concept: Int) { replacements.append((UInt32(concept), UInt32(other))) }

  func addMember(_ member: Int, ofSet set: Int) { memberships.append((UInt32(set), UInt32(member))) }

  /// The number of a property, which is added if it is new.
  func property(_ name: String) -> Int {
    if let known = properties.firstIndex(where: { $0.name.byBytes == name.byBytes }) { return known }
    properties.append(DraftProperty(name: name))
    return properties.count - 1
  }

  func addValue(_ value: UnsafeBufferPointer<UInt8>, _ property: Int, of concept: Int) {
    if value.isEmpty { return }
    let number = properties[property].values.insert(value)
    properties[property].rows.append((UInt32(concept), UInt32(number)))
  }

  /// The number of a language; the first that is named is that of displays.
  func language(_ name: String) -> Int {
    if let known = languages.firstIndex(where: { $0.byBytes == name.byBytes }) { return known }
    if languages.count > 250 { return 0 }
    languages.append(name)
    return languages.count - 1
  }

  /// Keeps a text for ``addLabel(_:_:rank:use:language:)``.
  func keep(_ text: UnsafeBufferPointer<UInt8>) throws -> Range<Int> {
    if String(validating: text, as: UTF8.self) == nil {
      latinCount += 1
      let wide = String(String.UnicodeScalarView(text.map(WindowsText.scalar)))
      return try Self.withBytes(of: wide) { try spool.append($0) }
    }
    return try spool.append(text)
  }

  /// Adds a name of a concept.
  ///
  /// - Parameters:
  ///   - rank: the least of a concept is its display; of equal ones the first.
  ///   - language: English, if nothing is stated.
  func addLabel(_ text: Range<Int>, of concept: Int, rank: Int, use: PackedSystem.Label.Use, language: Int?) throws {
    labelCount += 1
    let kind = UInt64(use.rawValue) | UInt64(language ?? self.language("en")) << 8
    try labels.append(
      IndexRow(
        UInt64(concept), UInt64(rank) << 56 | UInt64(labelCount), UInt64(text.lowerBound), UInt64(text.count), kind))
  }

  func addLabel(
    _ text: UnsafeBufferPointer<UInt8>, of concept: Int, rank: Int = 0, use: PackedSystem.Label.Use = .display,
    language: Int? = nil
  ) throws {
    if text.isEmpty { return }
    try addLabel(keep(text), of: concept, rank: rank, use: use, language: language)
  }

  func addLabel(
    _ text: String, of concept: Int, rank: Int = 0, use: PackedSystem.Label.Use = .display, language: Int? = nil
  ) throws {
    try Self.withBytes(of: text) { try addLabel($0, of: concept, rank: rank, use: use, language: language) }
  }

  // MARK: - Writing

  /// Writes the system, which accepts nothing more, and returns what the directory says of it.
  func write(to writer: PackWriter) throws -> PackedSystem.Directory {
    let isNumeric = (0..<UInt32(table.count)).allSatisfy { number in
      !isDefined(number) || table[Int(number)].withUnsafeBufferPointer { PackedSystem.number($0) } != nil
    }
    let order = table.sorted(asNumbers: isNumeric).filter { isDefined($0) }
    edges.removeAll { !isDefined($0.0) || !isDefined($0.1) }
    replacements.removeAll { !isDefined($0.0) || !isDefined($0.1) }
    memberships.removeAll { !isDefined($0.0) || !isDefined($0.1) }
    var finals = [UInt32](repeating: .max, count: table.count)
    for (place, number) in order.enumerated() { finals[Int(number)] = UInt32(place) }

    directory[.keys] = try writer.section(order.map { table.key(Int($0), asNumber: isNumeric) })
    if !isNumeric { (directory[.codes], directory[.codeStarts]) = try writer.texts(order.map { table[Int($0)] }) }
    if ignoresCase, !isNumeric { directory[.foldedOrder] = try writer.section(foldedOrder(order)) }
    directory[.flags] = try writer.section(order.map { flags[Int($0)] & ~Self.defined })
    directory[.replacements] = try writer.section(Self.sorted(replacements, finals, finals).flatMap { [$0.0, $0.1] })
    try writeLabels(order, to: writer)
    try writeHierarchy(finals, to: writer)
    try writeSets(finals, to: writer)
    for property in properties { directory.properties.append(try property.write(finals, order, to: writer)) }

    (directory.url, directory.version, directory.title) = (url, version, title)
    (directory.count, directory.activeCount, directory.ignoresCase) = (count, activeCount, ignoresCase && !isNumeric)
    (directory.isNumeric, directory.isWhole) = (isNumeric, isWhole)
    directory.languages = languages
    let parts = order.lazy.compactMap { number in
      self.table[Int(number)].withUnsafeBufferPointer { PackedSystem.part(of: $0, in: self.url) }
    }
    directory.parts = Set(parts).sorted()
    return directory
  }

  private func foldedOrder(_ order: [UInt32]) -> [UInt32] {
    let small = order.map { PackedSystem.small(table[Int($0)]) }
    return small.indices.sorted { a, b in
      small[a] == small[b] ? a < b : small[a].lexicographicallyPrecedes(small[b])
    }.map { UInt32($0) }
  }

  private func forEachBlock(_ body: (Int, LabelBlock) throws -> Void) throws {
    let merge = try RowMerge([labels], budget: 4 << 20)
    var row = try merge.next()
    while let first = row {
      var block = LabelBlock()
      while let next = row, next.w0 == first.w0 {
        block.add(try spool.text(Int(next.w2)..<Int(next.w2 + next.w3)), kind: Int(next.w4))
        row = try merge.next()
      }
      if isDefined(UInt32(first.w0)) { try body(Int(first.w0), block) }
    }
  }

  private func writeLabels(_ order: [UInt32], to writer: PackWriter) throws {
    var words = FrequentWords()
    try forEachBlock { _, block in for word in block.words { words.count(word) } }
    words.rank()
    (directory[.words], directory[.wordStarts]) = try writer.texts(words.ranked)
    var starts = [UInt32](repeating: 0, count: table.count)
    var sums = [UInt64](repeating: 0, count: table.count)
    directory[.labels] = try writer.section {
      let origin = writer.count
      // The block of a concept without names.
      try [UInt8(0)].withUnsafeBytes { try writer.write($0) }
      try forEachBlock { concept, block in
        starts[concept] = UInt32(truncatingIfNeeded: writer.count - origin)
        sums[concept] = block.display.withUnsafeBytes { PackLayout.sum($0) }
        try block.written(words).withUnsafeBytes { try writer.write($0) }
      }
    }
    directory[.labelStarts] = try writer.section(order.map { starts[Int($0)] })
    directory[.displaySums] = try writer.section(order.map { sums[Int($0)] })
  }

  private func writeHierarchy(_ finals: [UInt32], to writer: PackWriter) throws {
    if edges.isEmpty { return }
    var sorted = Self.sorted(edges, finals, finals)
    edges = []
    var last: (UInt32, UInt32)?
    sorted.removeAll { edge in
      defer { last = edge }
      return last.map { $0 == edge } ?? false
    }
    let hierarchy = HierarchyOrder(count: count, edges: sorted)
    cycleCount += hierarchy.cycles.count
    let cut = Set(hierarchy.cycles.map { $0.child << 32 | $0.parent })
    sorted.removeAll { cut.contains(Int($0) << 32 | Int($1)) }
    sorted = Self.sorted(sorted, hierarchy.positions, hierarchy.positions)
    var starts = [UInt32](repeating: 0, count: count + 1)
    for (child, _) in sorted { starts[Int(child) + 1] += 1 }
    for place in 0..<count { starts[place + 1] += starts[place] }
    directory[.parentStarts] = try writer.section(starts)
    directory[.parents] = try writer.section(sorted.map(\.1))
    directory[.positions] = try writer.section(hierarchy.positions)
    directory[.order] = try writer.section(hierarchy.order)
    directory[.ends] = try writer.section(hierarchy.ends)
  }

  private func writeSets(_ finals: [UInt32], to writer: PackWriter) throws {
    var (sets, members) = ([] as [UInt32], [] as [UInt32])
    for (set, member) in Self.sorted(memberships, finals, finals) {
      if sets.isEmpty || sets[sets.count - 3] != set { sets += [set, UInt32(members.count), 0] }
      if sets[sets.count - 1] > 0, members.last == member { continue }
      members.append(member)
      sets[sets.count - 1] += 1
    }
    directory[.sets] = try writer.section(sets)
    directory[.members] = try writer.section(members)
  }

  /// Pairs in the order of the numbers that their parts have in the pack; what is not in the pack has the highest.
  fileprivate static func sorted(
    _ pairs: [(UInt32, UInt32)], _ firsts: [UInt32], _ seconds: [UInt32]
  ) -> [(UInt32, UInt32)] {
    let pairs: [(UInt32, UInt32)] = pairs.map { (firsts[Int($0.0)], seconds[Int($0.1)]) }
    return pairs.sorted { (a: (UInt32, UInt32), b: (UInt32, UInt32)) -> Bool in a < b }
  }
}

private struct DraftProperty {
  let name: String
  var values = CodeTable()
  /// Concepts, each with a value.
  var rows: [(UInt32, UInt32)] = []

  func write(_ finals: [UInt32], _ concepts: [UInt32], to writer: PackWriter) throws -> PackedSystem.Property {
    var property = PackedSystem.Property(name: name, valueCount: values.count)
    let order = values.sorted()
    var numbers = [UInt32](repeating: 0, count: values.count)
    for (place, number) in order.enumerated() { numbers[Int(number)] = UInt32(place) }
    (property.values, property.valueStarts) = try writer.texts(order.map { values[Int($0)] })
    var rowStarts = [UInt32](repeating: 0, count: concepts.count + 1)
    var kept: [UInt32] = []
    var last: (UInt32, UInt32)?
    for row in SystemDraft.sorted(rows, finals, numbers) where row.0 != .max {
      if let last, last == row { continue }
      last = row
      kept.append(row.1)
      rowStarts[Int(row.0) + 1] += 1
    }
    if rowStarts.allSatisfy({ $0 < 2 }) {
      var place = 0
      kept = (0..<concepts.count).map { concept in
        guard rowStarts[concept + 1] == 1 else { return UInt32(values.count) }
        place += 1
        return kept[place - 1]
      }
    } else {
      for place in 0..<concepts.count { rowStarts[place + 1] += rowStarts[place] }
      property.rowStarts = try writer.section(rowStarts)
    }
    switch property.width {
    case 1: property.rows = try writer.section(kept.map { UInt8($0) })
    case 2: property.rows = try writer.section(kept.map { UInt16($0) })
    default: property.rows = try writer.section(kept)
    }
    return property
  }
}
