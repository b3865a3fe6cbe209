import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRSchema
import FHIRSupport

/// The parsed command line, merged with the configuration, with every default filled in: a property for each option, whose
/// meaning the help in ``CommandOption/all`` says.
struct Invocation {
  enum ColorChoice: String, CaseIterable { case auto, always, never }
  enum FailOn: String, CaseIterable {
    case error, warning, never

    /// The least severity that makes the exit code 1.
    var threshold: Severity? { Severity.allCases.first { $0.description == rawValue } }
  }

  var namedCommand: CommandName?
  var command: CommandName { namedCommand ?? .check }
  var paths: [FilePath] = []
  /// What else the command is about: an expression, a rule, a shell, or the name of a command.
  var subject = ""
  var writtenFiles: [FilePath] {
    reports.compactMap(\.path) + [findings.newBaseline].compactMap { $0 }.map { FilePath($0) }
  }
  var reports: [ReportTarget] = []
  /// The format of a command that writes one report.
  var format: ReportFormat { reports.first?.format ?? defaultFormat }
  var defaultFormat: ReportFormat { command.formats[0] }
  /// The release of all records; `nil` to recognise that of each.
  var release: FHIRRelease?
  var profiles: [String] = []
  var definitions: [FilePath] = []
  /// The names of guides, with or without a version.
  var guides: [String] = []
  /// These take precedence over all others.
  var terminology: [FilePath] = []
  var keys: [FilePath] = []
  var cards = CardReader(keys: CardKeys(), now: 0)
  var countsMustSupport = false
  var isStrict = false
  var redacts = false
  var source: String?
  var jobs: Int?
  var failOn = FailOn.error
  var failsOnUnjudged = false
  var allowsEmpty = false
  var maxIssues: Int?
  var checksIdentity = true
  var memory = 32 << 20
  var maximumPipeBytes = 4 << 30
  /// The columns of the table of records; `nil` for the default ones.
  var columns: [RecordColumn]?
  var conditions: [RowCondition] = []
  var splitsComponents = false
  var listsFindings = false
  var makesFormulasHarmless = false
  var digestKey: FingerprintKey?
  var readsFrames = false
  var reportsEach = false
  var endsWithReader = false
  var findings = FindingChoice()
  var excluded: [String] = []
  var configuration = ConfigurationChoice()
  var isQuiet = false
  var isVerbose = false
  var watches = false
  var showsProgress = true
  var color = ColorChoice.auto
  var showsVersion = false
  var showsHelp = false

  /// How many threads read inputs. More threads than processors would only wait for each other.
  func threads(in context: CommandContext) -> Int { min(jobs ?? .max, context.processors) }

  /// The least size of a part of a large file of lines. A single thread reads the file without counting lines first.
  func partBytes(in context: CommandContext) -> Int { threads(in: context) > 1 ? context.partBytes : .max }
  var usesProfiles: Bool { !guides.isEmpty || !definitions.isEmpty || !profiles.isEmpty || !terminology.isEmpty }

  func baseline(in context: CommandContext) throws(UsageError) -> Baseline? {
    var known: Baseline.Contents?
    if let path = findings.baseline { known = try Baseline.Contents(of: path, today: context.today()) }
    if known == nil, findings.newBaseline == nil { return nil }
    return Baseline(known: known, records: findings.newBaseline != nil)
  }

  func usesColor(in context: CommandContext) -> Bool {
    color == .always || color == .auto && context.outputIsTerminal && !context.prefersNoColor
  }
}

/// A command line with an error, with a sentence that says how to correct it.
struct UsageError: Error, Equatable {
  let sentence: String
  /// The sentences of further errors, in the order of their places.
  private(set) var further: [String] = []

  init(_ sentence: String) { self.sentence = sentence }

  /// The errors of a configuration, if there are any.
  init?(_ faults: [ConfigurationFault], in path: String) {
    let sentences = faults.sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
      .map { "\(path):\($0.place.line):\($0.place.column): \($0.sentence)" }
    guard let first = sentences.first else { return nil }
    (sentence, further) = (first, Array(sentences.dropFirst()))
  }

  /// An error about a name that is not known, which suggests the most similar of those that are.
  init(_ sentence: String, _ name: String, among names: [String], otherwise hint: String = "") {
    let guess = Spelling.nearest(to: name, among: names)
    self.sentence = sentence + (guess.map { "; did you mean '\($0)'?" } ?? hint)
  }
}

/// The findings that the caller wants to count, and how to list them.
struct FindingChoice {
  typealias Judgement = (selector: RuleSelector, severity: Severity)

  var policy = RulePolicy()
  var onlyErrors: Bool {
    get { policy.leastSeverity == .error }
    set { policy.leastSeverity = newValue ? .error : .information }
  }
  /// The file of known findings, and the file for the findings of this run.
  var baseline, newBaseline: String?
  var showsStatistics = false
  var listsAll = false

  var selectors: [RuleSelector] { policy.selected + policy.ignored + policy.severities.map(\.selector) }
}
