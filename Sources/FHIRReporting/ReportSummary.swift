public import FHIRDiagnostics
// Users of the counts need the type of their names.
@_exported public import FHIRText

/// The result of a run, as counts.
///
/// One type: the counts that a report shows, each read from outside by its name.
public struct ReportSummary: Hashable, Sendable {
  /// The purpose of the run, for the words of the text report.
  public var subject = Subject.records
  /// Files that were read.
  public var files = 0
  /// Those of ``files`` that hold no records of their own, such as archives.
  public var filesOfOtherUse = 0
  /// Those of the other ``files`` in which nothing was judged.
  public var filesNotJudged = 0
  /// Files with at least one issue.
  public var filesWithIssues = 0
  /// Records that were read in them.
  public var records = 0
  /// Those of ``records`` that were not judged.
  public var recordsNotJudged = 0
  /// Inputs that were not judged, by reason: those of ``records``, and other values in place of a record.
  public var notJudged: [ByteText: Int] = [:]
  /// All issues by severity, also those that were not listed.
  public var issues: [Severity: Int] = [:]
  /// Those issues by rule.
  public var rules = FindingCounts()
  /// Findings that are not among them, because the caller said so; `nil` where he said nothing.
  public var setAside: SetAside?
  /// The issues by kind, where they were counted so.
  public var statistics: FindingStatistics?
  /// Records by resource type.
  public var resourceTypes: [ByteText: Int] = [:]
  /// Records by the name of their release, and by what told it.
  public var releasesToldBy: [ByteText: [ByteText: Int]] = [:]
  /// Records by clinical type, under HealthKit's raw values.
  public var clinicalTypes: [ByteText: Int] = [:]
  /// Checks that were not made, and how often.
  public var notChecked: [ByteText: Int] = [:]
  /// Issues that were counted and not listed, because a limit or the caller said so.
  public var issuesNotListed = 0
  /// Skipped files by kind: formats other than JSON, hidden and special files.
  public var filesSkippedByKind: [ByteText: Int] = [:]
  /// Files in archives that were not opened.
  public var filesNotOpened = 0
  /// Paths that could not be read, in the order in which they were met.
  public var unreadable: [UnreadablePath] = []
  /// Whether records were compared over the whole run; `nil` where there was nothing to compare.
  public var identity: Identity?

  /// The purpose of a run.
  public enum Subject: Hashable, Sendable {
    /// Health records; a file may hold any number of them.
    case records
    /// The property lists of an app, one a file; ``ReportSummary/records`` stays zero.
    case propertyLists
  }

  /// Findings that do not count.
  public struct SetAside: Hashable, Sendable {
    /// Those of rules that are ignored, by rule.
    public var ignored = FindingCounts()
    /// Those that the baseline knows.
    public var known = FindingCounts()
    /// How many findings of the baseline are not there any more, by rule; `nil` without a baseline.
    public var gone: [RuleID: Int]?

    /// Nothing set aside.
    public init() {}
  }

  /// Whether it is known which records are there twice.
  public enum Identity: Hashable, Sendable {
    /// All records were compared.
    case compared
    /// The caller did not want them to be.
    case off
    /// They could not be compared, for a reason in a few words.
    case failed(String)

    /// The name in reports.
    public var name: String {
      switch self {
      case .compared: "compared"
      case .off: "off"
      case .failed: "failed"
      }
    }
  }

  /// Nothing read yet.
  public init() {}

  /// How many issues there are, of any severity.
  public var issueCount: Int { issues.values.reduce(0, +) }

  /// Files that were skipped, of any kind.
  public var filesSkipped: Int { filesSkippedByKind.values.reduce(0, +) }

  /// Whether everything was judged and nothing is an error or worse.
  public var isValid: Bool { verdict == .valid }
}

/// A path that could not be read, and why.
public struct UnreadablePath: Hashable, Sendable {
  /// The path as the caller named it.
  public var path: String
  /// The reason, in a few words.
  public var reason: String

  /// Makes an entry.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Whether both say the same, by the bytes.
  public static func == (a: UnreadablePath, b: UnreadablePath) -> Bool {
    a.path.byBytes == b.path.byBytes && a.reason.byBytes == b.reason.byBytes
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path.byBytes)
    hasher.combine(reason.byBytes)
  }
}
