import FHIRDiagnostics
import FHIRReporting

/// A configuration file: values of options, and which findings count in some files.
struct Configuration {
  /// The name of the file.
  static let fileName = ".fhircheck.json"

  /// The value of an option.
  struct Setting {
    var option: CommandOption
    /// One value, or those of a list; none for a switch.
    var values: [String]
    var place: SourcePosition

    /// Whether it counts beside the options of the command line, which replace those of the file.
    func applies(beside given: Set<CommandOption>) -> Bool {
      switch option {
      // Each value is about another rule.
      case .severity: true
      case .format, .output: given.isDisjoint(with: [.format, .output])
      default: !given.contains(option)
      }
    }
  }

  /// Which findings count in some files, in addition to the rules for all files.
  struct PathRules {
    var match: [String]
    var select: [RuleSelector] = []
    var ignore: [RuleSelector] = []
    var severities: [FindingChoice.Judgement] = []
  }

  /// The path of the file, as found or as named.
  var path: String
  /// Whether the search found it, so that it may have come with the data.
  var isFound: Bool
  /// Its folder, to which patterns and relative paths refer; absolute.
  var folder: String
  var settings: [Setting] = []
  var pathRules: [PathRules] = []
  /// The rules that it names, with their places.
  var selectors: [(selector: RuleSelector, place: SourcePosition)] = []

  /// A mistake in the file.
  func error(at place: SourcePosition, _ sentence: String) -> UsageError {
    UsageError(sentence: "\(path):\(place.line):\(place.column): \(sentence)")
  }

  /// Removes the settings that a command does not support: the file is for all commands.
  mutating func leaveOut(whatIsNotOf command: CommandName) {
    let written = settings.first { $0.option == .format }?.values.compactMap { ReportFormat(rawValue: $0) } ?? []
    let isOfOthers = !written.allSatisfy { command.formats.contains($0) }
    settings.removeAll {
      // If the caller wants redaction, a command that shows only values must refuse.
      if $0.option == .redact, command == .path || command == .records { return false }
      // A format and its file belong together.
      return !$0.option.belongs(to: command) || isOfOthers && ($0.option == .format || $0.option == .output)
    }
  }

  /// The path, if nobody named the file and it keeps findings or files from being counted.
  func hidingPath(beside given: Set<CommandOption>) -> String? {
    let hides = settings.contains { $0.option.mayHideFindings && $0.applies(beside: given) } || !pathRules.isEmpty
    return isFound && hides ? path : nil
  }

  /// Which findings count in which file.
  func exceptions(working: String) -> [PolicySet.Exception] {
    pathRules.map { rules in
      var policy = RulePolicy()
      (policy.selected, policy.ignored) = (rules.select, rules.ignore)
      policy.severities = rules.severities.map { ($0.rule, $0.severity) }
      return PolicySet.Exception(files: GlobSet(rules.match, base: folder, working: working), policy: policy)
    }
  }
}
