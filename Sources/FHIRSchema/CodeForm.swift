/// A value set whose codes are defined by a grammar instead of a list, or are those of a system that is not available.
///
/// ```text
/// code-form mimetypes media-type urn:ietf:bcp:13 xml json    the set, the grammar, the system, additional codes
/// code-form URL media-type urn:ietf:bcp:13 open xml json     the same, and codes of other systems may be in the set
/// ```
package struct CodeForm: @unchecked Sendable {
  // @unchecked: the slice points into the schema text, which never changes and outlives the table.

  package enum Grammar: String, Sendable {
    case languageTag = "language-tag"
    case mediaType = "media-type"
    case unit
    /// Any code of the system: the definitions do not list them.
    case any
  }

  package let grammar: Grammar
  let systemBytes: UnsafeBufferPointer<UInt8>
  package var system: String { systemBytes.text }
  /// Whether codes of other systems may be in the set: bindings name a document that defines the codes and no system.
  package let isOpen: Bool
  /// Additional codes that the specification allows.
  package let besides: [String]

  init?(_ words: SchemaLine) {
    guard let grammar = Grammar(rawValue: words.text(2)) else { return nil }
    self.grammar = grammar
    systemBytes = words.bytes(3)
    isOpen = words.count > 4 && words.is(4, "open")
    let start = isOpen ? 5 : 4
    besides = (start..<max(words.count, start)).map { words.text($0) }
  }
}
