import Foundation

/// The fenced blocks of a Markdown text.
struct MarkdownBlocks {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The contents of the blocks of a language, each line with its end.
  func fenced(_ language: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().map {
      $0.hasPrefix("```") ? "" : ($0.components(separatedBy: "\n```").first ?? "") + "\n"
    }
  }
}
