/// The fenced blocks of a Markdown text.
package struct MarkdownBlocks {
  /// One block: the lines between two lines that begin with ```` ``` ````.
  package struct Block: Sendable {
    /// The word after the opening fence; empty if there is none.
    package var language: String
    /// The line of the opening fence, from 1.
    package var line: Int
    /// The content, each line with its end.
    package var text: String
  }

  /// The blocks, in their order. A block without a closing fence extends to the end of the text.
  package private(set) var all: [Block] = []

  /// Finds the blocks of a Markdown text.
  package init(_ text: String) {
    self.init(text.split(separator: "\n", omittingEmptySubsequences: false))
  }

  /// Finds the blocks in the documentation comments of Swift source.
  package init(documentationOf source: String) {
    self.init(
      source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let code = line.drop { $0 == " " }
        return code.hasPrefix("///") ? code.dropFirst(code.hasPrefix("/// ") ? 4 : 3) : ""
      })
  }

  private init(_ lines: [Substring]) {
    var open: Block?
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          all.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), line: number + 1, text: "")
        }
      } else {
        open?.text += line + "\n"
      }
    }
    if let open { all.append(open) }
  }

  /// The contents of the blocks of a language.
  package func fenced(_ language: String) -> [String] {
    all.filter { $0.language == language }.map(\.text)
  }
}
