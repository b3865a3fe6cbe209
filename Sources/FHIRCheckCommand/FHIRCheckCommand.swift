import ClinicalRecords
package import ClinicalSources
package import FHIRFindings
import FHIRReporting
import FHIRValidation
import HealthPreflight

/// The command line tool as a function: arguments and streams in, exit code out.
public enum FHIRCheckCommand {
  /// Runs the command, with the arguments without the name of the program.
  public static func run(arguments: [String], context: CommandContext) -> ExitCode {
    run(arguments: arguments.map { FilePath($0) }, context: context)
  }

  /// Does what the values of options are for; an error about one that the configuration has gets its place there.
  private static func placing<Result>(
    _ invocation: Invocation, _ body: () throws(UsageError) -> Result
  ) throws(UsageError) -> Result {
    do throws(UsageError) {
      return try body()
    } catch {
      throw invocation.configuration.file?.placed(error, beside: invocation.configuration.given) ?? error
    }
  }

  private static func validator(for invocation: Invocation) throws(UsageError) -> Validator {
    guard invocation.usesProfiles else { return Validator() }
    var options = ValidationOptions()
    options.countsMustSupport = invocation.countsMustSupport
    options.comparesGuideVersions = invocation.command == .summary
    let library = try GivenDefinitions.library(invocation.definitions, terminology: invocation.terminology)
    var guides: [Guide] = []
    for name in invocation.guides {
      guard let guide = library.guide(named: name) else {
        let all = library.guides.map(\.description)
        throw UsageError(
          "'--guide' names '\(name)', which is not there (\(all.joined(separator: ", ")))", name,
          among: nearestVersion(of: name, in: library).map { [$0] } ?? library.guides.map(\.name) + all)
      }
      guides.append(guide)
    }
    let validator = Validator(guides: guides, library: library, profiles: invocation.profiles, options: options)
    if let url = validator.unknownProfiles.first {
      // A file that cannot be read may hold the definition; its fault, which has the file as profile, fails the run.
      let unreadable = validator.neededFaults.contains { $0.profile == $0.file }
      if unreadable, !invocation.configuration.isShown { return validator }
      throw UsageError("'--profile' names '\(url)', of which no definition is available")
    }
    // That of a definition that the caller gave is a finding of the run, which fails.
    if let fault = validator.fatalFault, fault.file == nil || invocation.configuration.isShown {
      throw UsageError("'--profile' names a profile that cannot be used: \(fault.description)")
    }
    return validator
  }

  /// Of the guide in `us-core@6.1.1` the newest version before that one, else the oldest; `nil` for an unknown guide.
  private static func nearestVersion(of name: String, in library: ProfileLibrary) -> String? {
    let words = name.split(separator: "@", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    let versions = library.guides.filter { $0.name == words[0] }.sorted {
      VersionOrder($0.version) < VersionOrder($1.version)
    }
    return (versions.last { VersionOrder($0.version) < VersionOrder(words[1]) } ?? versions.first)?.description
  }

  /// Runs the command with arguments as the system gives them: as bytes, which may name a file whose name is not UTF-8.
  /// By default, a validator with the definitions of the arguments checks records.
  package static func run(
    arguments: [FilePath], context: CommandContext, rules: @autoclosure () -> [Rule] = RuleCatalog.all.rules,
    makeChecker: (() -> any RecordChecker)? = nil
  ) -> ExitCode {
    do throws(UsageError) {
      var invocation = try ArgumentParser(arguments).merged(in: context) { RuleNames(rules: rules()) }
      let time = Clock.secondsSince1970
      let keys = try placing(invocation) { () throws(UsageError) in try GivenKeys.keys(invocation.keys) }
      invocation.cards = CardReader(keys: keys, now: time)
      func newChecker() throws(UsageError) -> any RecordChecker {
        if let makeChecker { return makeChecker() }
        return try placing(invocation) { () throws(UsageError) in try validator(for: invocation) }
      }
      let configuration = invocation.configuration
      if invocation.isVerbose {
        context.report(configuration.file.map { "configured by \($0.path)" } ?? "not configured")
      }
      if !invocation.findings.selectors.isEmpty {
        let names = RuleNames(rules: rules())
        if let wrong = invocation.findings.selectors.first(where: { !names.knows($0) }) { throw names.unknown(wrong) }
      }
      if invocation.endsWithReader { context.endWithReader() }
      try WrittenFiles.check(invocation)
      if configuration.isShown {
        // What a run could not use is an error here, too.
        _ = (try newChecker(), try invocation.baseline(in: context))
        return context.output(invocation.settingsPage)
      }
      // A check and a preflight say it in their verdict.
      if let path = configuration.deciding, [.summary, .path, .records].contains(invocation.command) {
        context.report("what counts was chosen by \(path), which was found and not named")
      }
      func listInputs() throws(UsageError) -> InputList {
        let inputs = InputList(invocation.paths, of: invocation, in: context)
        if let path = inputs.endangered { throw WrittenFiles.replaced(path, "is in what is to be read") }
        return inputs
      }
      let run = Run(invocation: invocation, context: context)
      switch invocation.command {
      case .version: return context.output("\(Version.line)\n")
      case .help:
        let command = CommandName(rawValue: invocation.subject)
        return context.output(HelpText(wrapped: context.wrapped).text(of: command))
      case .completions: return context.output(ShellCompletions.text(for: Shell(rawValue: invocation.subject) ?? .bash))
      case .man: return context.output(ManualPage.text)
      case .rules: return try run.describe(nil, rules())
      case .explain: return try run.describe(invocation.subject, rules())
      case .summary: return run.summary(try newChecker(), try listInputs())
      case .check where invocation.reportsEach:
        return run.checkEach(try newChecker(), try invocation.baseline(in: context))
      case .check:
        func check() throws(UsageError) -> ExitCode {
          let (checker, inputs) = (try newChecker(), try listInputs())
          let baseline = try invocation.baseline(in: context)
          return run.write(baseline, after: run.check(inputs, checker, baseline))
        }
        let start = Clock.milliseconds
        defer { if invocation.isVerbose { run.tellTime(since: start) } }
        guard invocation.watches else { return try check() }
        let watched = invocation.paths + invocation.definitions + invocation.terminology + invocation.keys
        return try Watch(paths: watched, context: context, written: invocation.writtenFiles).run(check)
      case .path: return run.path(invocation.usesProfiles ? try newChecker() as? Validator : nil)
      case .records: return run.records(try newChecker(), try listInputs())
      case .terminology: return try run.compileTerminology()
      case .preflight:
        let inputs = PreflightInputs(invocation.paths, of: invocation, in: context)
        if let path = inputs.endangered { throw WrittenFiles.replaced(path, "is to be checked") }
        return run.preflight(inputs)
      }
    } catch {
      for sentence in [error.sentence] + error.further { context.report(sentence) }
      context.error("Run 'fhircheck --help' to see how it is used.\n")
      return .failure
    }
  }
}

struct Run {
  var invocation: Invocation
  let context: CommandContext

  fileprivate func tellTime(since start: Int) {
    let time = Clock.milliseconds - start
    context.report("took \(time / 1000).\(time % 1000 / 100) s with up to \(invocation.threads(in: context)) threads")
  }

  /// Writes the findings of a run for later ones. The caller thereby accepts them, so they do not make the exit code 1.
  fileprivate func write(_ baseline: Baseline?, after result: ExitCode) -> ExitCode {
    guard let path = invocation.findings.newBaseline, let contents = baseline?.met, result != .failure else {
      return result
    }
    let target = ReportTarget(path: FilePath(path))
    guard var file = Report(opening: target, Report.AtTheEnd(), in: context) else { return .failure }
    file.append { $0 = contents.bytes }
    file.flush(isComplete: true)
    return file.failure.map(context.fail) ?? .success
  }

  fileprivate func describe(_ name: String?, _ rules: [Rule]) throws(UsageError) -> ExitCode {
    // Programs that read the list expect a rule a line.
    let isWrapped = name != nil || context.outputIsTerminal
    let pages = RulePages(
      style: TextStyle(isColored: invocation.usesColor(in: context)),
      wrapped: isWrapped ? context.wrapped : WrappedText(width: nil))
    let isJSON = invocation.format == .json
    guard let name else { return context.output(isJSON ? pages.json(of: rules) : pages.list(of: rules)) }
    let names = RuleNames(rules: rules)
    let (found, corrected) = (names.named(name), CorrectedConstraint.of(name))
    if found.isEmpty, corrected.isEmpty { throw names.unknown(name) }
    return context.output(isJSON ? pages.json(of: found, corrected) : pages.pages(of: found, corrected))
  }
}

extension RuleCatalog {
  package static var all: RuleCatalog {
    .validation + .identity + .sources + .cards + .preflight + RuleCatalog([.expiredExemption])
  }
}

/// The exit codes of the process; a contract.
public enum ExitCode: Int32, Sendable {
  /// No findings at or above the threshold of `--fail-on`.
  case success = 0
  /// Findings at or above the threshold.
  case findings = 1
  /// The command could not do its work: bad usage, a path that cannot be read. Takes precedence over `findings`.
  case failure = 2
}
