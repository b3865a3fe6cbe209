public import Diagnostics

/// What was read and found, as counts that add up and can be merged across inputs.
public struct ValidationTally: Sendable, Equatable {
  /// Records read: resources that stand alone, in an array, on a line, or in a Bundle's entry.
  public var records = 0
  /// Findings by severity.
  public var issues: [Severity: Int] = [:]
  /// Records by resource type.
  public var resourceTypes: [String: Int] = [:]
  /// What was not judged, and how often: a value set that cannot be expanded offline, invariants, profiles.
  public var notChecked: [String: Int] = [:]
  /// Those of ``records`` that are of another release than the validator's, and so were not judged, by the release's
  /// name.
  public var otherReleases: [String: Int] = [:]
  /// What was not judged, by reason. All of it but ``NotJudged/otherRelease`` stands where a record should be, and is not
  /// among ``records``.
  public var notJudged: [NotJudged: Int] = [:]

  /// Nothing read yet.
  public init() {}

  /// Adds another input's counts.
  public mutating func merge(_ other: ValidationTally) {
    records += other.records
    issues.merge(other.issues, uniquingKeysWith: +)
    resourceTypes.merge(other.resourceTypes, uniquingKeysWith: +)
    notChecked.merge(other.notChecked, uniquingKeysWith: +)
    otherReleases.merge(other.otherReleases, uniquingKeysWith: +)
    notJudged.merge(other.notJudged, uniquingKeysWith: +)
  }
}
