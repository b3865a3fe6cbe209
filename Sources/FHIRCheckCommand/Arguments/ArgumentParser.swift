import ClinicalSources
import FHIRSupport

/// Reads a command line: `--option value`, `--option=value`, `--` before paths that begin with a dash.
struct ArgumentParser {
  /// The command, and what its options set that choose the action or the configuration.
  private var invocation = Invocation()
  private var operands: [FilePath] = []
  private var options: [(option: CommandOption, value: String)] = []
  /// Whether `--` was read, after which every argument is a path.
  private var hasEnded = false

  /// Parses the arguments, which come without the program's name.
  init(_ arguments: [FilePath]) throws(UsageError) {
    var arguments = arguments[...]
    while !replacesCommand, let next = arguments.popFirst() {
      let argument = next.text
      if !hasEnded, argument.byBytes == "--" {
        hasEnded = true
      } else if !hasEnded, !isExpression(argument), argument.utf8.count > 1, argument.utf8.first == UInt8(ascii: "-") {
        try readOption(argument, &arguments)
      } else if !hasEnded, invocation.namedCommand == nil, operands.isEmpty, let name = CommandName(named: argument) {
        invocation.namedCommand = name
      } else {
        operands.append(next)
      }
    }
    if !replacesCommand { try checkCommand() }
  }

  /// Whether an option replaces the command. What follows it is not read.
  private var replacesCommand: Bool { invocation.showsVersion || invocation.showsHelp }

  /// Whether this is the expression of `fhircheck path`, which may begin with a minus sign: options have two dashes.
  private func isExpression(_ argument: String) -> Bool {
    invocation.command == .path && operands.isEmpty && argument.byBytes != "-h" && !argument.byBytes.hasPrefix("--")
  }

  private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<FilePath>) throws(UsageError) {
    let short = argument.utf8.count == 2 ? CommandOption.all.first { $0.letter == argument.last } : nil
    let parts = argument.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let option = short ?? CommandOption.all.first(where: { $0.dashed.byBytes == parts[0].byBytes }) else {
      throw UsageError("unknown option '\(parts[0])'", parts[0], among: CommandOption.all.map(\.dashed))
    }
    var value = parts.count == 2 ? parts[1] : nil
    if let placeholder = option.setter.placeholder {
      value = value ?? rest.popFirst()?.text
      if value == nil { throw UsageError("'\(option.dashed)' needs a value (\(placeholder))") }
    } else if value != nil {
      throw UsageError("'\(option.dashed)' takes no value")
    }
    options.append((option, value ?? ""))
    if option.has(.typedOnly) { try option.set(value ?? "", in: &invocation) }
  }

  /// Whether the first path may be a misspelt command: it looks like a name, and there is no such file.
  private func checkCommand() throws(UsageError) {
    guard invocation.namedCommand == nil, !hasEnded, let first = operands.first,
      first.text.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 < 0x7B }),
      let guess = Spelling.nearest(to: first.text, among: CommandName.allCases.map(\.rawValue)),
      (try? FileAttributes(of: first)) == nil
    else { return }
    throw UsageError("there is no command and no file '\(first.text)'; did you mean '\(guess)'?")
  }

  // MARK: - The invocation

  /// Applies the configuration that the arguments choose, which may name rules, and then the other options.
  func merged(in context: CommandContext, _ names: () -> RuleNames) throws(UsageError) -> Invocation {
    var invocation = invocation
    if replacesCommand {
      invocation.subject = invocation.namedCommand?.rawValue ?? ""
      invocation.namedCommand = invocation.showsVersion ? .version : .help
      return invocation
    }
    let command = invocation.command
    invocation.configuration.given = options.map(\.option)
    if command.readsFiles, var file = try Configuration.find(invocation.configuration, context) {
      file.leaveOut(whatIsNotOf: command)
      if !file.selectors.isEmpty { file.checkRules(names()) }
      invocation.configuration.file = file
      try file.apply(to: &invocation)
    }
    for (option, value) in options where !option.has(.typedOnly) { try option.set(value, in: &invocation) }
    if let refusal = command.refusalToRedact, invocation.redacts { throw UsageError(refusal) }
    if let stray = options.first(where: { !$0.option.commands.contains(command) }) {
      throw UsageError("'\(stray.option.dashed)' does not belong to 'fhircheck \(command.rawValue)'")
    }
    if command.arguments.isEmpty, !operands.isEmpty {
      throw UsageError("'fhircheck \(command.rawValue)' takes no argument")
    }
    try takeOperands(as: command, &invocation)
    try invocation.checkReports()
    return invocation
  }

  private func takeOperands(as command: CommandName, _ invocation: inout Invocation) throws(UsageError) {
    let first = operands.first?.text
    func need(_ isRight: Bool, _ what: String) throws(UsageError) {
      if !isRight { throw UsageError("'fhircheck \(command.rawValue)' needs \(what)") }
    }
    invocation.subject = first ?? ""
    switch command {
    case .check, .summary, .records, .preflight: invocation.paths = try paths(of: operands[...])
    case .path:
      try need(first != nil, "an expression, such as 'Patient.name.given', and a path")
      invocation.paths = try paths(of: operands.dropFirst())
    case .terminology:
      try need(first?.byBytes == "compile", "'compile', and the files to compile")
      invocation.paths = try paths(of: operands.dropFirst())
    case .explain: try need(operands.count == 1, "one rule, such as 'structure/unknown-element'")
    case .completions:
      try need(operands.count == 1 && Shell(rawValue: first ?? "") != nil, "one shell: bash, zsh or fish")
    case .help:
      if let first, CommandName(rawValue: first) == nil {
        throw UsageError("there is no command '\(first)'", first, among: CommandName.allCases.map(\.rawValue))
      }
    case .rules, .version, .man: break
    }
  }

  private func paths(of operands: ArraySlice<FilePath>) throws(UsageError) -> [FilePath] {
    if operands.isEmpty, invocation.configuration.isShown { return [] }
    if operands.isEmpty { throw UsageError("no path given; name a file, a folder, or - for standard input") }
    if operands.contains(where: \.isEmpty) { throw UsageError("a path is empty") }
    if operands.count(where: { $0 == .standardInput }) > 1 {
      throw UsageError("standard input (-) can be given only once")
    }
    return Array(operands)
  }
}
