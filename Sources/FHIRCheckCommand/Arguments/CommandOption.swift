import FHIRProfiles

/// The options of the command line, one table for parsing, help and suggestions.
enum CommandOption: String, CaseIterable {
  case format
  case output
  case redact
  case fhirVersion = "fhir-version"
  case profile
  case guide
  case definitions
  case terminology
  case mustSupport = "must-support"
  case strict
  case source
  case jobs
  case failOn = "fail-on"
  case failOnUnjudged = "fail-on-unjudged"
  case allowEmpty = "allow-empty"
  case select
  case ignore
  case severity
  case onlyErrors = "only-errors"
  case exclude
  case baseline
  case writeBaseline = "write-baseline"
  case statistics
  case all
  case maxIssues = "max-issues"
  case noIdentity = "no-identity"
  case memory
  case maxPipe = "max-pipe"
  case columns
  case withIssues = "with-issues"
  case harmlessCells = "harmless-cells"
  case digestKey = "digest-key"
  case stdinNames = "stdin-names"
  case quiet
  case verbose
  case noProgress = "no-progress"
  case watch
  case color
  case config
  case noConfig = "no-config"
  case showConfig = "show-config"
  case version
  case help

  /// The option as typed.
  var name: String { "--" + rawValue }

  /// The letter of its short form, after one dash.
  var letter: Character? {
    switch self {
    case .output: "o"
    case .quiet: "q"
    case .verbose: "v"
    case .version: "V"
    case .help: "h"
    default: nil
    }
  }

  /// Whether it may be given several times to add values; in a configuration, its value is an array.
  var isList: Bool {
    self == .select || self == .ignore || self == .severity || self == .exclude || self == .profile
      || self == .guide || self == .definitions || self == .terminology
  }

  /// Whether its value decides which findings there are, or which of them and which files count.
  var decidesWhatCounts: Bool {
    self == .select || self == .ignore || self == .severity || self == .onlyErrors || self == .baseline
      || self == .exclude || self == .definitions || self == .terminology || self == .guide || self == .profile
      || self == .fhirVersion
  }

  /// The setting of a switch, and what the switch makes it; `nil` for options with a value, and for the switches that
  /// choose the action or the configuration.
  var flag: (setting: WritableKeyPath<Invocation, Bool>, value: Bool)? {
    switch self {
    case .noIdentity: (\.checksIdentity, false)
    case .noProgress: (\.showsProgress, false)
    case .failOnUnjudged: (\.failsOnUnjudged, true)
    case .allowEmpty: (\.allowsEmpty, true)
    case .strict: (\.isStrict, true)
    case .mustSupport: (\.countsMustSupport, true)
    case .withIssues: (\.listsIssues, true)
    case .harmlessCells: (\.makesFormulasHarmless, true)
    case .stdinNames: (\.readsFrames, true)
    case .redact: (\.redacts, true)
    case .quiet: (\.isQuiet, true)
    case .onlyErrors: (\.findings.onlyErrors, true)
    case .statistics: (\.findings.showsStatistics, true)
    case .all: (\.findings.listsAll, true)
    case .watch: (\.watches, true)
    case .verbose: (\.isVerbose, true)
    default: nil
    }
  }

  /// The placeholder of its value in the help; `nil` for a switch.
  var value: String? {
    switch self {
    case .format: "FORMAT"
    case .output: "FILE"
    case .columns: "NAME,..."
    case .digestKey: "HEX"
    case .fhirVersion: Invocation.ReleaseChoice.allCases.map(\.rawValue).joined(separator: "|")
    case .source: "NAME"
    case .profile: "URL"
    case .guide: Guide.published.map(\.name).joined(separator: "|")
    case .definitions, .terminology: "PATH"
    case .jobs, .maxIssues: "N"
    case .failOn: "error|warning|never"
    case .color: "auto|always|never"
    case .memory, .maxPipe: "SIZE"
    case .select, .ignore: "RULES"
    case .severity: "RULE=LEVEL"
    case .exclude: "PATTERN"
    case .baseline, .writeBaseline, .config: "FILE"
    case .mustSupport, .onlyErrors, .statistics, .all, .watch, .verbose, .noConfig, .showConfig: nil
    case .failOnUnjudged, .allowEmpty, .strict, .redact, .noIdentity, .withIssues, .harmlessCells, .stdinNames, .quiet,
      .noProgress, .version, .help:
      nil
    }
  }

  /// The lines of the help.
  var help: [String] {
    switch self {
    case .format: ["how issues are written, see below; text"]
    case .output:
      ["write the report of the --format before to FILE,", "whole or not at all; give both again for another report"]
    case .redact:
      ["show no values of records: their kind and length, and", "numbers for the names of files"]
    case .fhirVersion:
      [
        "the release of all records; auto tells it for each from",
        "its stub, else its content: see the article on limits",
      ]
    case .profile:
      ["judge records of its type by this profile, whatever they", "claim; may be given more than once"]
    case .guide:
      ["judge records by the profiles that a guide has for their", "type; may be given more than once"]
    case .definitions:
      [
        "a file, a package.tgz or a folder of profiles, extensions",
        "and value sets; records are judged by those they claim",
      ]
    case .terminology:
      [
        "a file, a package or a folder of code systems and of",
        "expansions, for value sets that are not known otherwise",
      ]
    case .mustSupport: ["count how often elements are there that profiles want", "supported"]
    case .strict:
      ["names that no element of their type has are errors,", "and so are types that the release lacks"]
    case .source: ["the name of where the records come from"]
    case .jobs: ["files, or parts of large NDJSON, read at a time;", "one for each core, and never more"]
    case .failOn: ["what makes the exit code 1; error"]
    case .failOnUnjudged:
      [
        "exit code 1, too, where a file, a record or, for want of a",
        "definition or by a limit, a part of one was not judged",
      ]
    case .allowEmpty: ["exit code 0 where nothing was judged; otherwise 2"]
    case .select:
      ["only these count: rules or groups, such as code/* or", "structure/unknown-element, with commas between them"]
    case .ignore: ["these do not count; how many there were is said"]
    case .severity: ["judge a rule or a group as error, warning or", "information"]
    case .onlyErrors: ["only errors count"]
    case .exclude: ["leave out files and folders, such as build or **/*.bak;", "they are counted, and are not input"]
    case .baseline: ["only issues count that are not in this file; what is", "gone is said"]
    case .writeBaseline: ["write the issues of this run to such a file"]
    case .statistics: ["count issues by rule, place, value and source, with an", "example each, and list none"]
    case .all: ["list every issue and count; text otherwise says the", "same once a file, at most 200 times in all"]
    case .maxIssues: ["list at most N issues of the whole run, some of each", "kind; all of them are counted"]
    case .noIdentity: ["do not look for records that are there twice"]
    case .memory: ["memory for looking for them, such as 256M or 1G;", "32M; the rest goes to temporary files"]
    case .maxPipe:
      ["keep at most so much of a pipe, which is read twice; 4G,", "and half of what is free for temporary files"]
    case .columns: ["the columns of the table, in this order"]
    case .withIssues: ["findings beside the rows, each line with its type; with", "--format jsonl"]
    case .harmlessCells:
      ["an apostrophe before what a spreadsheet would take for a", "formula; with --format csv"]
    case .digestKey:
      ["64 hexadecimal digits, the secret of the digests;", "without it they are the same for everybody"]
    case .stdinNames:
      [
        "standard input holds several files, each behind a line",
        "with its name and length; see the article records-format",
      ]
    case .quiet: ["write no issues, only the summary"]
    case .verbose: ["say what was configured, and how long it took"]
    case .watch: ["check again when a file has changed, until stopped"]
    case .config:
      ["read the configuration from FILE; otherwise from the", "nearest .fhircheck.json at or above this folder"]
    case .noConfig: ["read no configuration"]
    case .showConfig: ["print what is set and where, and read no records"]
    case .noProgress: ["no progress line; there is one on a terminal only"]
    case .color: ["colours in text; auto is on a terminal without", "NO_COLOR"]
    case .version: ["print the version"]
    case .help: ["print this help"]
    }
  }

  /// Whether a command supports it.
  func belongs(to command: CommandName) -> Bool {
    switch self {
    case .version, .help: true
    case .format: command.formats.count > 1
    // For commands that write text.
    case .color: command.formats.count > 1 && command != .path && command != .records
    case .fhirVersion, .source, .jobs, .noProgress, .exclude: command.readsRecords && command != .preflight
    case .strict: command == .path
    case .mustSupport: command == .summary
    case .profile, .guide, .definitions, .terminology, .redact, .noIdentity, .memory, .failOnUnjudged:
      command == .check || command == .summary
    case .columns, .withIssues, .harmlessCells, .digestKey: command == .records
    case .stdinNames: command == .check || command == .summary || command == .records
    case .allowEmpty: command.readsRecords && command != .path
    case .output: command == .check || command == .preflight || command == .records
    case .failOn, .maxIssues, .quiet, .select, .ignore, .severity, .onlyErrors:
      command == .check || command == .preflight
    case .baseline, .writeBaseline, .statistics, .all, .watch, .verbose: command == .check
    case .maxPipe, .config, .noConfig, .showConfig: command.readsRecords
    }
  }
}
