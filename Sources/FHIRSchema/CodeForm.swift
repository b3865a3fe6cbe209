/// What is known of a value set whose codes nobody lists, because a grammar says what they are.
///
/// ```text
/// code-form mimetypes media-type urn:ietf:bcp:13 xml json    the set, the grammar, the system, codes that are in it besides
/// ```
package struct CodeForm: Sendable {
  package enum Grammar: String, Sendable {
    /// The language tags of BCP 47.
    case languageTag = "language-tag"
    /// The media types of BCP 13.
    case mediaType = "media-type"
  }

  package let grammar: Grammar
  /// The system of the codes.
  package let system: String
  /// Codes that the specification allows besides.
  package let besides: [String]

  /// Reads the line, `nil` where the grammar is none.
  init?(_ words: SchemaLine) {
    guard let grammar = Grammar(rawValue: words.text(2)) else { return nil }
    self.grammar = grammar
    system = words.text(3)
    besides = (4..<max(words.count, 4)).map { words.text($0) }
  }
}
