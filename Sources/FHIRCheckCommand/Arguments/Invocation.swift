import ClinicalRecords
import FHIRDiagnostics
import FHIRProfiles
import FHIRSchema
import ClinicalSources

/// The parsed command line, with every default filled in. One type: it has a property for each option of the command.
struct Invocation: Equatable {
  enum Action: Equatable {
    case check(paths: [FilePath])
    case summary(paths: [FilePath])
    case path(expression: String, paths: [FilePath])
    case records(paths: [FilePath])
    case preflight(paths: [FilePath])
    case explain(rule: String)
    case rules
    case version
    case help(CommandName?)
    case completions(Shell)
    case manual

    /// Whether its report ends with a verdict.
    var showsVerdict: Bool { command == .check || command == .preflight }

    /// The command that reads files; `nil` for actions that read none.
    var command: CommandName? {
      switch self {
      case .check: .check
      case .summary: .summary
      case .path: .path
      case .records: .records
      case .preflight: .preflight
      case .explain, .rules, .version, .help, .completions, .manual: nil
      }
    }
  }

  /// The release of all records; without one, that of each is recognised.
  struct ReleaseChoice: RawRepresentable, Hashable, CaseIterable {
    static let auto = ReleaseChoice(release: nil)
    static var allCases: [ReleaseChoice] { [auto] + FHIRRelease.published.map { ReleaseChoice(release: $0) } }

    let release: FHIRRelease?
    var rawValue: String { release?.name ?? "auto" }

    init(release: FHIRRelease?) { self.release = release }

    init?(rawValue: String) {
      guard let choice = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = choice
    }
  }

  enum ColorChoice: String, CaseIterable { case auto, always, never }
  enum FailOn: String, CaseIterable {
    case error, warning, never

    /// The least severity that makes the exit code 1.
    var threshold: Severity? {
      switch self {
      case .error: .error
      case .warning: .warning
      case .never: nil
      }
    }
  }

  var action: Action
  /// The files that it writes.
  var writtenFiles: [FilePath] {
    reports.compactMap(\.path) + [findings.newBaseline].compactMap { $0 }.map { FilePath($0) }
  }
  /// The requested reports; without any, text on standard output.
  var reports: [ReportTarget] = []
  /// The format of a command that writes one report.
  var format: ReportFormat { reports.first?.format ?? .text }
  /// The release of all records; `nil` to recognise that of each.
  var release: FHIRRelease? { fhirVersion.release }
  var fhirVersion = ReleaseChoice.auto
  /// The URLs of the profiles by which all records of their types are validated.
  var profiles: [String] = []
  /// The paths of definitions of profiles.
  var definitions: [FilePath] = []
  /// The guides by whose profiles records of their types are validated.
  var guides: [Guide] = []
  /// The paths of value set expansions and code systems, which take precedence over all others.
  var terminology: [FilePath] = []
  /// Whether must-support elements of profiles are counted.
  var countsMustSupport = false
  /// Whether an unknown name in an expression is an error.
  var isStrict = false
  /// Whether reports show no values of records.
  var redacts = false
  var source: String?
  var jobs: Int?
  var failOn = FailOn.error
  /// Whether inputs that were not judged make the exit code 1.
  var failsOnUnjudged = false
  /// Whether a run that judged nothing is a success.
  var allowsEmpty = false
  var maxIssues: Int?
  /// Whether records are compared over the whole run.
  var checksIdentity = true
  /// The memory for the comparison, in bytes.
  var memory = 32 << 20
  /// The largest number of bytes that are kept of a pipe.
  var maximumPipeBytes = 4 << 30
  /// The columns of the table of records; `nil` for the default ones.
  var columns: [RecordColumn]?
  /// Whether findings are listed in addition to the rows.
  var listsIssues = false
  /// Whether cells that a spreadsheet would take for a formula are made harmless.
  var makesFormulasHarmless = false
  /// The secret of the digests in the table.
  var digestKey: FingerprintKey?
  /// Whether standard input holds several files with their names.
  var readsFrames = false
  /// The findings that count, and how to list them.
  var findings = FindingChoice()
  /// Files that are left out.
  var excluded: [String] = []
  var configuration = ConfigurationChoice()
  var isQuiet = false
  var isVerbose = false
  /// Whether to check again after a file has changed.
  var watches = false
  var showsProgress = true
  var color = ColorChoice.auto
}

/// A command line with an error, with a sentence that says how to correct it.
struct UsageError: Error, Equatable {
  let sentence: String
}
