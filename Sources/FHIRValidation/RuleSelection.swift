public import FHIRDiagnostics

/// Which rules a ``Validator`` judges by: all, unless some are switched off.
///
/// What is switched off is not reported and not counted, and where it can be told apart from other rules it is not judged
/// either: invariants one by one, codes of known systems, bindings, units of vital signs, narratives.
///
/// ```swift
/// var options = ValidationOptions()
/// options.rules = try RuleSelection(except: ["narrative", "code/misspelt-system"])
/// ```
///
/// `limit/too-many-issues` is reported whatever is selected: without it a shortened list would look whole. A text that is
/// no JSON is counted as not judged, also where the rule that says why is off.
public struct RuleSelection: Sendable {
  private enum Names: Sendable {
    case except(Set<RuleID>)
    case only(Set<RuleID>)
  }

  private let names: Names

  /// All rules.
  public static let all = RuleSelection(.except([]))

  private init(_ names: Names) { self.names = names }

  /// All rules but some.
  ///
  /// - Parameter names: names of rules, or of groups, such as `code/misspelt-system` or `narrative`.
  /// - Throws: an ``UnknownRuleName`` for one that is neither in ``FHIRDiagnostics/RuleCatalog/validation``.
  public init(except names: some Sequence<String>) throws(UnknownRuleName) {
    self.init(.except(try Self.rules(of: names)))
  }

  /// Some rules, and no others.
  ///
  /// - Parameter names: as in ``init(except:)``.
  /// - Throws: an ``UnknownRuleName`` for one that is no name of a rule or group.
  public init(only names: some Sequence<String>) throws(UnknownRuleName) {
    self.init(.only(try Self.rules(of: names)))
  }

  /// Whether a rule is judged.
  public func contains(_ rule: RuleID) -> Bool {
    if rule == Rule.tooManyIssues.id { return true }
    return switch names {
    case .except(let rules): !rules.contains(rule)
    case .only(let rules): rules.contains(rule)
    }
  }

  /// Whether nothing is switched off.
  var isWhole: Bool {
    if case .except(let rules) = names { return rules.isEmpty }
    return false
  }

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

/// A name that no rule has, and no group of rules.
public struct UnknownRuleName: Error, CustomStringConvertible {
  /// The name as it was given.
  public let name: String

  /// What is wrong, in a sentence.
  public var description: String { "no rule and no group of rules has the name '\(name)'" }
}
