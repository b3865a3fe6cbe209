/// The text form of a release's definitions, as in `Schemas/` and, stripped, in the generated Swift.
///
/// One fact per line, as `Schemas/README.md` describes. The line of an invariant may end in ` native` and a name, or in
/// ` except contained`.
///
/// Foreign names are in one section, sorted by type; the parser only counts them, and they are decoded on demand.
///
/// A structure lists only the elements that it adds; ``SchemaTable`` adds those of its base. A base precedes the
/// structures that are derived from it.
package struct SchemaText {
  /// A line that breaks the format; only developers of this package see such an error.
  package struct FormatError: Error, Sendable, CustomStringConvertible {
    package var line: Int
    package var reason: String
    package var description: String { "schema text, line \(line): \(reason)" }
  }

  package internal(set) var release = ""
  package internal(set) var version = ""
  package internal(set) var facts = ReleaseFacts()
  package internal(set) var structures: [Structure] = []
  /// The elements of all structures; those of one are adjacent.
  var elements: [SchemaElement] = []
  package internal(set) var valueSets: [ValueSet] = []
  var codes: [UnsafeBufferPointer<UInt8>] = []
  package internal(set) var invariants: [SchemaInvariant] = []
  /// The lines of the foreign names, undecoded.
  package internal(set) var foreignNames = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The names of nested elements, which no line states.
  let paths = SchemaPaths()
  /// The structure of each element, while they are read.
  var owners: [Int] = []
  /// The structures whose elements are being read, the innermost last.
  var open: [Int] = []

  /// Parses a text; what is read keeps pointing into it, so it must outlive the result.
  ///
  /// This runs at every start, so lines and words stay slices of the text.
  package init(_ text: UnsafeBufferPointer<UInt8>) throws(FormatError) {
    // Enough for the published releases: a line has some 35 bytes.
    elements.reserveCapacity(text.count / 64)
    owners.reserveCapacity(text.count / 64)
    codes.reserveCapacity(text.count / 64)
    var (words, lineNumber, start) = (SchemaLine(), 0, 0)
    while start < text.count {
      let end = text.endOfLine(from: start)
      lineNumber &+= 1
      while start < end, text[start] == 0x20 { start &+= 1 }
      let line = text.slice(start, end)
      start = end &+ 1
      if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
      do {
        if valueSets.isEmpty { try read(line, &words) } else { try readCode(line, &words) }
      } catch {
        throw FormatError(line: lineNumber, reason: error.reason)
      }
    }
    closeSystem()
    sortElements()
  }

  /// The elements that a structure adds to those of its base; valid as long as the text.
  package func elements(of structure: Structure) -> [SchemaElement] { Array(elements[structure.elements]) }

  package func codes(of system: System) -> ArraySlice<UnsafeBufferPointer<UInt8>> { codes[system.codes] }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>, _ words: inout SchemaLine) throws(SchemaLineError) {
    if line.hasKeyword("foreign ") {
      try readForeignName(line)
    } else if line.hasKeyword("invariant ") {
      words.read(line)
      try beginInvariant(words)
    } else if !invariants.isEmpty, !line.hasKeyword("valueset ") {
      try readInvariant(line)
    } else if let structure = open.last, let element = ElementLine(line) {
      try readElement(element, of: structure)
    } else {
      words.read(line)
      try readFact(words)
    }
  }

  private mutating func readCode(
    _ line: UnsafeBufferPointer<UInt8>, _ words: inout SchemaLine
  ) throws(SchemaLineError) {
    let valueSet = valueSets.count - 1
    if line.hasKeyword("valueset ") {
      words.read(line)
      try beginValueSet(words)
    } else if line.hasKeyword("system ") {
      closeSystem()
      words.read(line)
      valueSets[valueSet].systems.append(
        System(
          bytes: words.bytes(1), ignoresCase: words.is(2, "nocase"), isOpen: words.is(words.count - 1, "open"),
          codes: codes.count..<codes.count))
    } else {
      if valueSets[valueSet].systems.isEmpty { throw SchemaLineError(reason: "a code before its system") }
      codes.append(line)
    }
  }

  /// Gives the last system the codes that were read since its line.
  mutating func closeSystem() {
    guard let valueSet = valueSets.indices.last, let system = valueSets[valueSet].systems.indices.last else { return }
    let first = valueSets[valueSet].systems[system].codes.lowerBound
    valueSets[valueSet].systems[system].codes = first..<codes.count
  }
}
