/// Value sets whose codes intentionally differ from the published ones: `Schemas/RELEASE/expansions.txt`, kept by hand,
/// a line `NAME REASON` for each.
package struct ExpansionDifferences: Sendable {
  package static let file = "expansions.txt"

  package let reasons: [String: String]

  package init(_ text: String) throws(CompilerError) {
    var reasons: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw CompilerError("\(Self.file): '\(line)' gives no reason") }
      reasons[words[0]] = words[1]
    }
    self.reasons = reasons
  }
}
