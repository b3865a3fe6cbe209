import FHIRSupport

/// Rules by name: those of one module, or of several modules combined.
///
/// A module that reports findings lists its rules as a constant of this type, such as `RuleCatalog.syntax`. A program
/// that shows rule pages combines the catalogues of the modules whose findings it shows.
public struct RuleCatalog: Sendable {
  /// The rules, in the order of groups and names.
  public let rules: [Rule]

  /// Makes a catalogue; the order of the rules does not matter.
  public init(_ rules: [Rule]) { self.rules = rules.sorted { $0.id < $1.id } }

  /// Combines the rules of both.
  public static func + (lhs: RuleCatalog, rhs: RuleCatalog) -> RuleCatalog { RuleCatalog(lhs.rules + rhs.rules) }

  /// The rule with a name, `nil` if there is none.
  public subscript(id: RuleID) -> Rule? {
    rules[rules.bisect { $0.id >= id }...].first.flatMap { $0.id == id ? $0 : nil }
  }
}
