/// The text form of a release's definitions, as it stands in `Schemas/` and, stripped, in the generated Swift.
///
/// One fact a line; tokens are divided by single spaces, and leading spaces only help the reader.
///
/// ```text
/// release dstu2 1.0.2
/// primitive date Element string -?[0-9]{4}(...)      name, base, JSON kind, published pattern
/// type HumanName Element                             name, base ("-" for none)
///   use 0..1 code required name-use                  element: name, cardinality, types, binding
///   onset[x] 0..1 dateTime|Quantity(Age)|string      a choice, one of it a profile of Quantity
/// abstract DomainResource Resource
/// resource Patient DomainResource
///   careProvider 0..* Reference(Organization|Practitioner)
///   contact 0..* BackboneElement {                   a nested element, up to its "}"
///     gender 0..1 code required administrative-gender
///   }
///   link 0..* @Bundle.link                           the content of another element
/// foreign R4|DSTU1 Condition subject patient         a name of other releases: type, name, what it is here if known
/// valueset name-use http://hl7.org/fhir/ValueSet/name-use
///   system http://hl7.org/fhir/name-use              what follows is of this system; " nocase" may follow
///     usual                                          a code, to the end of the line
/// valueset X URL unexpanded REASON                   cannot be judged offline
/// ```
///
/// Foreign names stand together, sorted by type; they are only counted off here and decoded when asked for.
///
/// Only a structure's own elements are listed; ``SchemaTable`` adds those of its base. A base stands before what is
/// derived from it.
package struct SchemaText {
  package enum Category: Sendable {
    case primitive, type, abstract, resource, nested
  }

  package struct Structure {
    package var name: String
    package var base: String
    package var category: Category
    package var elements: [SchemaElement] = []
  }

  package struct ValueSet {
    package var name: String
    package var url: String
    /// Why the codes are not known; `nil` for an expanded set.
    package var unexpanded: String?
    package var systems: [System] = []
  }

  package struct System {
    package var url: String
    package var ignoresCase: Bool
    package var codes: [UnsafeBufferPointer<UInt8>] = []
  }

  /// A line that breaks the format; only a developer of this package ever sees one.
  package struct FormatError: Error, Sendable, CustomStringConvertible {
    package var line: Int
    package var reason: String
    package var description: String { "schema text, line \(line): \(reason)" }
  }

  package var release = ""
  package var version = ""
  package var structures: [Structure] = []
  package var valueSets: [ValueSet] = []
  /// The lines of the foreign names as they stand in the text.
  package private(set) var foreignNames = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// Reads a text; the codes and foreign names keep pointing into it, so it must outlive the result.
  package init(_ text: UnsafeBufferPointer<UInt8>) throws(FormatError) {
    var open: [Int] = []
    var lineNumber = 0
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x0A { end += 1 }
      lineNumber += 1
      var first = start
      while first < end, text[first] == 0x20 { first += 1 }
      let line = UnsafeBufferPointer(rebasing: text[first..<end])
      start = end + 1
      if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
      do {
        if valueSets.isEmpty, line.hasKeyword("foreign ") {
          try readForeignName(line, open)
        } else {
          try read(line, open: &open)
        }
      } catch {
        throw FormatError(line: lineNumber, reason: error.reason)
      }
    }
  }

  private struct LineError: Error { var reason: String }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>, open: inout [Int]) throws(LineError) {
    if let valueSet = valueSets.indices.last, !line.hasKeyword("valueset ") {
      if line.hasKeyword("system ") {
        let words = line.words(from: 7)
        valueSets[valueSet].systems.append(System(url: words[0], ignoresCase: words.count > 1))
      } else {
        guard let system = valueSets[valueSet].systems.indices.last else {
          throw LineError(reason: "a code before its system")
        }
        valueSets[valueSet].systems[system].codes.append(line)
      }
      return
    }
    if line.count == 1, line[0] == UInt8(ascii: "}") {
      guard open.popLast() != nil else { throw LineError(reason: "an unopened }") }
      return
    }
    let words = line.words(from: 0)
    if let structure = open.last, words.count > 2, words[1].contains("..") {
      try readElement(words, of: structure, open: &open)
      return
    }
    if open.count > 1 { throw LineError(reason: "a nested element is not closed") }
    switch (words.first ?? "", words.count) {
    case ("release", 3):
      release = words[1]
      version = words[2]
    case ("primitive", 4...):
      begin(Structure(name: words[1], base: words[2], category: .primitive), open: &open)
    case ("type", 3):
      begin(Structure(name: words[1], base: words[2], category: .type), open: &open)
    case ("abstract", 3):
      begin(Structure(name: words[1], base: words[2], category: .abstract), open: &open)
    case ("resource", 3):
      begin(Structure(name: words[1], base: words[2], category: .resource), open: &open)
    case ("valueset", 3):
      valueSets.append(ValueSet(name: words[1], url: words[2]))
    case ("valueset", 4...) where words[3] == "unexpanded":
      valueSets.append(
        ValueSet(name: words[1], url: words[2], unexpanded: words[4...].joined(separator: " ")))
    default:
      throw LineError(reason: "not understood: \(words.joined(separator: " "))")
    }
  }

  /// Lengthens the section by a line; the words are only counted, since this is done at every start.
  private mutating func readForeignName(_ line: UnsafeBufferPointer<UInt8>, _ open: [Int]) throws(LineError) {
    if open.count > 1 { throw LineError(reason: "a nested element is not closed") }
    var spaces = 0
    for byte in line where byte == 0x20 { spaces += 1 }
    guard spaces == 3 || spaces == 4 else { throw LineError(reason: "not a foreign name") }
    guard let first = foreignNames.baseAddress, let start = line.baseAddress else {
      foreignNames = line
      return
    }
    // A comment or a blank line would end the section too: the generated text has neither.
    guard first + foreignNames.count + 1 == start else { throw LineError(reason: "the foreign names are not together") }
    foreignNames = UnsafeBufferPointer(start: first, count: foreignNames.count + 1 + line.count)
  }

  private mutating func begin(_ structure: Structure, open: inout [Int]) {
    open = [structures.count]
    structures.append(structure)
  }

  private mutating func readElement(
    _ words: [String], of structure: Int, open: inout [Int]
  ) throws(LineError) {
    let bounds = words[1].split(separator: ".", omittingEmptySubsequences: true)
    guard bounds.count == 2, let minimum = Int(bounds[0]), bounds[1] == "*" || Int(bounds[1]) != nil else {
      throw LineError(reason: "not a cardinality: \(words[1])")
    }
    var element = SchemaElement(name: words[0], minimum: minimum, maximum: Int(bounds[1]), types: [])
    if words.count == 4, words[3] == "{" {
      let path = structures[structure].name + "." + words[0]
      element.types = [SchemaTypeUse(name: path, arguments: [])]
      structures[structure].elements.append(element)
      open.append(structures.count)
      structures.append(Structure(name: path, base: words[2], category: .nested))
      return
    }
    element.types = Self.typeUses(words[2])
    if words.count == 5 {
      guard let strength = SchemaBinding.Strength(rawValue: words[3]) else {
        throw LineError(reason: "not a binding strength: \(words[3])")
      }
      element.binding = SchemaBinding(strength: strength, valueSet: words[4])
    } else if words.count != 3 {
      throw LineError(reason: "not an element")
    }
    structures[structure].elements.append(element)
  }

  /// `Reference(A|B)|Quantity(Age)|string` as its parts; bars inside parentheses do not divide.
  private static func typeUses(_ text: String) -> [SchemaTypeUse] {
    var uses: [SchemaTypeUse] = []
    var name = ""
    var arguments: [String]?
    for character in text.utf8 {
      switch character {
      case UInt8(ascii: "("):
        arguments = [""]
      case UInt8(ascii: ")"):
        uses.append(SchemaTypeUse(name: name, arguments: arguments ?? []))
        name = ""
        arguments = nil
      case UInt8(ascii: "|"):
        if arguments != nil {
          arguments?.append("")
        } else if !name.isEmpty {
          uses.append(SchemaTypeUse(name: name, arguments: []))
          name = ""
        }
      default:
        let scalar = String(UnicodeScalar(character))
        if let last = arguments?.indices.last { arguments?[last] += scalar } else { name += scalar }
      }
    }
    if !name.isEmpty { uses.append(SchemaTypeUse(name: name, arguments: [])) }
    return uses
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func hasKeyword(_ word: StaticString) -> Bool {
    count >= word.utf8CodeUnitCount && (0..<word.utf8CodeUnitCount).allSatisfy { self[$0] == word.utf8Start[$0] }
  }

  fileprivate func words(from start: Int) -> [String] {
    self[start...].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }
}
