/// Corrections where the text of the specification contradicts its definitions: `Schemas/RELEASE/corrections.txt`, kept
/// by hand.
///
/// ```text
/// type Resource.id id        the element, where it is first stated, and its type
/// type integer64.value string    the form of a primitive's value in JSON
/// ```
package struct Corrections: Sendable {
  package static let file = "corrections.txt"

  private let types: [(path: String, type: String)]

  package init(_ text: String) throws(CompilerError) {
    var types: [(String, String)] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, words[0] == "type" else {
        throw CompilerError("\(Self.file): '\(line)' is not type PATH TYPE")
      }
      types.append((words[1], words[2]))
    }
    self.types = types
  }

  /// The structures with the corrections, including inherited elements; refuses a correction that changes nothing.
  func applied(to structures: [String: PublishedStructure]) throws(CompilerError) -> [String: PublishedStructure] {
    var structures = structures
    for (path, type) in types {
      var isChanged = false
      for (id, structure) in structures {
        let elements = structure.elements.map { element in
          guard element.origin == path, element.types != [ElementType(code: type)] else { return element }
          isChanged = true
          var element = element
          element.types = [ElementType(code: type)]
          return element
        }
        structures[id]?.elements = elements
        if path == "\(id).value", let kind = SchemaPrimitive.JSONKind(rawValue: type) {
          structures[id]?.primitive?.kind = kind
        }
      }
      guard isChanged else { throw CompilerError("\(Self.file): \(path) is no element, or has the type \(type)") }
    }
    return structures
  }
}
