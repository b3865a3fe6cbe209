/// The grammars of a release's primitives, which are chosen by hand in its `primitives.txt`.
///
/// A new primitive gets the loosest grammar of its JSON type, until a person chooses another.
struct PrimitiveGrammars {
  static let file = "primitives.txt"
  private var grammars: [Substring: Substring] = [:]

  /// - Parameter text: the checked-in file.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 5)
      if words.count > 4 { grammars[words[1]] = words[4] }
    }
  }

  /// A file as ``SchemaTextWriter`` writes it, with these grammars.
  func applied(to text: String) -> String {
    text.split(separator: "\n").map { line in
      var words = line.split(separator: " ", maxSplits: 5)
      if let grammar = grammars[words[1]] { words[4] = grammar }
      return words.joined(separator: " ") + "\n"
    }.joined()
  }
}

extension SchemaPrimitive.JSONKind {
  /// The grammar that accepts most values of this JSON type.
  var loosestGrammar: String {
    switch self {
    case .string: "string"
    case .number: "decimal"
    case .boolean: "boolean"
    }
  }
}
