import ClinicalRecords
package import FHIRDiagnostics
package import FHIRValidation
import HealthPreflight
import ClinicalSources
import FHIRReporting
import FHIRText

/// The command line tool as a function: arguments and streams in, exit code out.
public enum FHIRCheckCommand {
  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: without the name of the program.
  ///   - context: the streams, and what is known about them.
  public static func run(arguments: [String], context: CommandContext) -> ExitCode {
    run(arguments: arguments.map { CommandArgument($0) }, context: context)
  }

  /// Runs the command with arguments as the system gives them.
  ///
  /// - Parameters:
  ///   - arguments: without the name of the program.
  ///   - context: the streams, and what is known about them.
  public static func run(arguments: [CommandArgument], context: CommandContext) -> ExitCode {
    do throws(UsageError) {
      let invocation = try ArgumentParser.parse(arguments)
      if invocation.usesProfiles {
        var options = ValidationOptions()
        options.countsMustSupport = invocation.countsMustSupport
        let validator = Validator(
          guides: invocation.guides,
          library: try GivenDefinitions.library(invocation.terminology + invocation.definitions),
          profiles: invocation.profiles, options: options)
        reportFaults(of: validator, invocation, context)
        return run(arguments: arguments, context: context, rules: RuleCatalog.all.rules) { validator }
      }
    } catch {
      context.report(error.sentence)
      context.error("Run 'fhircheck --help' to see how it is used.\n")
      return .failure
    }
    return run(arguments: arguments, context: context, rules: RuleCatalog.all.rules) { Validator() }
  }

  /// Says which definitions cannot be used, or not wholly.
  private static func reportFaults(of validator: Validator, _ invocation: Invocation, _ context: CommandContext) {
    let faults = validator.profileFaults
    for fault in faults.prefix(20) { context.report(fault.description) }
    if faults.count > 20 { context.report("\(faults.count - 20) more faults of definitions") }
  }

  /// Runs the command with rules and a checker of the caller's.
  package static func run(
    arguments: [CommandArgument], context: CommandContext, rules: @autoclosure () -> [Rule],
    makeChecker: @escaping @Sendable () -> some RecordChecker
  ) -> ExitCode {
    do throws(UsageError) {
      let invocation = try ArgumentParser.parse(arguments)
      switch invocation.action {
      case .version: return context.output("fhircheck \(Version.current)\n")
      case .help: return context.output(HelpText.text)
      case .rules: return printRules(rules(), invocation, context)
      case .explain(let name): return try explain(name, rules(), invocation, context)
      case .summary(let paths):
        let (checker, inputs) = prepare(makeChecker, paths, invocation, context)
        return SummaryRun(invocation: invocation, inputs: inputs, context: context, checker: checker).run()
      case .check(let paths):
        let (checker, inputs) = prepare(makeChecker, paths, invocation, context)
        return CheckRun(invocation: invocation, inputs: inputs, context: context, checker: checker).run()
      case .path(let expression, let paths):
        return PathRun(invocation: invocation, expression: expression, paths: paths, context: context).run()
      case .preflight(let paths):
        return PreflightRun(invocation: invocation, paths: paths, context: context).run()
      }
    } catch {
      context.report(error.sentence)
      context.error("Run 'fhircheck --help' to see how it is used.\n")
      return .failure
    }
  }

  /// Lists the inputs while the tables of the checker are decoded, which takes longer than anything else before the first
  /// record.
  private static func prepare<Checker: RecordChecker>(
    _ makeChecker: @escaping @Sendable () -> Checker, _ paths: [FilePath], _ invocation: Invocation,
    _ context: CommandContext
  ) -> (Checker, InputList) {
    Threads.both(threads: invocation.threads(in: context)) {
      makeChecker()
    } _: {
      invocation.inputs(paths, in: context)
    }
  }

  private static func printRules(
    _ rules: [Rule], _ invocation: Invocation, _ context: CommandContext
  ) -> ExitCode {
    let pages = RulePages(rules: rules, style: TextStyle(isColored: invocation.usesColor(in: context)))
    return context.output(invocation.format == .json ? pages.jsonList() : pages.list())
  }

  private static func explain(
    _ name: String, _ rules: [Rule], _ invocation: Invocation, _ context: CommandContext
  ) throws(UsageError) -> ExitCode {
    guard let rule = RuleCatalog(rules)[RuleID(rawValue: name)] else {
      let guess = Spelling.nearest(to: name, among: rules.map(\.id.rawValue))
      throw UsageError(
        sentence: "there is no rule '\(TerminalText.visible(name))'"
          + (guess.map { "; did you mean '\($0)'?" } ?? "; 'fhircheck rules' lists all"))
    }
    let pages = RulePages(rules: rules, style: TextStyle(isColored: invocation.usesColor(in: context)))
    return context.output(invocation.format == .json ? pages.json(of: rule) : pages.page(of: rule))
  }
}

extension RuleCatalog {
  /// The rules of all that the command does.
  static var all: RuleCatalog { .validation + .identity + .sources + .preflight }
}

extension Invocation {
  /// Whether text is written in colours.
  func usesColor(in context: CommandContext) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: context.outputIsTerminal && !context.prefersNoColor
    }
  }
}
