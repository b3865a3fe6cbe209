import FHIRProfiles
import FHIRValidation
import ClinicalSources
import FHIRText

/// Reads a command line: `--option value`, `--option=value`, `--` before paths that begin with a dash.
struct ArgumentParser {
  private var arguments: ArraySlice<CommandArgument>
  private var invocation = Invocation(action: .help)
  private var command: CommandName?
  private var operands: [CommandArgument] = []
  private var given: [CommandOption] = []

  /// Understands the arguments, the program's name not among them.
  static func parse(_ arguments: [CommandArgument]) throws(UsageError) -> Invocation {
    var parser = ArgumentParser(arguments: arguments[...])
    return try parser.parse()
  }

  private init(arguments: ArraySlice<CommandArgument>) {
    self.arguments = arguments
  }

  private mutating func parse() throws(UsageError) -> Invocation {
    var optionsEnded = false
    while let next = arguments.popFirst() {
      let argument = next.text
      if !optionsEnded, argument.byBytes == "--" {
        optionsEnded = true
      } else if !optionsEnded, !isExpression(argument), argument.utf8.count > 1,
        argument.utf8.first == UInt8(ascii: "-")
      {
        if let action = try takeOption(argument) {
          invocation.action = action
          return invocation
        }
      } else if !optionsEnded, command == nil, operands.isEmpty,
        let name = CommandName.allCases.first(where: { $0.rawValue.byBytes == argument.byBytes })
      {
        command = name
      } else {
        operands.append(next)
      }
    }
    return try finished()
  }

  /// Whether this is the expression of `fhircheck path`, which may begin with a sign: options have two dashes.
  private func isExpression(_ argument: String) -> Bool {
    command == .path && operands.isEmpty && argument.byBytes != "-h" && !argument.byBytes.hasPrefix("--")
  }

  /// Applies an option; an action when it is one that ends everything, such as `--help`.
  private mutating func takeOption(_ argument: String) throws(UsageError) -> Invocation.Action? {
    if argument.byBytes == "-h" { return .help }
    let parts = argument.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let option = CommandOption.allCases.first(where: { $0.name.byBytes == parts[0].byBytes }) else {
      let guess = Spelling.nearest(to: parts[0], among: CommandOption.allCases.map(\.name))
      throw UsageError(
        sentence: "unknown option '\(parts[0])'" + (guess.map { "; did you mean '\($0)'?" } ?? ""))
    }
    given.append(option)
    guard option.value != nil else {
      guard parts.count == 1 else { throw UsageError(sentence: "'\(option.name)' takes no value") }
      return takeSwitch(option)
    }
    guard let value = parts.count == 2 ? parts[1] : arguments.popFirst()?.text else {
      throw UsageError(sentence: "'\(option.name)' needs a value (\(option.value ?? ""))")
    }
    try takeValue(value, of: option)
    return nil
  }

  private mutating func takeSwitch(_ option: CommandOption) -> Invocation.Action? {
    switch option {
    case .noIdentity: invocation.checksIdentity = false
    case .failOnUnjudged: invocation.failsOnUnjudged = true
    case .allowEmpty: invocation.allowsEmpty = true
    case .strict: invocation.isStrict = true
    case .mustSupport: invocation.countsMustSupport = true
    case .quiet: invocation.isQuiet = true
    case .noProgress: invocation.showsProgress = false
    case .version: return .version
    default: return .help
    }
    return nil
  }

  private mutating func takeValue(_ value: String, of option: CommandOption) throws(UsageError) {
    switch option {
    case .format: invocation.format = try choice(value, of: option)
    case .failOn: invocation.failOn = try choice(value, of: option)
    case .color: invocation.color = try choice(value, of: option)
    case .jobs: invocation.jobs = try number(value, of: option, least: 1)
    case .maxIssues: invocation.maxIssues = try number(value, of: option, least: 0)
    case .memory: invocation.memory = try size(value, of: option)
    case .maxPipe: invocation.maximumPipeBytes = try size(value, of: option)
    case .profile:
      guard !value.isEmpty else { throw UsageError(sentence: "'--profile' needs a url that is not empty") }
      invocation.profiles.append(value)
    case .definitions:
      guard !value.isEmpty else { throw UsageError(sentence: "'--definitions' needs a path that is not empty") }
      invocation.definitions.append(FilePath(value))
    case .guide:
      guard let guide = Guide.named(value) else {
        let names = Guide.published.map(\.name).joined(separator: " or ")
        throw UsageError(sentence: "'--guide' is \(names), not '\(value)'")
      }
      invocation.guides.append(guide)
    case .terminology:
      guard !value.isEmpty else { throw UsageError(sentence: "'--terminology' needs a path that is not empty") }
      invocation.terminology.append(FilePath(value))
    case .source:
      guard !value.isEmpty else { throw UsageError(sentence: "'--source' needs a name that is not empty") }
      invocation.source = value
    default:
      invocation.fhirVersion = try choice(value, of: option)
    }
  }

  private func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: String, of option: CommandOption
  ) throws(UsageError) -> Choice {
    if let choice = Choice.allCases.first(where: { $0.rawValue.byBytes == value.byBytes }) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    throw UsageError(sentence: "'\(option.name)' is \(list), not '\(value)'")
  }

  private func number(_ value: String, of option: CommandOption, least: Int) throws(UsageError) -> Int {
    guard let number = Int(value), number >= least else {
      throw UsageError(sentence: "'\(option.name)' is a whole number from \(least), not '\(value)'")
    }
    return number
  }

  /// `256M`: a number and the letter of its unit.
  private func size(_ value: String, of option: CommandOption) throws(UsageError) -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = value.uppercased().last.flatMap { units[$0] }
    let digits = unit == nil ? value[...] : value.dropLast()
    guard let number = Int(digits), number >= 0,
      case let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1),
      !isTooLarge, size >= 1 << 20
    else {
      throw UsageError(sentence: "'\(option.name)' is a size from 1M, such as 64M or 1G, not '\(value)'")
    }
    return size
  }

  private mutating func finished() throws(UsageError) -> Invocation {
    let command = command ?? .check
    if let stray = given.first(where: { !$0.belongs(to: command) }) {
      throw UsageError(sentence: "'\(stray.name)' does not belong to 'fhircheck \(command.rawValue)'")
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
    case .preflight: invocation.action = .preflight(paths: try paths())
    case .explain:
      guard operands.count == 1 else {
        throw UsageError(sentence: "'fhircheck explain' needs one rule, such as 'structure/unknown-element'")
      }
      invocation.action = .explain(rule: operands[0].text)
    case .rules:
      guard operands.isEmpty else { throw UsageError(sentence: "'fhircheck rules' takes no argument") }
      invocation.action = .rules
    }
    if command != .check, command != .path, command != .preflight, invocation.format == .jsonl {
      throw UsageError(sentence: "'fhircheck \(command.rawValue)' writes text or json, not jsonl")
    }
    return invocation
  }

  private func paths() throws(UsageError) -> [FilePath] {
    let operands = operands.map(\.path)
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
