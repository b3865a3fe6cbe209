public import FHIRFindings

/// The rules that a ``Validator`` judges by: all, unless the caller switches some off.
///
/// A rule that is off is neither reported nor counted. Checks that only serve such rules are skipped: single
/// invariants, codes of known systems, bindings, units of vital signs, narratives.
///
/// ```swift
/// var options = ValidationOptions()
/// options.rules = try RuleSelection(except: ["narrative", "code/misspelt-system"])
/// ```
///
/// `limit/too-many-issues` is always reported: without it a shortened list would look complete. A text that is not JSON
/// counts as not judged even if the rule that explains it is off.
public struct RuleSelection: Sendable {
  private let named: Set<RuleID>
  /// Whether the named rules are off, and not the others.
  private let isExcept: Bool

  /// All rules.
  public static let all = RuleSelection(named: [], isExcept: true)

  private init(named: Set<RuleID>, isExcept: Bool) { (self.named, self.isExcept) = (named, isExcept) }

  /// All rules except some.
  ///
  /// - Parameter names: names of rules, or of groups, such as `code/misspelt-system` or `narrative`.
  /// - Throws: an ``UnknownRuleName`` for a name that is neither a rule nor a group in
  ///   ``FHIRFindings/RuleCatalog/validation``.
  public init(except names: some Sequence<String>) throws(UnknownRuleName) {
    self.init(named: try Self.rules(of: names), isExcept: true)
  }

  /// Only the given rules.
  ///
  /// - Parameter names: as in ``init(except:)``.
  /// - Throws: an ``UnknownRuleName`` for a name that is neither a rule nor a group.
  public init(only names: some Sequence<String>) throws(UnknownRuleName) {
    self.init(named: try Self.rules(of: names), isExcept: false)
  }

  /// Whether a rule is judged.
  public func contains(_ rule: RuleID) -> Bool { rule == Rule.tooManyIssues.id || named.contains(rule) != isExcept }

  var isWhole: Bool { isExcept && named.isEmpty }

  private static func rules(of names: some Sequence<String>) throws(UnknownRuleName) -> Set<RuleID> {
    let all = RuleCatalog.validation.rules
    var found: Set<RuleID> = []
    for name in names {
      let named = all.filter { $0.id.rawValue == name || $0.id.group == name }
      if named.isEmpty { throw UnknownRuleName(name: name) }
      found.formUnion(named.map(\.id))
    }
    return found
  }
}

/// A name that is neither a rule nor a group of rules.
public struct UnknownRuleName: Error, CustomStringConvertible {
  /// The name as given.
  public let name: String

  /// A sentence that describes the error.
  public var description: String { "no rule and no group of rules has the name '\(name)'" }
}
