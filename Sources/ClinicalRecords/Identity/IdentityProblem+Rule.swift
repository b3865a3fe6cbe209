public import FHIRDiagnostics

extension IdentityProblem {
  /// The name of the rule that reports the problem.
  public var rule: RuleID { reportedRule.id }

  /// The rule that reports the problem.
  package var reportedRule: Rule {
    switch self {
    case .caseDiffers: .caseDiffers
    case .conflictingRecord, .possibleConflict: .conflictingRecord
    case .duplicateRecord: .duplicateRecord
    case .missingID: .missingId
    case .newerVersion: .newerVersion
    }
  }

  /// The severity: a conflict between what may be records of two servers is not an error.
  package var severity: Severity { self == .possibleConflict ? .warning : reportedRule.severity }

  /// A message with what was expected and what was found.
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
