import ClinicalRecords
import FHIRDiagnostics
import FHIRProfiles
import FHIRSchema
import ClinicalSources
import FHIRText

/// The parsed command line, with every default filled in. One type: it has a property for each option of the command.
struct Invocation {
  enum Action {
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
  }

  enum ColorChoice: String, CaseIterable { case auto, always, never }
  enum FailOn: String, CaseIterable {
    case error, warning, never

    /// The least severity that makes the exit code 1.
    var threshold: Severity? { Severity.allCases.first { $0.description == rawValue } }
  }

  /// The command that was named.
  var command: CommandName?
  var action = Action.help(nil)
  /// The files that it writes.
  var writtenFiles: [FilePath] {
    reports.compactMap(\.path) + [findings.newBaseline].compactMap { $0 }.map { FilePath($0) }
  }
  /// The requested reports.
  var reports: [ReportTarget] = []
  /// The format of a command that writes one report.
  var format: ReportFormat { reports.first?.format ?? defaultFormat }
  var defaultFormat: ReportFormat { (command ?? .check).formats[0] }
  /// The release of all records; `nil` to recognise that of each.
  var release: FHIRRelease?
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
  var showsVersion = false
  var showsHelp = false
}

/// A command line with an error, with a sentence that says how to correct it.
struct UsageError: Error, Equatable {
  let sentence: String

  init(sentence: String) { self.sentence = sentence }

  /// An error about a name that is not known, which suggests the most similar of those that are.
  init(_ sentence: String, _ name: String, among names: [String], otherwise hint: String = "") {
    let guess = Spelling.nearest(to: name, among: names)
    self.sentence = sentence + (guess.map { "; did you mean '\($0)'?" } ?? hint)
  }
}
