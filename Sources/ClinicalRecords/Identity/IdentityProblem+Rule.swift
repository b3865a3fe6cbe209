public import FHIRDiagnostics

extension IdentityProblem {
  /// The name of the rule that speaks of it.
  public var rule: RuleID { reportedRule.id }

  /// The rule that speaks of it.
  package var reportedRule: Rule {
    switch self {
    case .caseDiffers: .caseDiffers
    case .conflictingRecord, .possibleConflict: .conflictingRecord
    case .duplicateRecord: .duplicateRecord
    case .missingID: .missingId
    case .newerVersion: .newerVersion
    }
  }

  /// How much it matters: what may be two records of two servers is no error.
  package var severity: Severity { self == .possibleConflict ? .warning : reportedRule.severity }

  /// What was expected and found.
  ///
  /// - Parameter earlier: the place of the earlier record.
  package func message(earlier: String) -> String {
    switch self {
    case .caseDiffers: Self.caseDiffersMessage(earlier)
    case .conflictingRecord: Self.conflictMessage(earlier)
    case .duplicateRecord: Self.duplicateMessage(earlier)
    case .missingID: Self.missingIDMessage
    case .newerVersion: Self.newerVersionMessage(earlier)
    case .possibleConflict: Self.possibleConflictMessage(earlier)
    }
  }
}
