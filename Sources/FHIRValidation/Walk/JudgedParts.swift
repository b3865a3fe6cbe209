import FHIRDiagnostics

/// What the walk judges at all, made from the rules that are on before it begins: a part of which all rules are off is left
/// out.
struct JudgedParts: OptionSet {
  let rawValue: UInt8

  /// Codes by the form that their system gives them.
  static let codings = JudgedParts(rawValue: 1)
  /// Codes by the value sets that elements are bound to.
  static let bindings = JudgedParts(rawValue: 2)
  /// Units of vital signs.
  static let vitalSigns = JudgedParts(rawValue: 4)
  static let narratives = JudgedParts(rawValue: 8)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// All parts.
  static let all: JudgedParts = [.codings, .bindings, .vitalSigns, .narratives]

  /// - Parameter invariants: of the definitions, those that are told from a narrative.
  init(_ rules: RuleSelection, narratives invariants: [RuleID]) {
    self = []
    func judge(_ part: JudgedParts, _ names: [RuleID]) {
      if names.contains(where: rules.contains) { formUnion(part) }
    }
    judge(.codings, Self.ofCodings.map(\.id))
    judge(.bindings, Self.ofBindings.map(\.id))
    judge(.vitalSigns, [Rule.wrongDimension.id])
    // An id of a narrative is one of the resource, too.
    let written = RuleCatalog.validation.rules.map(\.id).filter { $0.group == Rule.notADiv.id.group }
    judge(.narratives, written + invariants + [Rule.repeatedID.id])
  }

  private static let ofCodings: [Rule] = [
    .invalidLoinc, .invalidSnomed, .invalidRxnorm, .invalidCvx, .invalidNdc, .invalidUnit, .misspeltSystem,
  ]
  private static let ofBindings: [Rule] = [.notInValueSet, .notInExtensibleValueSet, .missingCode, .missingSystem]
}
