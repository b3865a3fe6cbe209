public import FHIRFindings
// Callers of the counts need the type of their names; the other files of the module see it, too.
@_exported public import FHIRSupport

/// The result of a run, as counts.
public struct ReportSummary: Hashable, Sendable {
  /// The purpose of the run, which determines the words of the text report.
  public var subject = Subject.records
  /// Files that were read.
  public var files = 0
  /// How many of ``files`` hold no records of their own: the lists of exports.
  public var filesOfOtherUse = 0
  /// How many of the other ``files`` had nothing judged.
  public var filesNotJudged = 0
  /// Files with at least one issue.
  public var filesWithFindings = 0
  /// Records that were read in them.
  public var records = 0
  /// How many of ``records`` were not judged.
  public var recordsNotJudged = 0
  /// Inputs that were not judged, by reason: records, and other values where a record was expected.
  public var notJudged: [ByteText: Int] = [:]
  /// All issues by severity, including those that are not listed.
  public var bySeverity: [Severity: Int] = [:]
  /// Those issues by rule.
  public var rules = FindingCounts()
  /// Findings that are not counted, at the caller's request; `nil` without such a request.
  public var setAside: SetAside?
  /// The path of a configuration that was found, not named, and decides what counts; `nil` for none.
  public var foundConfiguration: String?
  /// The code systems of terminology packs that codes were judged by.
  public var terminology: [Terminology] = []
  /// Sentences about the profiles that the caller chose, with the versions that records were judged by.
  package var chosenProfiles: [String] = []
  /// The issues that a report does not list, by rule, if it lists what repeats once; `nil` if it lists each issue.
  public var notListed: FindingCounts?
  /// The issues by kind, if they were counted by kind.
  public var statistics: FindingStatistics?
  /// Records by resource type.
  public var resourceTypes: [ByteText: Int] = [:]
  /// Records by the name of their release, and by the evidence for it.
  public var releasesToldBy: [ByteText: [ByteText: Int]] = [:]
  /// Records by the name of the release that they were judged by.
  public var judgedBy: [ByteText: Int] = [:]
  /// Records by guide and version: how many are `met`, `broken`, `undecided`, and how many claim a profile (`claimed`).
  public var guides: [ByteText: [ByteText: [ByteText: Int]]] = [:]
  /// Records by clinical type, under HealthKit's raw values.
  public var clinicalTypes: [ByteText: Int] = [:]
  /// Counts of checks that were not made.
  public var notChecked: [ByteText: Int] = [:]
  /// How many of these are due to a definition that is missing or faulty, or to a limit.
  public var unjudgedParts = 0
  /// Issues that were counted and not listed, because of a limit or the caller's request.
  public var findingsNotListed = 0
  /// Skipped files by kind: formats other than JSON, hidden and special files.
  public var filesSkippedByKind: [ByteText: Int] = [:]
  /// Files in archives that were not opened.
  public var filesNotOpened = 0
  /// Paths that could not be read, in the order in which they were found.
  public var unreadable: [UnreadablePath] = []
  /// Whether records were compared over the whole run; `nil` if there was nothing to compare.
  public var identity: Identity?

  /// A code system of a terminology pack.
  public struct Terminology: Hashable, Sendable {
    /// The URI of the system.
    public let system: String
    /// The version, with the edition if the system has several; empty if the pack states none.
    public let version: String
    /// How many codes the pack has of it.
    public let codes: Int
    /// Whether these are only some codes of the system, so that nothing is known of the others.
    public let isPart: Bool

    /// Makes the description of a system.
    public init(system: String, version: String, codes: Int, isPart: Bool = false) {
      (self.system, self.version, self.codes, self.isPart) = (system, version, codes, isPart)
    }
  }

  /// The purpose of a run.
  public enum Subject: Hashable, Sendable {
    /// Health records; a file may hold any number of them.
    case records
    /// The property lists of an app, one in each file; ``ReportSummary/records`` stays zero.
    case propertyLists
  }

  /// Findings that are not counted.
  public struct SetAside: Hashable, Sendable {
    /// Findings of ignored rules, by rule.
    public var ignored = FindingCounts()
    /// Findings that are in the baseline.
    public var known = FindingCounts()
    /// How many findings of the baseline no longer occur, by rule; `nil` without a baseline.
    public var gone: [RuleID: Int]?
    /// Why findings are set aside, and until when, as far as the caller gave reasons; each in a few words.
    package var reasons: [String] = []

    /// Makes a value without findings.
    public init() {}
  }

  /// Whether duplicate records are known.
  public enum Identity: Hashable, Sendable {
    /// All records were compared.
    case compared
    /// The caller switched the comparison off.
    case off
    /// They could not be compared, for a short reason.
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

  /// Makes a summary of a run without input.
  public init() {}

  var guideRows: [(name: String, counts: [ByteText: Int], records: Int)] {
    guides.sorted { $0.key < $1.key }.flatMap { guide, versions in
      versions.sorted { $0.key < $1.key }.map { version, counts in
        // Claims are among the others.
        ("\(guide) \(version)", counts, counts.reduce(0) { $0 + ($1.key == "claimed" ? 0 : $1.value) })
      }
    }
  }

  /// The number of issues of any severity.
  public var findingCount: Int { bySeverity.values.reduce(0, +) }
  /// Files that were skipped, of any kind.
  public var filesSkipped: Int { filesSkippedByKind.values.reduce(0, +) }
  /// Whether everything was judged, without an error or worse.
  public var isValid: Bool { verdict == .valid }
}

/// A path that could not be read, and why.
public struct UnreadablePath: Hashable, Sendable {
  /// The path as the caller named it.
  public var path: String
  /// The reason, in a few words.
  public var reason: String

  /// Makes an entry.
  public init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

  /// Whether both have the same bytes.
  public static func == (a: UnreadablePath, b: UnreadablePath) -> Bool {
    a.path.byBytes == b.path.byBytes && a.reason.byBytes == b.reason.byBytes
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path.byBytes)
    hasher.combine(reason.byBytes)
  }
}
