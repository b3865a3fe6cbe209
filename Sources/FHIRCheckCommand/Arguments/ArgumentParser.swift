import FHIRProfiles
import ClinicalSources
import FHIRDiagnostics
import FHIRText
import ClinicalRecords

/// Reads a command line once: `--option value`, `--option=value`, `--` before paths that begin with a dash. Then the
/// configuration that it chooses is applied, and then its own options.
struct ArgumentParser {
  private var invocation = Invocation(action: .help(nil))
  private(set) var command: CommandName?
  private var operands: [CommandArgument] = []
  /// The options with their values, in order.
  private var options: [(option: CommandOption, value: String)] = []
  /// The options that were applied so far.
  private(set) var given: [CommandOption] = []
  /// Whether `--` was read, after which every argument is a path.
  private var hasEnded = false
  /// The action of an option that replaces the command, such as `--help`.
  private var action: Invocation.Action?

  /// Reads the arguments, without the program's name.
  init(_ arguments: [CommandArgument]) throws(UsageError) {
    var arguments = arguments[...]
    while action == nil, let next = arguments.popFirst() {
      let argument = next.text
      if !hasEnded, argument.byBytes == "--" {
        hasEnded = true
      } else if !hasEnded, !isExpression(argument), argument.utf8.count > 1,
        argument.utf8.first == UInt8(ascii: "-")
      {
        try readOption(argument, &arguments)
      } else if !hasEnded, command == nil, operands.isEmpty,
        let name = CommandName(named: argument)
      {
        command = name
      } else {
        operands.append(next)
      }
    }
    if action == nil { try checkCommand() }
  }

  /// The configuration that the arguments choose; `nil` for a command that reads none.
  var configuration: ConfigurationChoice? {
    guard action == nil, (command ?? .check).readsRecords else { return nil }
    var choice = ConfigurationChoice(path: options.last { $0.option == .config }?.value)
    choice.isUsed = !options.contains { $0.option == .noConfig }
    choice.isShown = options.contains { $0.option == .showConfig }
    return choice
  }

  /// Applies a configuration, and then the arguments, which have precedence.
  func invocation(after configuration: Configuration?) throws(UsageError) -> Invocation {
    if let action { return Invocation(action: action) }
    var parser = self
    if let choice = self.configuration { parser.invocation.configuration = choice }
    if let configuration { try parser.take(configuration) }
    for (option, value) in options { try parser.take(option, value) }
    parser.invocation.configuration.given = Set(parser.given)
    parser.invocation.configuration.hiding = configuration?.hidingPath(beside: Set(parser.given))
    return try parser.finished()
  }

  /// Applies the configuration, before the arguments.
  private mutating func take(_ configuration: Configuration) throws(UsageError) {
    invocation.configuration.folder = configuration.folder
    for setting in configuration.settings where setting.option != .output && setting.option != .format {
      try take(setting, setting.values, of: configuration)
    }
    // The file of a report follows its format, whatever their order in an object.
    let formats = configuration.settings.first { $0.option == .format }
    let files = configuration.settings.first { $0.option == .output }
    for number in 0..<max(formats?.values.count ?? 0, files?.values.count ?? 0) {
      for setting in [formats, files] {
        guard let setting, number < setting.values.count else { continue }
        try take(setting, [setting.values[number]], of: configuration)
      }
    }
  }

  private mutating func take(
    _ setting: Configuration.Setting, _ values: [String], of configuration: Configuration
  ) throws(UsageError) {
    do throws(UsageError) {
      if setting.option.value == nil { takeSwitch(setting.option) }
      for value in values { try takeValue(value, of: setting.option) }
    } catch {
      throw configuration.error(at: setting.place, error.sentence)
    }
  }

  /// Whether this is the expression of `fhircheck path`, which may begin with a minus sign: options have two dashes.
  private func isExpression(_ argument: String) -> Bool {
    command == .path && operands.isEmpty && argument.byBytes != "-h" && !argument.byBytes.hasPrefix("--")
  }

  /// Reads an option, with its value.
  private mutating func readOption(
    _ argument: String, _ rest: inout ArraySlice<CommandArgument>
  ) throws(UsageError) {
    let argument = long(argument)
    let parts = argument.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let option = CommandOption.allCases.first(where: { $0.name.byBytes == parts[0].byBytes }) else {
      let guess = Spelling.nearest(to: parts[0], among: CommandOption.allCases.map(\.name))
      throw UsageError(
        sentence: "unknown option '\(parts[0])'" + (guess.map { "; did you mean '\($0)'?" } ?? ""))
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw UsageError(sentence: "'\(option.name)' takes no value") }
      if option == .version { action = .version }
      if option == .help { action = .help(command) }
      return options.append((option, ""))
    }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst()?.text else {
      throw UsageError(sentence: "'\(option.name)' needs a value (\(option.value ?? ""))")
    }
    options.append((option, value))
  }

  /// Applies an option of the command line.
  private mutating func take(_ option: CommandOption, _ value: String) throws(UsageError) {
    // Values on the command line replace those of a list in the configuration.
    if option.isList || option == .format || option == .output, !given.contains(option) { forget(option) }
    given.append(option)
    if option.value == nil { takeSwitch(option) } else { try takeValue(value, of: option) }
  }

  /// The option for a letter.
  private func long(_ argument: String) -> String {
    guard argument.utf8.count == 2, let letter = argument.last else { return argument }
    return CommandOption.allCases.first { $0.letter == letter }?.name ?? argument
  }

  private mutating func forget(_ option: CommandOption) {
    switch option {
    case .format, .output:
      // The configuration's formats and files belong together.
      if !given.contains(.format), !given.contains(.output) { invocation.reports = [] }
    case .profile: invocation.profiles = []
    case .guide: invocation.guides = []
    case .definitions: invocation.definitions = []
    case .terminology: invocation.terminology = []
    case .select: invocation.findings.selected = []
    case .ignore: invocation.findings.ignored = []
    case .exclude: (invocation.excluded, invocation.configuration.folder) = ([], nil)
    // Each is about another rule, and the last one counts.
    default: break
    }
  }

  private mutating func takeSwitch(_ option: CommandOption) {
    // Switches that are no settings were read before all others.
    if let (setting, value) = option.flag { invocation[keyPath: setting] = value }
  }

  private mutating func takeValue(_ value: String, of option: CommandOption) throws(UsageError) {
    switch option {
    case .format: invocation.reports.append(ReportTarget(format: try choice(value, of: option)))
    case .output: try invocation.reports.takeOutput(notEmpty(value, of: option, "name"))
    case .failOn: invocation.failOn = try choice(value, of: option)
    case .color: invocation.color = try choice(value, of: option)
    case .jobs: invocation.jobs = try number(value, of: option, least: 1)
    case .maxIssues: invocation.maxIssues = try number(value, of: option, least: 0)
    case .memory: invocation.memory = try size(value, of: option)
    case .maxPipe: invocation.maximumPipeBytes = try size(value, of: option)
    case .profile: invocation.profiles.append(try notEmpty(value, of: option, "url"))
    case .definitions: invocation.definitions.append(FilePath(try notEmpty(value, of: option, "path")))
    case .guide:
      guard let guide = Guide.named(value) else {
        let names = Guide.published.map(\.name).joined(separator: " or ")
        throw UsageError(sentence: "'--guide' is \(names), not '\(value)'")
      }
      invocation.guides.append(guide)
    case .terminology: invocation.terminology.append(FilePath(try notEmpty(value, of: option, "path")))
    case .columns: invocation.columns = try columns(value)
    case .digestKey: invocation.digestKey = try digestKey(value)
    case .source: invocation.source = try notEmpty(value, of: option, "name")
    case .select: invocation.findings.selected += try selectors(value, of: option)
    case .ignore: invocation.findings.ignored += try selectors(value, of: option)
    case .severity: invocation.findings.severities.append(try judgement(value))
    case .exclude: invocation.excluded.append(value)
    case .baseline: invocation.findings.baseline = value
    case .writeBaseline: invocation.findings.newBaseline = value
    case .fhirVersion: invocation.fhirVersion = try choice(value, of: option)
    // The configuration was read before; the rest are switches.
    default: break
    }
  }

  private mutating func finished() throws(UsageError) -> Invocation {
    let command = command ?? .check
    if let refusal = command.refusalToRedact, invocation.redacts { throw UsageError(sentence: refusal) }
    if let stray = given.first(where: { !$0.belongs(to: command) }) {
      throw UsageError(sentence: "'\(stray.name)' does not belong to 'fhircheck \(command.rawValue)'")
    }
    if command.arguments.isEmpty, !operands.isEmpty {
      throw UsageError(sentence: "'fhircheck \(command.rawValue)' takes no argument")
    }
    var invocation = invocation
    switch command {
    case .check: invocation.action = .check(paths: try paths())
    case .summary: invocation.action = .summary(paths: try paths())
    case .path:
      guard !operands.isEmpty else {
        throw UsageError(sentence: "'fhircheck path' needs an expression, such as 'Patient.name.given', and a path")
      }
      let expression = operands.removeFirst().text
      invocation.action = .path(expression: expression, paths: try paths())
    case .records: invocation.action = .records(paths: try paths())
    case .preflight: invocation.action = .preflight(paths: try paths())
    case .explain:
      guard operands.count == 1 else {
        throw UsageError(sentence: "'fhircheck explain' needs one rule, such as 'structure/unknown-element'")
      }
      invocation.action = .explain(rule: operands[0].text)
    case .rules: invocation.action = .rules
    case .version: invocation.action = .version
    case .man: invocation.action = .manual
    case .completions: invocation.action = .completions(try shell())
    case .help: invocation.action = .help(try subject())
    }
    if command == .records { try checkTable(&invocation) }
    try invocation.reports.check(for: command)
    return invocation
  }

  private func shell() throws(UsageError) -> Shell {
    guard operands.count == 1, let shell = Shell(rawValue: operands[0].text) else {
      throw UsageError(sentence: "'fhircheck completions' needs one shell: bash, zsh or fish")
    }
    return shell
  }

  /// The command to print help for.
  private func subject() throws(UsageError) -> CommandName? {
    guard let name = operands.first?.text else { return nil }
    if let command = CommandName(rawValue: name) { return command }
    let guess = Spelling.nearest(to: name, among: CommandName.allCases.map(\.rawValue))
    throw UsageError(sentence: "there is no command '\(name)'" + (guess.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// Whether the first path may be a misspelt command: it looks like a name, and there is no such file.
  private func checkCommand() throws(UsageError) {
    guard command == nil, !hasEnded, let first = operands.first,
      first.text.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 < 0x7B }),
      let guess = Spelling.nearest(to: first.text, among: CommandName.allCases.map(\.rawValue)),
      (try? FileAttributes(of: first.path)) == nil
    else { return }
    throw UsageError(sentence: "there is no command and no file '\(first.text)'; did you mean '\(guess)'?")
  }

  private func paths() throws(UsageError) -> [FilePath] {
    let operands = operands.map(\.path)
    if operands.isEmpty, invocation.configuration.isShown { return [] }
    guard !operands.isEmpty else {
      throw UsageError(sentence: "no path given; name a file, a folder, or - for standard input")
    }
    if operands.contains(where: \.isEmpty) { throw UsageError(sentence: "a path is empty") }
    if operands.count(where: { $0 == .standardInput }) > 1 {
      throw UsageError(sentence: "standard input (-) can be given only once")
    }
    return operands
  }
}
