import ClinicalRecords
import FHIRDiagnostics
import FHIRProfiles
import FHIRSchema
import ClinicalSources

/// What the caller asked for, with every default filled in. One type: a property for each option of the command.
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

    /// The command that reads files; `nil` for what reads none.
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

  enum ReleaseChoice: String, CaseIterable {
    case auto, dstu2, r4

    var release: FHIRRelease? {
      switch self {
      case .auto: nil
      case .dstu2: .dstu2
      case .r4: .r4
      }
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
  /// The files that a check writes.
  var writtenFiles: [FilePath] {
    reports.compactMap(\.path) + [findings.newBaseline].compactMap { $0 }.map { FilePath($0) }
  }
  /// The reports that were asked for; text on standard output where none was.
  var reports: [ReportTarget] = []
  /// The format of a command that writes one report.
  var format: ReportFormat { reports.first?.format ?? .text }
  /// The release of all records, `nil` where each is told.
  var release: FHIRRelease? { fhirVersion.release }
  var fhirVersion = ReleaseChoice.auto
  /// The urls of the profiles that all records of their type are judged by.
  var profiles: [String] = []
  /// Where definitions of profiles are.
  var definitions: [FilePath] = []
  /// The guides whose profiles records of their types are judged by.
  var guides: [Guide] = []
  /// Where expansions of value sets and code systems are, which count before all others.
  var terminology: [FilePath] = []
  /// Whether the elements that profiles want supported are counted.
  var countsMustSupport = false
  /// Whether an unknown name in an expression is an error.
  var isStrict = false
  /// Whether reports show no values of records.
  var redacts = false
  var source: String?
  var jobs: Int?
  var failOn = FailOn.error
  /// Whether what was not judged makes the exit code 1.
  var failsOnUnjudged = false
  /// Whether a run in which nothing was judged is a success.
  var allowsEmpty = false
  var maxIssues: Int?
  /// Whether records are compared over the whole run.
  var checksIdentity = true
  /// The memory for that, in bytes.
  var memory = 32 << 20
  /// The most bytes that are kept of a pipe.
  var maximumPipeBytes = 4 << 30
  /// The columns of the table of records; `nil` for those that it has without being asked.
  var columns: [RecordColumn]?
  /// Whether findings stand beside the rows.
  var listsIssues = false
  /// Whether cells that a spreadsheet would calculate with are made harmless.
  var makesFormulasHarmless = false
  /// The secret of the digests in the table.
  var digestKey: FingerprintKey?
  /// Whether standard input holds several files, with their names.
  var readsFrames = false
  /// Which findings count, and how they are listed.
  var findings = FindingChoice()
  /// Files that are left out.
  var excluded: [String] = []
  var configuration = ConfigurationChoice()
  var isQuiet = false
  var isVerbose = false
  /// Whether to check again when a file has changed.
  var watches = false
  var showsProgress = true
  var color = ColorChoice.auto
}

/// A command line that cannot be understood, with a sentence that says how it should be.
struct UsageError: Error, Equatable {
  let sentence: String
}
