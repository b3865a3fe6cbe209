package import FHIRDiagnostics

/// Styles text with the terminal's colours, or leaves it unchanged.
package struct TextStyle: Sendable {
  /// Whether escape sequences are written.
  package var isColored: Bool

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The styles of the tool, as the parameters of the SGR sequence.
  package enum Look: String, Sendable {
    case strong = "1"
    case quiet = "2"
    case red = "1;31"
    case yellow = "1;33"
    case green = "1;32"
    case blue = "1;34"
    case cyan = "1;36"

    /// The colour of a severity.
    package init(_ severity: Severity) {
      switch severity {
      case .fatal, .error: self = .red
      case .warning: self = .yellow
      case .information: self = .cyan
      }
    }
  }

  /// The text in a style, or unchanged without colours.
  package func callAsFunction(_ look: Look, _ text: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }
}
