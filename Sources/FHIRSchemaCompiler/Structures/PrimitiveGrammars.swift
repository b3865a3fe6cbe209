/// The grammars of a release's primitives, which are chosen by hand in its `primitives.txt`.
///
/// A primitive that is new there gets the loosest grammar of its JSON kind, until somebody chooses another.
struct PrimitiveGrammars {
  static let file = "primitives.txt"
  private var grammars: [Substring: Substring] = [:]

  /// - Parameter text: the file as it is checked in.
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
  /// The grammar that takes most of what is of this kind.
  var loosestGrammar: String {
    switch self {
    case .string: "string"
    case .number: "decimal"
    case .boolean: "boolean"
    }
  }
}
