/// What is wrong with a record's identity in a run.
public enum IdentityProblem: UInt8, Sendable, CaseIterable {
  /// Another record of the source, with an id that differs only in case.
  case caseDiffers
  /// The same record in the same version with other content.
  case conflictingRecord
  /// The same record with the same content.
  case duplicateRecord
  /// A record without an id.
  case missingID
  /// The same record in another version.
  case newerVersion
  /// Other content under the same id, where neither record has a version or a known source: the two may be of two
  /// servers.
  case possibleConflict
}

/// One record, and the earlier one that it does not go together with.
public struct IdentityFinding: Hashable, Sendable {
  /// What is wrong.
  public var problem: IdentityProblem
  /// The later record.
  public var record: RecordLocation
  /// The earlier record; `nil` where the problem needs none.
  public var other: RecordLocation?

  /// Makes a finding.
  public init(problem: IdentityProblem, record: RecordLocation, other: RecordLocation?) {
    self.problem = problem
    self.record = record
    self.other = other
  }
}
