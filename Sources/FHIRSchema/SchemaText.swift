/// The text form of a release's definitions, as in `Schemas/` and, stripped, in the generated Swift.
///
/// One fact per line; single spaces separate tokens, and leading spaces are only for readability.
///
/// ```text
/// release dstu2 1.0.2
/// role bundle Bundle                                 what is read by ReleaseFacts
/// primitive date Element string date -?[0-9]{4}(...) name, base, JSON kind, grammar, published pattern
/// type HumanName Element                             name, base ("-" for none); a binding of the type may follow
///   use 0..1 code required name-use                  element: name, cardinality, types, binding
///   language 0..1 code preferred languages max all   codes outside of the first value set have to be in the second
///   url 1..1 uri attribute                           an attribute in XML
///   uri 0..1 uri absolute                            an absolute URI by its definition
///   onset[x] 0..1 dateTime|Quantity(Age)|string      a choice, one of it a profile of Quantity
/// abstract DomainResource Resource
/// resource Patient DomainResource
///   careProvider 0..* Reference(Organization|Practitioner)
///   contact 0..* BackboneElement {                   a nested element, up to its "}"
///     gender 0..1 code required administrative-gender
///   }
///   link 0..* @Bundle.link                           the content of another element
/// foreign R4|DSTU1 Condition subject patient         a name of other releases: type, name, what it is here if known
/// invariant obs-6 error Observation                  key, severity, element; " native" and a name may follow
///   fhirpath dataAbsentReason.empty() or value.empty()
///   expected a value[x] or a dataAbsentReason        what a message says, as in the next line
///   found both
///   gate dataAbsentReason value                      what an element has that breaks it, and, as -x, has not
/// valueset name-use http://hl7.org/fhir/ValueSet/name-use
///   system http://hl7.org/fhir/name-use              what follows is of this system; " nocase" and " open" may follow
///     usual                                          a code, to the end of the line
/// valueset X URL unexpanded REASON                   cannot be judged offline
/// ```
///
/// Foreign names are in one section, sorted by type; the parser only counts them, and they are decoded on demand.
///
/// A structure lists only the elements that it adds; ``SchemaTable`` adds those of its base. A base precedes the
/// structures that are derived from it.
package struct SchemaText {
  package enum Category: Sendable {
    case primitive, type, abstract, resource, nested
  }

  package struct Structure {
    package var name: String
    package var base: String
    package var category: Category
    /// The binding of its values if an element states none.
    package var binding: SchemaBinding?
    /// The grammar of a primitive's values; `nil` for other types.
    package var grammar: ValueKind?
    package var elements: [SchemaElement] = []
  }

  package struct ValueSet {
    package var name: String
    package var url: String
    /// Why the codes are unknown; `nil` for an expanded set.
    package var unexpanded: String?
    package var systems: [System] = []
  }

  package struct System {
    package var url: String
    package var ignoresCase: Bool
    /// Whether the set lacks some codes of the system.
    package var isOpen: Bool
    package var codes: [UnsafeBufferPointer<UInt8>] = []
  }

  /// A line that breaks the format; only developers of this package see such an error.
  package struct FormatError: Error, Sendable, CustomStringConvertible {
    package var line: Int
    package var reason: String
    package var description: String { "schema text, line \(line): \(reason)" }
  }

  package var release = ""
  package var version = ""
  package private(set) var facts = ReleaseFacts()
  package var structures: [Structure] = []
  package var valueSets: [ValueSet] = []
  package private(set) var invariants: [SchemaInvariant] = []
  /// The lines of the foreign names, undecoded.
  package private(set) var foreignNames = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// Parses a text; the codes and foreign names keep pointing into it, so it must outlive the result.
  ///
  /// This runs at every start, so lines and words stay slices of the text, and only stored values become a `String`.
  package init(_ text: UnsafeBufferPointer<UInt8>) throws(FormatError) {
    var open: [Int] = []
    var words = SchemaLine()
    var lineNumber = 0
    var start = 0
    while start < text.count {
      let end = text.endOfLine(from: start)
      lineNumber += 1
      while start < end, text[start] == 0x20 { start += 1 }
      let line = UnsafeBufferPointer(rebasing: text[start..<end])
      start = end + 1
      if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
      do {
        if valueSets.isEmpty {
          if line.hasKeyword("foreign ") {
            try readForeignName(line, open)
          } else if line.hasKeyword("invariant ") {
            words.read(line)
            try beginInvariant(words, open)
          } else if !invariants.isEmpty, !line.hasKeyword("valueset ") {
            try readInvariant(line)
          } else {
            words.read(line)
            try readFact(words, open: &open)
          }
        } else {
          try readCode(line, &words)
        }
      } catch {
        throw FormatError(line: lineNumber, reason: error.reason)
      }
    }
  }

  private struct LineError: Error { var reason: String }

  /// Reads a line of the section of value sets.
  private mutating func readCode(_ line: UnsafeBufferPointer<UInt8>, _ words: inout SchemaLine) throws(LineError) {
    let valueSet = valueSets.count - 1
    if line.hasKeyword("valueset ") {
      words.read(line)
      try beginValueSet(words)
    } else if line.hasKeyword("system ") {
      words.read(line)
      valueSets[valueSet].systems.append(
        System(
          url: words.text(1), ignoresCase: words.is(2, "nocase"), isOpen: words.is(words.count - 1, "open")))
    } else {
      let system = valueSets[valueSet].systems.count - 1
      guard system >= 0 else { throw LineError(reason: "a code before its system") }
      valueSets[valueSet].systems[system].codes.append(line)
    }
  }

  /// Reads a line of the sections before the value sets.
  private mutating func readFact(_ words: SchemaLine, open: inout [Int]) throws(LineError) {
    if words.is(0, "}"), words.count == 1 {
      guard open.popLast() != nil else { throw LineError(reason: "an unopened }") }
      return
    }
    if let structure = open.last, words.count > 2, words.isCardinality(1) {
      return try readElement(words, of: structure, open: &open)
    }
    if open.count > 1 { throw LineError(reason: "a nested element is not closed") }
    if words.is(0, "release"), words.count == 3 {
      release = words.text(1)
      version = words.text(2)
    } else if words.is(0, "primitive"), words.count >= 5 {
      begin(words, .primitive, open: &open)
      try readGrammar(words)
    } else if words.is(0, "type"), words.count >= 3 {
      begin(words, .type, open: &open)
      structures[structures.count - 1].binding = try binding(words, 3)
    } else if words.is(0, "abstract"), words.count == 3 {
      begin(words, .abstract, open: &open)
    } else if words.is(0, "resource"), words.count == 3 {
      begin(words, .resource, open: &open)
    } else if words.is(0, "valueset") {
      try beginValueSet(words)
    } else {
      switch facts.read(words) {
      case .taken: break
      case .wrong(let complaint): throw LineError(reason: complaint)
      case .somethingElse: throw LineError(reason: "not understood: \(words)")
      }
    }
  }

  /// Reads the grammar of the current primitive.
  private mutating func readGrammar(_ words: SchemaLine) throws(LineError) {
    guard let kind = ValueKind(grammar: words.text(4)) else {
      throw LineError(reason: "no grammar of primitives: \(words.text(4))")
    }
    guard words.text(3) == kind.jsonKind else {
      throw LineError(reason: "the grammar \(words.text(4)) is of a \(kind.jsonKind), not of a \(words.text(3))")
    }
    structures[structures.count - 1].grammar = kind
  }

  private mutating func beginValueSet(_ words: SchemaLine) throws(LineError) {
    if words.count == 3 {
      valueSets.append(ValueSet(name: words.text(1), url: words.text(2)))
    } else if words.count > 4, words.is(3, "unexpanded") {
      valueSets.append(ValueSet(name: words.text(1), url: words.text(2), unexpanded: words.text(from: 4)))
    } else {
      throw LineError(reason: "not understood: \(words)")
    }
  }

  /// Extends the section by a line; counts only the words, because this runs at every start.
  private mutating func readForeignName(_ line: UnsafeBufferPointer<UInt8>, _ open: [Int]) throws(LineError) {
    if open.count > 1 { throw LineError(reason: "a nested element is not closed") }
    var spaces = 0
    for byte in line where byte == 0x20 { spaces += 1 }
    guard spaces == 3 || spaces == 4 else { throw LineError(reason: "not a foreign name") }
    guard let first = foreignNames.baseAddress, let start = line.baseAddress else {
      foreignNames = line
      return
    }
    // A comment or a blank line would also end the section, but the generated text has neither.
    guard first + foreignNames.count + 1 == start else { throw LineError(reason: "the foreign names are not together") }
    foreignNames = UnsafeBufferPointer(start: first, count: foreignNames.count + 1 + line.count)
  }

  private mutating func beginInvariant(_ words: SchemaLine, _ open: [Int]) throws(LineError) {
    if open.count > 1 { throw LineError(reason: "a nested element is not closed") }
    let isNative = words.is(4, "native")
    guard words.count == (isNative ? 6 : 4), words.is(2, "error") || words.is(2, "warning") else {
      throw LineError(reason: "not understood: \(words)")
    }
    invariants.append(
      SchemaInvariant(
        key: words.text(1), isWarning: words.is(2, "warning"), path: words.text(3),
        native: isNative ? words.text(5) : nil))
  }

  /// Reads a line below the head of an invariant.
  private mutating func readInvariant(_ line: UnsafeBufferPointer<UInt8>) throws(LineError) {
    let number = invariants.count - 1
    if let text = line.after("fhirpath ") {
      invariants[number].expressionText = text
    } else if let text = line.after("expected ") {
      invariants[number].expectedText = text
    } else if let text = line.after("found ") {
      invariants[number].foundText = text
    } else if let text = line.after("gate ") {
      invariants[number].gates.append(text)
    } else {
      throw LineError(reason: "not a part of an invariant")
    }
  }

  private mutating func begin(_ words: SchemaLine, _ category: Category, open: inout [Int]) {
    open = [structures.count]
    structures.append(Structure(name: words.text(1), base: words.text(2), category: category))
  }

  private mutating func readElement(
    _ words: SchemaLine, of structure: Int, open: inout [Int]
  ) throws(LineError) {
    guard let (minimum, maximum) = words.cardinality(1) else {
      throw LineError(reason: "not a cardinality: \(words.text(1))")
    }
    var element = SchemaElement(name: words.text(0), minimum: minimum, maximum: maximum, types: [])
    if words.count == 4, words.is(3, "{") {
      let path = structures[structure].name + "." + element.name
      element.types = [SchemaTypeUse(name: path, arguments: [])]
      structures[structure].elements.append(element)
      open.append(structures.count)
      structures.append(Structure(name: path, base: words.text(2), category: .nested))
      return
    }
    element.types = words.typeUses(2)
    if words.count == 4, words.is(3, "attribute") {
      element.isAttribute = true
    } else if words.count == 4, words.is(3, "absolute") {
      element.isAbsolute = true
    } else {
      element.binding = try binding(words, 3)
    }
    structures[structure].elements.append(element)
  }
  /// The binding that begins at a word, `nil` at the end of the line.
  private func binding(_ words: SchemaLine, _ start: Int) throws(LineError) -> SchemaBinding? {
    let count = words.count - start
    if count == 0 { return nil }
    guard let strength = SchemaBinding.Strength(rawValue: words.text(start)) else {
      throw LineError(reason: "not a binding strength: \(words.text(start))")
    }
    guard count == 2 || (count == 4 && words.is(start + 2, "max")) else { throw LineError(reason: "not a binding") }
    return SchemaBinding(
      strength: strength, valueSet: words.text(start + 1), maximum: count == 4 ? words.text(start + 3) : nil)
  }
}
