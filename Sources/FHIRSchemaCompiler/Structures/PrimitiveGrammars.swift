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

extension SchemaPrimitive {
  /// The primitive that a structure defines, or nil if it defines a complex type.
  ///
  /// A primitive that is derived from another has the JSON type of that one: the definitions of R4 call the value of
  /// `positiveInt` a string.
  package init?(_ structure: PublishedStructure, in definitions: PublishedDefinitions) {
    guard let own = structure.primitive else { return nil }
    var kind = own.kind
    var base = structure.baseName
    while let next = base.flatMap({ definitions.structures[$0] }), let primitive = next.primitive {
      kind = primitive.kind
      base = next.baseName
    }
    self.kind = kind
    name = structure.id
    self.base = structure.baseName ?? "Element"
    regex = own.regex
  }
}
