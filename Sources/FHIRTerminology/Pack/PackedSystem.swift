import FHIRSupport

/// A code system in a pack.
///
/// A concept is known by its number: the place of its code among all codes of the system, ordered by their bytes.
package struct PackedSystem: Sendable {
  /// What the directory says of a property.
  package struct Property: Sendable {
    package var name: String
    /// How many different values there are.
    package var valueCount: Int
    /// Where each value begins, and where the last ends; the values, ordered by their bytes.
    package var valueStarts = PackSection()
    package var values = PackSection()
    /// Where the values of each concept begin, and where the last end; empty if no concept has several values. Then
    /// ``rows`` has an entry for each concept, and a concept without a value has the number behind the last.
    package var rowStarts = PackSection()
    /// The numbers of the values, each of ``width`` bytes.
    package var rows = PackSection()
    package var width: Int { valueCount < 0xFF ? 1 : valueCount < 0xFFFF ? 2 : 4 }

    package init(name: String, valueCount: Int) { (self.name, self.valueCount) = (name, valueCount) }
  }

  /// What the directory says of a system.
  package struct Directory: Sendable {
    package var (url, version, title) = ("", "", "")
    /// How many concepts there are, and how many of them are active.
    package var (count, activeCount) = (0, 0)
    /// Whether two codes that differ only in case are the same.
    package var ignoresCase = false
    /// Whether all codes are numbers as Swift writes them; then ``Section/keys`` has these, and there are no texts.
    package var isNumeric = false
    /// Whether its sources have all codes of the system: if not, nothing is known of other codes.
    package var isWhole = false
    /// The names of the languages of displays, and the parts of the system that the pack has: see ``part(of:in:)``.
    package var (languages, parts) = ([] as [String], [] as [String])
    package var sections: [PackSection] = Array(repeating: PackSection(), count: Section.allCases.count)
    package var properties: [Property] = []

    package init() {}
  }

  /// The sections of a system, in the order of the directory. The article on the layout describes them.
  package enum Section: Int, CaseIterable {
    case keys, codeStarts, codes, flags, replacements, labelStarts, labels, positions, order, spanStarts, spans
    case parentStarts, parents, sets, members, foldedOrder

    /// The number of bytes of an entry.
    var stride: Int {
      switch self {
      case .codes, .flags, .labels: 1
      case .keys, .replacements, .spans: 8
      case .sets: 12
      default: 4
      }
    }
  }

  /// A name of a concept.
  package struct Label {
    package enum Use: UInt8 { case display, synonym, fullName }
    package var text: String
    package var use: Use
    /// A language tag; empty if the source names none.
    package var language: String
  }

  package static let (inactive, abstract, deprecated): (UInt8, UInt8, UInt8) = (1, 2, 4)
  package static let outdated = inactive | deprecated

  let bytes: PackBytes
  let directory: Directory

  package var url: String { directory.url }
  /// The version, as `Coding.version` states it; empty if the source states none.
  package var version: String { directory.version }
  package var count: Int { directory.count }
  /// Whether a code that it does not have does not exist.
  package var isWhole: Bool { directory.isWhole }

  private subscript(_ section: Section) -> PackSection { directory.sections[section.rawValue] }

  // MARK: - Codes

  /// The first eight bytes of a code as a number that orders like them.
  @inline(__always)
  package static func key(_ code: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let start = code.baseAddress else { return 0 }
    if code.count >= 8 { return UInt64(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)) }
    var key: UInt64 = 0
    for byte in code { key = key << 8 | UInt64(byte) }
    return key << UInt64(64 - code.count * 8)
  }

  /// The number that a code writes, without a zero or a sign in front; `nil` if it is none.
  @inline(__always)
  package static func number(_ code: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard code.count > 0, code.count <= 18, code[0] != UInt8(ascii: "0") || code.count == 1 else { return nil }
    var number: UInt64 = 0
    for byte in code {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      number = number &* 10 &+ UInt64(digit)
    }
    return number
  }

  /// The number of the concept with a code, `nil` if the system does not have it.
  package func concept(_ code: UnsafeBufferPointer<UInt8>) throws(PackDamage) -> Int? {
    let isNumeric = directory.isNumeric
    let wanted = isNumeric ? Self.number(code) : Self.key(code)
    guard let wanted else { return nil }
    let keys = self[.keys]
    let place = try (0..<count).bisect { middle throws(PackDamage) in
      let other = try bytes.word64(keys, middle)
      return other == wanted && !isNumeric ? try !self.code(middle, precedes: code) : other >= wanted
    }
    if place < count, try bytes.word64(keys, place) == wanted, isNumeric ? true : try isCode(place, code) {
      return place
    }
    return directory.ignoresCase ? try foldedConcept(code) : nil
  }

  package func concept(_ code: String) throws(PackDamage) -> Int? {
    var (code, found, damage) = (code, Int?.none, PackDamage?.none)
    code.withUTF8 { bytes in do throws(PackDamage) { found = try concept(bytes) } catch { damage = error } }
    if let damage { throw damage }
    return found
  }

  private func code(_ concept: Int, precedes code: UnsafeBufferPointer<UInt8>) throws(PackDamage) -> Bool {
    try codeBytes(concept).lexicographicallyPrecedes(code)
  }

  private func isCode(_ concept: Int, _ code: UnsafeBufferPointer<UInt8>) throws(PackDamage) -> Bool {
    try codeBytes(concept).elementsEqual(code)
  }

  private func codeBytes(_ concept: Int) throws(PackDamage) -> UnsafeBufferPointer<UInt8> {
    try slice(self[.codeStarts], concept, of: self[.codes])
  }

  /// What is between two neighbouring starts.
  @inline(__always)
  func range(_ starts: PackSection, _ place: Int) throws(PackDamage) -> Range<Int> {
    let (start, end) = (try bytes.word32(starts, place), try bytes.word32(starts, place + 1))
    guard start <= end else { throw PackDamage(offset: starts.start) }
    return start..<end
  }

  /// The bytes between two neighbouring starts.
  @inline(__always)
  func slice(
    _ starts: PackSection, _ place: Int, of section: PackSection
  ) throws(PackDamage) -> UnsafeBufferPointer<UInt8> {
    let range = try range(starts, place)
    let start = try bytes.bytes(section, at: range.lowerBound, range.count)
    return UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  /// The code of a concept.
  package func code(_ concept: Int) throws(PackDamage) -> String {
    directory.isNumeric
      ? String(try bytes.word64(self[.keys], concept)) : String(decoding: try codeBytes(concept), as: UTF8.self)
  }

  /// Searches among the codes in small letters.
  private func foldedConcept(_ code: UnsafeBufferPointer<UInt8>) throws(PackDamage) -> Int? {
    let wanted: [UInt8] = code.map { Self.small($0) }
    let order = self[.foldedOrder]
    let place = try (0..<order.count / 4).bisect { middle throws(PackDamage) in
      let other = try codeBytes(try bytes.word32(order, middle))
      return !other.lazy.map { Self.small($0) }.lexicographicallyPrecedes(wanted)
    }
    guard place < order.count / 4 else { return nil }
    let found = try bytes.word32(order, place)
    return try codeBytes(found).lazy.map { Self.small($0) }.elementsEqual(wanted) ? found : nil
  }

  @inline(__always)
  package static func small(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

  /// Whether two codes that differ only in case are the same.
  package var ignoresCase: Bool { directory.ignoresCase }

  // MARK: - Facts

  private func flags(_ concept: Int) throws(PackDamage) -> UInt8 {
    try bytes.bytes(self[.flags], at: concept, 1).load(as: UInt8.self)
  }

  /// Whether value sets of active codes have the concept: a deprecated one may still be used.
  package func isActive(_ concept: Int) throws(PackDamage) -> Bool { try flags(concept) & Self.inactive == 0 }

  /// Whether the concept is neither retired nor deprecated.
  package func isCurrent(_ concept: Int) throws(PackDamage) -> Bool { try flags(concept) & Self.outdated == 0 }

  /// Whether the concept only groups others and is no code to record.
  package func isAbstract(_ concept: Int) throws(PackDamage) -> Bool { try flags(concept) & Self.abstract != 0 }

  /// The concepts that replace a retired one.
  package func replacements(_ concept: Int) throws(PackDamage) -> [Int] {
    let section = self[.replacements]
    var place = try (0..<section.count / 8).bisect { middle throws(PackDamage) in
      try bytes.word32(section, middle * 2) >= concept
    }
    var found: [Int] = []
    while place < section.count / 8, try bytes.word32(section, place * 2) == concept, found.count < 100 {
      found.append(try bytes.word32(section, place * 2 + 1))
      place += 1
    }
    return found
  }

  /// Passes on the names of a concept, its display first; `body` returns whether to go on.
  ///
  /// A name comes as what it shares with the first, and its rest.
  package func forEachLabel(
    _ concept: Int, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, Label.Use, Int) -> Bool
  ) throws(PackDamage) {
    let section = self[.labels]
    let start = try bytes.word32(self[.labelStarts], concept)
    var block: [UInt8] = []
    // Most concepts have less; one more read takes the rest of the others.
    try bytes.read(section, at: start, min(256, section.count - start), into: &block)
    var place = 0
    guard let size = Self.number(block[...], &place), size <= section.count else {
      throw PackDamage(offset: section.start)
    }
    if place + size > block.count { try bytes.read(section, at: start, place + size, into: &block) }
    let isSound = block.withUnsafeBufferPointer { bytes -> Bool in
      let bytes = bytes[..<(place + size)]
      var first = UnsafeBufferPointer(rebasing: bytes[..<0])
      while place < bytes.endIndex {
        guard place + 2 <= bytes.endIndex, let use = Label.Use(rawValue: bytes[place]) else { return false }
        let language = Int(bytes[place + 1])
        place += 2
        guard let shared = Self.number(bytes, &place), shared <= first.count,
          let count = Self.number(bytes, &place), count <= bytes.endIndex - place
        else { return false }
        let text = UnsafeBufferPointer(rebasing: bytes[place..<place + count])
        place += count
        guard body(UnsafeBufferPointer(rebasing: first[..<shared]), text, use, language) else { return true }
        if first.isEmpty { first = text }
      }
      return true
    }
    if !isSound { throw PackDamage(offset: section.start) }
  }

  /// A number in seven bits a byte, the lowest first; `nil` if it does not end.
  private static func number(_ bytes: some RandomAccessCollection<UInt8>, _ place: inout Int) -> Int? {
    var (number, shift) = (0, 0)
    for byte in bytes.dropFirst(place).prefix(5) {
      place += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  /// The names of a concept, its display first.
  package func labels(_ concept: Int) throws(PackDamage) -> [Label] {
    var labels: [Label] = []
    try forEachLabel(concept) { shared, rest, use, language in
      let name = directory.languages.indices.contains(language) ? directory.languages[language] : ""
      labels.append(Label(text: String(decoding: Array(shared) + rest, as: UTF8.self), use: use, language: name))
      return labels.count < 1000
    }
    return labels
  }

  /// The display of a concept: the preferred term in the first language of the system.
  package func display(_ concept: Int) throws(PackDamage) -> String? {
    var display: String?
    try forEachLabel(concept) { _, text, _, _ in
      display = String(decoding: text, as: UTF8.self)
      return false
    }
    return display
  }

  /// Whether a text is one of the names of a concept, whatever its white space and the case of its letters; `nil` if
  /// the concept has no names.
  package func isName(_ text: UnsafeBufferPointer<UInt8>, of concept: Int) throws(PackDamage) -> Bool? {
    var (found, isNamed) = (false, false)
    var folded: String?
    try forEachLabel(concept) { shared, rest, _, _ in
      isNamed = true
      if shared.count + rest.count == text.count, text.starts(with: shared),
        text.dropFirst(shared.count).elementsEqual(rest)
      {
        found = true
      } else {
        let wanted = folded ?? Self.folded(text)
        folded = wanted
        // Letters with marks are the same, composed or not.
        found = (Array(shared) + rest).withUnsafeBufferPointer { Self.folded($0) } == wanted
      }
      return !found
    }
    return isNamed ? found : nil
  }

  /// A text in small letters, with one space where it has white space, and none at its ends.
  private static func folded(_ text: UnsafeBufferPointer<UInt8>) -> String {
    if !text.allSatisfy({ $0 < 0x80 }) {
      let letters: String = String(decoding: text, as: UTF8.self).lowercased()
      return letters.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let letters: [UInt8] = text.map { small($0) }
    let words: [ArraySlice<UInt8>] = letters.split { (byte: UInt8) -> Bool in byte == 0x20 || byte &- 9 < 5 }
    let space: [UInt8] = [0x20]
    return String(decoding: Array(words.joined(separator: space)), as: UTF8.self)
  }
}
