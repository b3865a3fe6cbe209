import ClinicalSources
import FHIRFindings
import FHIRReporting

/// The choice of the configuration of a run, and what was found.
struct ConfigurationChoice {
  /// The file that the caller names; `nil` to search for one.
  var path: String?
  var isUsed = true
  var isShown = false
  var file: Configuration?
  var given: [CommandOption] = []

  /// The folder of the file with patterns; `nil` if they are on the command line.
  var folder: String? { given.contains { $0.setter.property == \Invocation.excluded } ? nil : file?.folder }

  /// The path of a configuration that was found, not named, and decides what counts.
  var deciding: String? {
    guard let file, file.isFound else { return nil }
    let decides = file.settings.contains { $0.option.has(.decides) && $0.applies(beside: given) }
    return decides || !file.pathRules.isEmpty ? file.path : nil
  }
}

typealias ConfigurationFault = (place: SourcePosition, sentence: String)

/// A configuration file: values of options, and which findings count in some files.
struct Configuration {
  static let fileName = ".fhircheck.json"

  struct Setting {
    var option: CommandOption
    /// One value, or those of a list; an empty text for a switch that is on.
    var values: [String]
    var place: SourcePosition

    func sets(_ property: PartialKeyPath<Invocation>) -> Bool { option.setter.property == property }

    /// Whether it counts beside the options of the command line, which replace those of the file.
    func applies(beside given: [CommandOption]) -> Bool {
      option.has(.adds) || !given.contains { sets($0.setter.property) }
    }
  }

  /// Which findings count in some files, in addition to the rules for all files.
  typealias PathRules = (place: SourcePosition, match: [String], policy: RulePolicy)

  var path: String
  /// Whether the search found it, so that it may have come with the data.
  var isFound: Bool
  /// Its folder, to which patterns and relative paths refer; absolute.
  var folder: String
  var settings: [Setting] = []
  var pathRules: [PathRules] = []
  var selectors: [(selector: RuleSelector, place: SourcePosition)] = []
  /// The rules that it ignores with a reason or an end; those in `paths` count beside the command line.
  var exemptions: [(exemption: Exemption, isForAllFiles: Bool)] = []
  var faults: [ConfigurationFault] = []

  /// The exemptions that count beside the options of the command line.
  func exemptions(beside given: [CommandOption]) -> [Exemption] {
    let isReplaced = settings.contains { $0.sets(\.findings.policy.ignored) && !$0.applies(beside: given) }
    return exemptions.filter { !($0.isForAllFiles && isReplaced) }.map(\.exemption)
  }

  /// Adds a mistake for each rule that does not exist: a run that selects no rule would look like one without findings.
  mutating func checkRules(_ names: RuleNames) {
    faults += selectors.filter { !names.knows($0.selector) }.map { ($0.place, names.unknown($0.selector).sentence) }
  }

  /// Removes the settings that a command does not support: the file is for all commands.
  mutating func leaveOut(whatIsNotOf command: CommandName) {
    let formats = settings.first { $0.option.name == "format" }?.values.compactMap { ReportFormat(rawValue: $0) } ?? []
    let isOfOthers = !formats.allSatisfy { command.formats.contains($0) }
    settings.removeAll {
      // If the caller wants redaction, a command that shows only values must refuse.
      if $0.sets(\.redacts), command == .path || command == .records { return false }
      // A format and its file belong together.
      return !$0.option.commands.contains(command) || isOfOthers && $0.sets(\.reports)
    }
  }

  /// Applies the settings that the command line does not replace; throws the mistakes in the file, replaced ones, too.
  func apply(to invocation: inout Invocation) throws(UsageError) {
    var faults = faults
    let given = invocation.configuration.given
    var all = invocation
    for (setting, value) in ordered {
      do throws(UsageError) {
        try setting.option.set(value, in: &all)
        if setting.applies(beside: given) { try setting.option.set(value, in: &invocation) }
      } catch {
        faults.append((setting.place, error.sentence))
      }
    }
    if let error = UsageError(faults, in: path) { throw error }
  }

  /// An error about a value, with the place of the setting that has it unless the command line does.
  func placed(_ error: UsageError, beside given: [CommandOption]) -> UsageError {
    let setting = settings.first { setting in
      setting.option.has(.decides) && setting.applies(beside: given)
        && setting.values.contains { !$0.isEmpty && error.sentence.byBytes.contains("'\($0)".byBytes) }
    }
    guard let setting else { return error }
    return UsageError([(setting.place, error.sentence)], in: path) ?? error
  }

  /// The values in the order in which they are applied: the file of a report follows its format, wherever it stands.
  private var ordered: [(Setting, String)] {
    let reports = settings.filter { $0.sets(\.reports) }.sorted { !$0.option.setter.isPath && $1.option.setter.isPath }
    let others = settings.filter { !$0.sets(\.reports) }.flatMap { setting in setting.values.map { (setting, $0) } }
    let count = reports.map(\.values.count).max() ?? 0
    return others
      + (0..<count).flatMap { number in
        reports.filter { number < $0.values.count }.map { ($0, $0.values[number]) }
      }
  }

  func exceptions(working: String) -> [(files: GlobSet, policy: RulePolicy)] {
    pathRules.map { (GlobSet($0.match, base: folder, working: working), $0.policy) }
  }

  /// The configuration that the caller names, else the nearest one in the working folder or above; `nil` without one.
  static func find(_ choice: ConfigurationChoice, _ context: CommandContext) throws(UsageError) -> Configuration? {
    guard choice.isUsed else { return nil }
    if let path = choice.path {
      let whole = path.utf8.first == UInt8(ascii: "/") ? path : (context.workingFolder ?? "/") + "/" + path
      return try read(path, isFound: false, folder: FilePath(whole).folder.text, context)
    }
    guard var folder = context.workingFolder.map({ FilePath($0) }) else { return nil }
    while true {
      let place = folder.appending(Array(fileName.utf8))
      if let file = try? FileAttributes(of: place), file.kind == .file {
        let path = place.text
        guard context.trustedOwners.contains(file.owner) else {
          throw UsageError(
            "\(path): this configuration belongs to another user and is not followed; "
              + "'--config' follows it, '--no-config' ignores it")
        }
        var configuration = try read(path, isFound: true, folder: folder.text, context)
        for setting in configuration.settings where setting.option.has(.writes) {
          let sentence =
            "'\(setting.option.name)' writes a file, which only a configuration that is named with '--config' may do"
          configuration.faults.append((setting.place, sentence))
        }
        return configuration
      }
      if folder.folder == folder { return nil }
      folder = folder.folder
    }
  }

  private static func read(
    _ path: String, isFound: Bool, folder: String, _ context: CommandContext
  ) throws(UsageError) -> Configuration {
    try ConfigurationReader.read(
      SmallFile.read(path), path: path, isFound: isFound, folder: folder, today: context.today())
  }
}

/// A rule that is ignored with a reason, or until a day, in a configuration or a baseline.
struct Exemption {
  var rule: String
  var reason, until: String?
  var isOver = false
  var place = SourcePosition(line: 0, column: 0)
  var range: Range<Int>

  /// Whether a text is a date, which then sorts as a text.
  static func isDate(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/) != nil
  }

  var finding: Finding {
    let rule = Rule.expiredExemption
    return Finding(
      rule: rule.id, severity: rule.severity, range: SourceRange(range), path: "",
      message:
        "expected '\(self.rule)' to be exempt until a day to come, found \(until ?? ""); its findings count again"
        + (reason.map { "; the reason was '\($0)'" } ?? ""))
  }
}

extension Invocation {
  /// The output of `--show-config`: a table of the settings, each with its value as in a configuration and its origin.
  var settingsPage: String {
    let file = configuration.file
    var rows = [("setting", "value", "origin")]
    for option in CommandOption.all {
      guard let value = option.shown(in: self) else { continue }
      rows.append((option.name, value, origin(of: option)))
    }
    for rules in file?.pathRules ?? [] {
      rows.append(("paths", JSONWriter.object { write(rules, to: &$0) }, origin(rules.place)))
    }
    for exemption in file?.exemptions(beside: configuration.given) ?? [] {
      let value = JSONWriter.object {
        $0.members(["rule": exemption.rule, "reason": exemption.reason, "until": exemption.until])
      }
      rows.append(("exemption", value, origin(exemption.place) + (exemption.isOver ? ", which has ended" : "")))
    }
    // Few values are long, and they would push the origins of all others away.
    let lines = WrappedText(width: nil).lines(
      of: rows.map { [$0, $1, $2].map { TerminalText.visible($0) } }, widest: 32)
    let head = "configuration: " + TerminalText.visible(file?.path ?? "none")
    return ([head, ""] + lines).map { $0 + "\n" }.joined()
  }

  private func origin(_ place: SourcePosition) -> String { "configuration, line \(place.line)" }

  private func origin(of option: CommandOption) -> String {
    let (given, file) = (configuration.given, configuration.file)
    var origins = given.contains { $0.name == option.name } ? ["command line"] : []
    if let setting = file?.settings.first(where: { $0.option.name == option.name }), setting.applies(beside: given) {
      origins.insert(origin(setting.place), at: 0)
    }
    return origins.isEmpty ? "default" : origins.joined(separator: ", and ")
  }

  private func write(_ rules: Configuration.PathRules, to writer: inout JSONWriter) {
    let (policy, match) = (rules.policy, rules.match)
    let lists = [("match", match), ("select", policy.selected.map(\.text)), ("ignore", policy.ignored.map(\.text))]
    for (key, texts) in lists where !texts.isEmpty { writer.member(key, texts) }
    guard !policy.severities.isEmpty else { return }
    writer.object("severity") { writer in
      for (selector, severity) in policy.severities { writer.member(selector.text, severity.description) }
    }
  }
}
