import FHIRDiagnostics
import FHIRReporting

/// What a configuration file says: values of options, and what counts in files of some names.
struct Configuration {
  /// The name of the file that is looked for.
  static let fileName = ".fhircheck.json"

  /// The value of an option.
  struct Setting {
    var option: CommandOption
    /// One, or those of a list; none for a switch.
    var values: [String]
    var place: SourcePosition
  }

  /// What counts in files of some names, besides what counts everywhere.
  struct PathRules {
    var match: [String]
    var select: [RuleSelector] = []
    var ignore: [RuleSelector] = []
    var severities: [FindingChoice.Judgement] = []
  }

  /// The file as it was found or named.
  var path: String
  /// Its folder, where patterns and relative paths begin; absolute.
  var folder: String
  var settings: [Setting] = []
  var pathRules: [PathRules] = []
  /// The rules that it names, and where.
  var selectors: [(selector: RuleSelector, place: SourcePosition)] = []

  /// A mistake in the file.
  func error(at place: SourcePosition, _ sentence: String) -> UsageError {
    UsageError(sentence: "\(path):\(place.line):\(place.column): \(sentence)")
  }

  /// Leaves out what a command does not know: the file is for all of them.
  mutating func leaveOut(whatIsNotOf command: CommandName) {
    let writes = settings.first { $0.option == .format }.flatMap { ReportFormat(rawValue: $0.values.first ?? "") }
    let isOfOthers = writes.map { !command.formats.contains($0) } ?? false
    settings.removeAll {
      // Who wants no values shown is told where a command shows nothing else.
      if $0.option == .redact, command == .path || command == .records { return false }
      // A format and its file go together.
      return !$0.option.belongs(to: command) || isOfOthers && ($0.option == .format || $0.option == .output)
    }
  }

  /// What counts in which file.
  func exceptions(working: String) -> [PolicySet.Exception] {
    pathRules.map { rules in
      var policy = RulePolicy()
      (policy.selected, policy.ignored) = (rules.select, rules.ignore)
      policy.severities = rules.severities.map { ($0.rule, $0.severity) }
      return PolicySet.Exception(files: GlobSet(rules.match, base: folder, working: working), policy: policy)
    }
  }
}
