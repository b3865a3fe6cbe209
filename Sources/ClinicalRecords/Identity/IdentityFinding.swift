public import FHIRFindings

/// The problems of a record's identity in a run.
public enum IdentityProblem: UInt8, Sendable, CaseIterable {
  /// Another record of the source has an id that differs only in case.
  case caseDiffers
  /// The same record occurs in the same version with different content.
  case conflictingRecord
  /// The same record occurs with the same content.
  case duplicateRecord
  /// The record has no id.
  case missingID
  /// The same record occurs in another version.
  case newerVersion
  /// Different content under the same id, where neither record has a version or a known source: the two may come from
  /// two servers.
  case possibleConflict

  /// The name of the rule that reports the problem.
  public var rule: RuleID { reportedRule.id }

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
}

/// A record, and the earlier one that it duplicates or contradicts.
public struct IdentityFinding: Hashable, Sendable {
  /// The problem.
  public var problem: IdentityProblem
  /// The later record.
  public var record: RecordLocation
  /// The earlier record; `nil` for a problem of one record.
  public var other: RecordLocation?

  /// Makes a finding.
  public init(problem: IdentityProblem, record: RecordLocation, other: RecordLocation?) {
    self.problem = problem
    self.record = record
    self.other = other
  }
}
