/// Facts about the names of other releases, kept by hand: `RELEASE TYPE NAME [COUNTERPART]`, one per line.
///
/// For a release whose definitions are available, a line only adds the equivalent name; for the others it is the only
/// source.
package struct CounterpartTable: Sendable {
  package static let file = "counterparts.txt"

  package struct Entry: Hashable, Sendable {
    package let release: String
    package let type: String
    package let name: String
    package let counterpart: String?
  }

  package let entries: [Entry]

  package init(_ text: String) throws(CompilerError) {
    var entries: [Entry] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 3 || words.count == 4, !words.contains(""),
        ForeignNameCompiler.releases.contains(words[0])
      else {
        throw CompilerError("\(Self.file): '\(line)' is not RELEASE TYPE NAME [COUNTERPART]")
      }
      entries.append(
        Entry(release: words[0], type: words[1], name: words[2], counterpart: words.count == 4 ? words[3] : nil))
    }
    self.entries = entries
  }
}
