import FHIRDiagnostics
import FHIRReporting

/// The output of `--show-config`: a line for each setting, with its value as in a configuration and its origin.
struct ConfigurationPage {
  let invocation: Invocation
  private var file: Configuration? { invocation.configuration.file }

  var text: String {
    var lines = ["configuration: " + (file?.path ?? "none")]
    for option in CommandOption.all {
      guard let value = option.shown(in: invocation) else { continue }
      lines.append("\(option.name): \(value) (\(origin(of: option)))")
    }
    for rules in file?.pathRules ?? [] {
      lines.append("paths: " + JSONWriter.object { write(rules, to: &$0) } + " (configuration)")
    }
    return lines.map { TerminalText.visible($0) + "\n" }.joined()
  }

  /// Where a setting comes from.
  private func origin(of option: CommandOption) -> String {
    let given = invocation.configuration.given
    var origins = given.contains { $0.name == option.name } ? ["command line"] : []
    if let setting = file?.settings.first(where: { $0.option.name == option.name }), setting.applies(beside: given) {
      origins.insert("configuration, line \(setting.place.line)", at: 0)
    }
    return origins.isEmpty ? "default" : origins.joined(separator: ", and ")
  }

  private func write(_ rules: Configuration.PathRules, to writer: inout JSONWriter) {
    let (findings, match) = (rules.findings, rules.match)
    let lists = [
      ("match", match), ("select", findings.selected.map(\.text)), ("ignore", findings.ignored.map(\.text)),
    ]
    for (key, texts) in lists where !texts.isEmpty { writer.member(key, texts) }
    guard !findings.severities.isEmpty else { return }
    writer.object("severity") { writer in
      for judgement in findings.severities {
        writer.member(judgement.rule.text, judgement.severity.description)
      }
    }
  }
}
