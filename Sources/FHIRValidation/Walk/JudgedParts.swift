import FHIRFindings

/// The parts that the walk judges, derived from the enabled rules: a part is skipped if all of its rules are off.
struct JudgedParts: OptionSet {
  let rawValue: UInt8

  /// Codes by the form that their system defines.
  static let codings = JudgedParts(rawValue: 1)
  /// Codes by the value sets of their elements.
  static let bindings = JudgedParts(rawValue: 2)
  /// Vital signs: their units, and the profiles that a release has for them.
  static let vitalSigns = JudgedParts(rawValue: 4)
  static let narratives = JudgedParts(rawValue: 8)
  static let questionnaires = JudgedParts(rawValue: 16)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let all: JudgedParts = [.codings, .bindings, .vitalSigns, .narratives, .questionnaires]

  /// - Parameter invariants: those of the definitions that the narrative judge decides.
  init(_ rules: RuleSelection, narratives invariants: [RuleID]) {
    self = []
    func judge(_ part: JudgedParts, _ names: [RuleID]) { if names.contains(where: rules.contains) { formUnion(part) } }
    func group(of rule: Rule) -> [RuleID] {
      RuleCatalog.validation.rules.map(\.id).filter { $0.group == rule.id.group }
    }
    judge(.codings, Self.ofCodings.map(\.id))
    judge(.bindings, Self.ofBindings.map(\.id))
    judge(.vitalSigns, [Rule.wrongDimension.id] + group(of: .profileWrongType))
    judge(.questionnaires, group(of: .unknownItem))
    // An id in a narrative is also an id of the resource.
    judge(.narratives, group(of: .notADiv) + invariants + [Rule.repeatedID.id])
  }

  private static let ofCodings: [Rule] = [
    .invalidLoinc, .invalidSnomed, .invalidRxnorm, .invalidCvx, .invalidNdc, .invalidUnit, .misspeltSystem,
    .unknownCode, .retiredCode, .wrongDisplay,
  ]
  private static let ofBindings: [Rule] = [.notInValueSet, .notInExtensibleValueSet, .missingCode, .missingSystem]
}
