import FHIRSupport
import Synchronization

/// A code system in a pack.
///
/// A concept is known by its number: the place of its code among all codes of the system, ordered by their bytes.
///
/// It is a class so that a look-up, for which each coding fetches its system, copies no directory.
package final class PackedSystem: Sendable {
  package struct Property: Sendable {
    package var name: String
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

    package subscript(_ section: Section) -> PackSection {
      get { sections[section.rawValue] }
      set { sections[section.rawValue] = newValue }
    }
  }

  /// The sections of a system, in the order of the directory. The article on the layout describes them.
  package enum Section: Int, CaseIterable {
    case keys, codeStarts, codes, flags, replacements, displaySums, labelStarts, labels, wordStarts, words
    case positions, order, ends, parentStarts, parents, sets, members, foldedOrder

    /// The number of bytes of an entry.
    var stride: Int {
      switch self {
      case .codes, .flags, .labels, .words: 1
      case .keys, .replacements, .displaySums: 8
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
  /// Whether all keys were compared with their checksums.
  private let hasSoundKeys = Atomic<Bool>(false)

  init(bytes: PackBytes, directory: Directory) { (self.bytes, self.directory) = (bytes, directory) }

  package var url: String { directory.url }
  /// The version, as `Coding.version` states it; empty if the source states none.
  package var version: String { directory.version }
  package var count: Int { directory.count }
  /// Whether a code that it does not have does not exist.
  package var isWhole: Bool { directory.isWhole }

  subscript(_ section: Section) -> PackSection { directory[section] }

  // MARK: - Codes

  /// The first eight bytes of a code as a number that orders like them.
  @inline(__always) package static func key(_ code: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let start = code.baseAddress else { return 0 }
    if code.count >= 8 { return UInt64(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)) }
    var key: UInt64 = 0
    for byte in code { key = key << 8 | UInt64(byte) }
    return key << UInt64(64 - code.count * 8)
  }

  /// The number that a code writes, without a zero or a sign in front; `nil` if it is none.
  @inline(__always) package static func number(_ code: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard code.count > 0, code.count <= 18, code[0] != UInt8(ascii: "0") || code.count == 1 else { return nil }
    var number: UInt64 = 0
    for byte in code {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      number = number &* 10 &+ UInt64(digit)
    }
    return number
  }

  package func concept(_ code: UnsafeBufferPointer<UInt8>) throws(PackDamage) -> Int? {
    let isNumeric = directory.isNumeric
    let wanted = isNumeric ? Self.number(code) : Self.key(code)
    guard let wanted else { return nil }
    let start = try bytes.bytes(self[.keys], at: 0, hasSoundKeys.load(ordering: .relaxed) ? 0 : count &* 8)
    hasSoundKeys.store(true, ordering: .relaxed)
    let keys = start.assumingMemoryBound(to: UInt64.self)
    // The last place whose key is not above the wanted one. Most keys are not in the processor's cache, so it is given
    // seven at a time to fetch, and no branch to guess.
    var (place, size) = (0, count)
    while size > 1 {
      let (from, part) = (place, max(size / 8, 1))
      for step in 1..<8 where step &* part < size { place &+= keys[from &+ step &* part] <= wanted ? part : 0 }
      size = place == from &+ 7 &* part ? size &- 7 &* part : part
    }
    if count > 0, keys[place] == wanted {
      if isNumeric { return place }
      // Long codes may have the same first bytes.
      let first = (0..<place).bisect { keys[$0] == wanted }
      place = try (first..<place).bisect { other throws(PackDamage) in
        try !codeBytes(other).lexicographicallyPrecedes(code)
      }
      if try codeBytes(place).elementsEqual(code) { return place }
    }
    return directory.ignoresCase ? try foldedConcept(code) : nil
  }

  package func concept(_ code: String) throws(PackDamage) -> Int? {
    var (code, found, damage) = (code, Int?.none, PackDamage?.none)
    code.withUTF8 { bytes in do throws(PackDamage) { found = try concept(bytes) } catch { damage = error } }
    if let damage { throw damage }
    return found
  }

  private func codeBytes(_ concept: Int) throws(PackDamage) -> UnsafeBufferPointer<UInt8> {
    try slice(self[.codeStarts], concept, of: self[.codes])
  }

  /// What is between two neighbouring starts, among some entries: of a forged range no more may be reserved than there is.
  @inline(__always) func range(_ starts: PackSection, _ place: Int, of count: Int) throws(PackDamage) -> Range<Int> {
    let (start, end) = (try bytes.word32(starts, place), try bytes.word32(starts, place + 1))
    guard start <= end, end <= count else { throw PackDamage(offset: starts.start) }
    return start..<end
  }

  @inline(__always) func slice(
    _ starts: PackSection, _ place: Int, of section: PackSection
  ) throws(PackDamage) -> UnsafeBufferPointer<UInt8> {
    let range = try range(starts, place, of: section.count)
    return try bytes.text(section, at: range.lowerBound, range.count)
  }

  package func code(_ concept: Int) throws(PackDamage) -> String {
    directory.isNumeric
      ? String(try bytes.word64(self[.keys], concept)) : String(decoding: try codeBytes(concept), as: UTF8.self)
  }

  /// Searches among the codes in small letters.
  private func foldedConcept(_ code: UnsafeBufferPointer<UInt8>) throws(PackDamage) -> Int? {
    let wanted = Self.small(code)
    let order = self[.foldedOrder]
    let place = try (0..<order.count / 4).bisect { middle throws(PackDamage) in
      let other = try codeBytes(try bytes.word32(order, middle))
      return !Self.small(other).lexicographicallyPrecedes(wanted)
    }
    guard place < order.count / 4 else { return nil }
    let found = try bytes.word32(order, place)
    return try Self.small(codeBytes(found)) == wanted ? found : nil
  }

  @inline(__always)
  package static func small(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

  package static func small(_ code: some Collection<UInt8>) -> [UInt8] {
    if code.allSatisfy({ $0 < 0x80 }) { return code.map { small($0) } }
    return Array(String(decoding: code, as: UTF8.self).lowercased().utf8)
  }

  package var ignoresCase: Bool { directory.ignoresCase }

  // MARK: - Facts

  private func flags(_ concept: Int) throws(PackDamage) -> UInt8 {
    try bytes.bytes(self[.flags], at: concept, 1).load(as: UInt8.self)
  }

  /// Whether value sets of active codes have the concept: a deprecated one may still be used.
  package func isActive(_ concept: Int) throws(PackDamage) -> Bool { try flags(concept) & Self.inactive == 0 }

  /// Whether the concept is neither retired nor deprecated.
  package func isCurrent(_ concept: Int) throws(PackDamage) -> Bool { try flags(concept) & Self.outdated == 0 }

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

  /// The names of a concept, its display first.
  package func labels(_ concept: Int, upTo most: Int = 1000) throws(PackDamage) -> [Label] {
    let section = self[.labels]
    let damage = PackDamage(offset: section.start)
    let start = try bytes.word32(self[.labelStarts], concept)
    // Most concepts have less.
    var (block, place) = (try bytes.text(section, at: start, min(128, section.count &- start)), 0)
    guard let size = WordCode.number(block, &place), size <= section.count else { throw damage }
    let end = place + size
    if end > block.count { block = try bytes.text(section, at: start, end) }
    var (labels, first, text) = ([] as [Label], 0..<0, [] as [UInt8])
    text.reserveCapacity(128)
    while place < end, labels.count < most {
      guard let kind = WordCode.number(block, &place), let use = Label.Use(rawValue: UInt8(kind & 3)),
        let shared = WordCode.number(block, &place), shared <= first.count,
        let count = WordCode.number(block, &place), count <= end - place
      else { throw damage }
      text.removeAll(keepingCapacity: true)
      try spell(UnsafeBufferPointer(rebasing: block[first.prefix(shared)]), into: &text)
      try spell(UnsafeBufferPointer(rebasing: block[place..<place + count]), into: &text)
      if first.isEmpty { first = place..<place + count }
      place += count
      let language = directory.languages.indices.contains(kind >> 2) ? directory.languages[kind >> 2] : ""
      labels.append(Label(text: String(decoding: text.dropLast(), as: UTF8.self), use: use, language: language))
    }
    return labels
  }

  /// Appends words and the spaces behind them.
  private func spell(_ codes: UnsafeBufferPointer<UInt8>, into text: inout [UInt8]) throws(PackDamage) {
    var place = 0
    while place < codes.count {
      switch WordCode.read(codes, &place) {
      case .known(let number): text += try slice(self[.wordStarts], number, of: self[.words])
      case .spelt(let word): text += word
      case nil: throw PackDamage(offset: self[.labels].start)
      }
      text.append(0x20)
    }
  }

  /// The display of a concept: the preferred term in the first language of the system.
  package func display(_ concept: Int) throws(PackDamage) -> String? { try labels(concept, upTo: 1).first?.text }

  /// Whether a text is a name of a concept, whatever its white space and case; `nil` if the concept has no names.
  package func isName(_ text: UnsafeBufferPointer<UInt8>, of concept: Int) throws(PackDamage) -> Bool? {
    // Most texts are the display, for which its names need not be read.
    if try bytes.word64(self[.displaySums], concept) == PackLayout.sum(UnsafeRawBufferPointer(text)) { return true }
    let names = try labels(concept)
    if names.isEmpty { return nil }
    if names.contains(where: { $0.text.utf8.elementsEqual(text) }) { return true }
    // Letters with marks are the same, composed or not.
    let wanted = Self.folded(String(decoding: text, as: UTF8.self))
    return names.contains { Self.folded($0.text) == wanted }
  }

  /// A text in small letters, with one space where it has white space, and none at its ends.
  package static func folded(_ text: String) -> String {
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let letters: [UInt8] = text.utf8.map { small($0) }
    let words: [ArraySlice<UInt8>] = letters.split { (byte: UInt8) -> Bool in byte == 0x20 || byte &- 9 < 5 }
    let space: [UInt8] = [0x20]
    return String(decoding: Array(words.joined(separator: space)), as: UTF8.self)
  }
}
