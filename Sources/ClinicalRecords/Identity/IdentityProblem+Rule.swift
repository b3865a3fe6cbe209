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
    case .caseDiffers:
      "expected ids that differ in more than case, found one that differs only in case from the one in \(earlier)"
    case .conflictingRecord:
      "expected one content for one version of a record, found other content than in \(earlier)"
    case .duplicateRecord: "expected each record once, found the same content as in \(earlier)"
    case .missingID: "expected an id, found none; whether the record is there twice was not judged"
    case .newerVersion: "expected each record once, found another version of the one in \(earlier)"
    case .possibleConflict:
      "expected one content for one id, found other content than in \(earlier); neither record has a version or a known "
        + "source, so they may be of two servers"
    }
  }
}
