import FHIRFindings
import FHIRReporting

/// The output of `--show-config`: a table of the settings, each with its value as in a configuration and its origin.
struct ConfigurationPage {
  let invocation: Invocation
  private var file: Configuration? { invocation.configuration.file }

  var text: String {
    var rows = [("setting", "value", "origin")]
    for option in CommandOption.all {
      guard let value = option.shown(in: invocation) else { continue }
      rows.append((option.name, value, origin(of: option)))
    }
    for rules in file?.pathRules ?? [] {
      rows.append(("paths", JSONWriter.object { write(rules, to: &$0) }, origin(rules.place)))
    }
    for exemption in file?.exemptions(beside: invocation.configuration.given) ?? [] {
      let facts = [("rule", exemption.rule), ("reason", exemption.reason), ("until", exemption.until)]
      let value = JSONWriter.object { writer in
        for (name, text) in facts { if let text { writer.member(name, text) } }
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

  /// Where a setting comes from.
  private func origin(of option: CommandOption) -> String {
    let given = invocation.configuration.given
    var origins = given.contains { $0.name == option.name } ? ["command line"] : []
    if let setting = file?.settings.first(where: { $0.option.name == option.name }), setting.applies(beside: given) {
      origins.insert(origin(setting.place), at: 0)
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
