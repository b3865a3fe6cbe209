/// Compares our expansions with those that HL7 published beside the definitions.
package struct ExpansionComparison: Sendable {
  package let compared: Int
  /// One sentence for each unexpected difference, sorted, and for each expected one that does not occur.
  package let differences: [String]

  /// - Parameter known: intended differences, by the name of the value set.
  package init(_ published: PublishedExpansions, _ expander: ValueSetExpander, known: ExpansionDifferences) {
    var differences: [String: String] = [:]
    let complete = published.valueSets.filter(\.isComplete)
    for valueSet in complete {
      let expected = Set(valueSet.codes.map { Code(system: $0.system, code: $0.code) })
      let name = Binding.name(ofValueSet: valueSet.url)
      do throws(Unexpandable) {
        let expansion = try expander.expand(valueSet.url)
        let ours = Set(expansion.systems.flatMap { system in expansion[system].map { Code(system: system, code: $0) } })
        let (missing, added) = (expected.subtracting(ours), ours.subtracting(expected))
        if missing.isEmpty && added.isEmpty { continue }
        differences[name] = "\(name): missing \(Self.list(missing)), not published \(Self.list(added))"
      } catch {
        differences[name] = "\(name): \(error)"
      }
    }
    compared = complete.count
    let unknown = differences.filter { known.reasons[$0.key] == nil }.map(\.value)
    let unneeded = known.reasons.keys.filter { differences[$0] == nil }.map {
      "\($0): \(ExpansionDifferences.file) names it, and it does not differ"
    }
    self.differences = (unknown + unneeded).sorted()
  }

  private struct Code: Hashable { let system, code: String }

  private static func list(_ codes: Set<Code>) -> String {
    codes.isEmpty ? "none" : codes.map(\.code).sorted().joined(separator: " ")
  }
}

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
