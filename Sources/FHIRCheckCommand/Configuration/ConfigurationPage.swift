import FHIRDiagnostics
import FHIRReporting

/// The output of `--show-config`: a line for each setting, with its value as in a configuration and its origin.
struct ConfigurationPage {
  let invocation: Invocation
  private var file: Configuration? { invocation.configuration.file }

  init(_ invocation: Invocation) { self.invocation = invocation }

  var text: String {
    var lines = ["configuration: " + (file?.path ?? "none")]
    for option in CommandOption.all {
      guard let value = option.shown(in: invocation) else { continue }
      lines.append("\(option.name): \(value) (\(origin(of: option)))")
    }
    for rules in file?.pathRules ?? [] {
      var writer = JSONWriter()
      writer.object { write(rules, to: &$0) }
      lines.append("paths: " + String(decoding: writer.bytes, as: UTF8.self) + " (configuration)")
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
    for (key, texts) in lists where !texts.isEmpty {
      writer.key(text: key)
      writer.array { writer in for text in texts { writer.string(text) } }
    }
    guard !findings.severities.isEmpty else { return }
    writer.key("severity")
    writer.object { writer in
      for judgement in findings.severities {
        writer.key(text: judgement.rule.text)
        writer.string(judgement.severity.description)
      }
    }
  }
}
