import FHIRProfiles

/// The options of the command line, one table for parsing, help and suggestions.
enum CommandOption: String, CaseIterable {
  case format
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
  case maxIssues = "max-issues"
  case noIdentity = "no-identity"
  case memory
  case maxPipe = "max-pipe"
  case quiet
  case noProgress = "no-progress"
  case color
  case version
  case help

  /// How it is typed.
  var name: String { "--" + rawValue }

  /// What stands for its value in the help; `nil` for a switch.
  var value: String? {
    switch self {
    case .format: "text|json|jsonl"
    case .fhirVersion: "auto|dstu2|r4"
    case .source: "NAME"
    case .profile: "URL"
    case .guide: Guide.published.map(\.name).joined(separator: "|")
    case .definitions, .terminology: "PATH"
    case .jobs, .maxIssues: "N"
    case .failOn: "error|warning|never"
    case .color: "auto|always|never"
    case .memory, .maxPipe: "SIZE"
    case .mustSupport, .failOnUnjudged, .allowEmpty, .strict, .noIdentity, .quiet, .noProgress, .version, .help: nil
    }
  }

  /// The lines of the help.
  var help: [String] {
    switch self {
    case .format: ["how issues are written; text is for people,", "json and jsonl are a published shape"]
    case .fhirVersion:
      ["the release of all records; auto tells it for each from", "its stub or its content, else it is dstu2"]
    case .profile:
      ["judge records of its type by this profile, whatever they", "claim; may be given more than once"]
    case .guide:
      ["judge records by the profiles that a guide has for their", "type; may be given more than once"]
    case .definitions:
      ["a file, a package.tgz or a folder of profiles, extensions", "and value sets; records are judged by what they claim"]
    case .terminology:
      ["a file, a package or a folder of code systems and of", "expansions, for value sets that are not known otherwise"]
    case .mustSupport: ["count how often elements are there that profiles want", "supported; summary only"]
    case .strict:
      ["names that no element of their type has are errors,", "and so are types that the release lacks; path only"]
    case .source: ["where the records come from; carried into json"]
    case .jobs: ["files, or parts of large NDJSON, read at a time;", "one for each core, and never more"]
    case .failOn: ["what makes the exit code 1; error"]
    case .failOnUnjudged:
      ["exit code 1, too, where a file or a record was not judged;", "without it the last lines say so"]
    case .allowEmpty: ["exit code 0 where nothing was judged; otherwise 2"]
    case .maxIssues: ["list at most N issues of the whole run;", "all of them are counted"]
    case .noIdentity: ["do not look for records that are there twice"]
    case .memory: ["memory for looking for them, such as 256M or 1G;", "32M; the rest goes to temporary files"]
    case .maxPipe:
      ["keep at most so much of a pipe, which is read twice; 4G,", "and half of what is free for temporary files"]
    case .quiet: ["write the summary only"]
    case .noProgress: ["no progress line; there is one on a terminal only"]
    case .color: ["colours in text; auto is on a terminal without", "NO_COLOR"]
    case .version: ["print the version"]
    case .help: ["print this help"]
    }
  }

  /// Whether a command understands it.
  func belongs(to command: CommandName) -> Bool {
    switch self {
    case .version, .help: true
    case .format, .color: true
    case .fhirVersion, .source, .jobs, .noProgress: command == .check || command == .summary || command == .path
    case .strict: command == .path
    case .mustSupport: command == .summary
    case .profile, .guide, .definitions, .terminology: command == .check || command == .summary
    case .maxPipe: command != .explain && command != .rules
    case .noIdentity, .memory: command == .check || command == .summary
    case .failOnUnjudged: command == .check || command == .summary
    case .allowEmpty: command == .check || command == .summary || command == .preflight
    case .failOn, .maxIssues, .quiet: command == .check || command == .preflight
    }
  }
}

/// The commands; `check` is what happens when none is named.
enum CommandName: String, CaseIterable {
  case check
  case summary
  case path
  case preflight
  case explain
  case rules
}
