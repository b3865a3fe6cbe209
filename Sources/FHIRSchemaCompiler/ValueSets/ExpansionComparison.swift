/// Compares our expansions with those that HL7 published beside the definitions.
package struct ExpansionComparison: Sendable {
  /// Value sets where we differ on purpose, with the reason.
  ///
  /// The published expansion of `v3-Confidentiality` lacks the three groups whose concepts are deprecated (`B`,
  /// `ETH`, `C` and others). The value set is the whole code system without any exclusion, and a deprecated code
  /// is discouraged, not withdrawn, so ours has these ten codes; both leave out the abstract groups themselves.
  package static let known = ["v3-Confidentiality": "deprecated codes belong to the value set"]

  /// The number of expansions that were compared.
  package let compared: Int
  /// One sentence for each difference that is not known, sorted.
  package let differences: [String]
  /// Names of value sets with a difference, known or not, sorted.
  package let differing: [String]

  package init(_ published: PublishedExpansions, _ expander: ValueSetExpander) {
    var differences: [String: String] = [:]
    for valueSet in published.entry.map(\.resource) {
      var expected: Set<Code> = []
      Self.collect(valueSet.expansion.contains ?? [], into: &expected)
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
    compared = published.entry.count
    differing = differences.keys.sorted()
    self.differences = differing.filter { Self.known[$0] == nil }.compactMap { differences[$0] }
  }

  private struct Code: Hashable {
    let system: String
    let code: String
  }

  private static func collect(_ contains: [PublishedExpansions.Contains], into codes: inout Set<Code>) {
    for entry in contains {
      if let code = entry.code, entry.abstract != true {
        codes.insert(Code(system: entry.system ?? "", code: code))
      }
      collect(entry.contains ?? [], into: &codes)
    }
  }

  private static func list(_ codes: Set<Code>) -> String {
    codes.isEmpty ? "none" : codes.map(\.code).sorted().joined(separator: " ")
  }
}
