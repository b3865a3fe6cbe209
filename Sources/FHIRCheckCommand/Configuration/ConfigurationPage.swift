import ClinicalRecords
import ClinicalSources
import FHIRDiagnostics
import FHIRProfiles
import FHIRReporting

/// The output of `--show-config`: a line for each setting, with its value as in a configuration and its origin.
struct ConfigurationPage {
  let invocation: Invocation
  let configuration: Configuration?

  /// The value of an option.
  private enum Value {
    case text(String)
    case number(Int)
    case list([String])
    case isOn(Bool)
  }

  var text: String {
    var lines = ["configuration: " + (configuration?.path ?? "none")]
    for option in CommandOption.allCases {
      guard let value = value(of: option) else { continue }
      let text = ConfigurationPage.json { writer in
        switch value {
        case .text(let text): writer.string(text)
        case .number(let number): writer.integer(number)
        case .isOn(let isOn): writer.raw(isOn ? "true" : "false")
        case .list(let items): writer.array { writer in for item in items { writer.string(item) } }
        }
      }
      lines.append("\(option.rawValue): \(text) (\(origin(of: option)))")
    }
    for rules in configuration?.pathRules ?? [] {
      lines.append("paths: " + ConfigurationPage.json { $0.object { write(rules, to: &$0) } } + " (configuration)")
    }
    return lines.map { TerminalText.visible($0) + "\n" }.joined()
  }

  /// Where a setting comes from.
  private func origin(of option: CommandOption) -> String {
    let given = invocation.configuration.given
    var origins = given.contains(option) ? ["command line"] : []
    if let setting = configuration?.settings.first(where: { $0.option == option }), setting.applies(beside: given) {
      origins.insert("configuration, line \(setting.place.line)", at: 0)
    }
    return origins.isEmpty ? "default" : origins.joined(separator: ", and ")
  }

  private static func json(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(_ rules: Configuration.PathRules, to writer: inout JSONWriter) {
    writer.key("match")
    writer.array { writer in for pattern in rules.match { writer.string(pattern) } }
    for (key, selectors) in [("select", rules.select), ("ignore", rules.ignore)] where !selectors.isEmpty {
      writer.key(text: key)
      writer.array { writer in for selector in selectors { writer.string(selector.text) } }
    }
    guard !rules.severities.isEmpty else { return }
    writer.key("severity")
    writer.object { writer in
      for judgement in rules.severities {
        writer.key(text: judgement.rule.text)
        writer.string(judgement.severity.description)
      }
    }
  }

  /// The reports, those with a file first, so that the first file belongs to the first format.
  private var reports: [ReportTarget] {
    invocation.reports.filter { $0.path != nil } + invocation.reports.filter { $0.path == nil }
  }

  private func oneOrList(_ values: [String]) -> Value? {
    values.count > 1 ? .list(values) : values.first.map { .text($0) }
  }

  /// The current setting; `nil` for options without a value and for those that are not settings.
  private func value(of option: CommandOption) -> Value? {
    let findings = invocation.findings
    if option != .watch, let (setting, value) = option.flag { return .isOn(invocation[keyPath: setting] == value) }
    switch option {
    case .format: return oneOrList(reports.map(\.format.rawValue)) ?? .text(invocation.format.rawValue)
    case .output: return oneOrList(reports.compactMap { $0.path?.text })
    case .profile: return .list(invocation.profiles)
    case .definitions: return .list(invocation.definitions.map(\.text))
    case .fhirVersion: return .text(invocation.fhirVersion.rawValue)
    case .guide: return .list(invocation.guides.map(\.name))
    case .terminology: return .list(invocation.terminology.map(\.text))
    case .source: return invocation.source.map { .text($0) }
    case .jobs: return invocation.jobs.map { .number($0) }
    case .failOn: return .text(invocation.failOn.rawValue)
    case .select: return .list(findings.selected.map(\.text))
    case .ignore: return .list(findings.ignored.map(\.text))
    case .severity: return .list(findings.severities.map { "\($0.rule.text)=\($0.severity)" })
    case .exclude: return .list(invocation.excluded)
    case .baseline: return findings.baseline.map { .text($0) }
    case .writeBaseline: return findings.newBaseline.map { .text($0) }
    case .maxIssues: return invocation.maxIssues.map { .number($0) }
    case .memory: return .number(invocation.memory)
    case .maxPipe: return .number(invocation.maximumPipeBytes)
    case .color: return .text(invocation.color.rawValue)
    case .columns: return invocation.columns.map { .text($0.map(\.rawValue).joined(separator: ",")) }
    // The key is a secret; the others are no settings.
    default: return nil
    }
  }
}
