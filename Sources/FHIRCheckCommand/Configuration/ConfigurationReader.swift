import FHIRFindings
import FHIRTape
import FHIRSupport

/// Reads a configuration with the reader of records, so that a mistake has a line and column.
struct ConfigurationReader {
  private let tape: Tape
  private let lines: LineTable
  private var configuration: Configuration
  private let today: String

  private static let pathsKey = "paths"
  private static let keys = CommandOption.all.filter { !$0.has(.typedOnly) }.map(\.name) + [pathsKey]

  /// Reads a file, whose exemptions end after `today`. Its mistakes are in the configuration, if it is an object.
  static func read(
    _ bytes: [UInt8], path: String, isFound: Bool = false, folder: String, today: String
  ) throws(UsageError) -> Configuration {
    let configuration = Configuration(path: path, isFound: isFound, folder: folder)
    let lines = LineTable(bytes)
    do throws(SyntaxError) {
      return try TapedJSON.read(bytes, maximumDepth: 8) { tape in
        var reader = ConfigurationReader(tape: tape, lines: lines, configuration: configuration, today: today)
        reader.readAll()
        return reader.configuration
      }
    } catch {
      let sentence =
        error.code == .extraValue
        ? "expected the end of the file behind the object" : error.message(maximumDepth: 8, maximumRecordBytes: .max)
      throw UsageError([(lines.position(of: error.start), sentence)], in: path) ?? UsageError(sentence)
    }
  }

  private mutating func readAll() {
    forEachMember(of: .root, keys: Self.keys) { reader, key, name, value in
      if name == Self.pathsKey { return reader.readPaths(value) }
      guard let option = CommandOption.named(name), var values = reader.values(of: option, value) else { return }
      if option.setter.isPath {
        let folder = reader.configuration.folder + "/"
        values = values.map { $0.utf8.first == UInt8(ascii: "/") ? $0 : folder + $0 }
      }
      reader.configuration.settings.append(
        Configuration.Setting(option: option, values: values, place: reader.place(key)))
    }
  }

  /// The values of an option; `nil` for a switch that is off, and for a mistake.
  private mutating func values(of option: CommandOption, _ value: TapeIndex) -> [String]? {
    switch option.setter.shape {
    case .flag:
      if tape.tag(value) == .true { return [""] }
      if tape.tag(value) != .false { note(value, "'\(option.name)' is true or false") }
      return nil
    case .judgements: return judgements(value).map { "\($0.selector.text)=\($0.severity)" }
    case .list where option.setter.property == \Invocation.findings.policy.ignored:
      return ignored(value, isForAllFiles: true).map(\.text)
    case .list where option.setter.namesRules: return selectors(value).map(\.text)
    // One report, or several: the first file is for the first format, and so on.
    case .oneOrList where tape.tag(value) == .array, .list: return strings(value)
    case .oneOrList, .one: return string(value).map { [$0] }
    }
  }

  private mutating func readPaths(_ value: TapeIndex) {
    _ = list(value, "objects with 'match' and rules") { reader, item -> Bool? in
      var rules: Configuration.PathRules = (reader.place(item), [], RulePolicy())
      let known = reader.configuration.faults.count
      reader.forEachMember(of: item, keys: ["match", "select", "ignore", "severity"]) { reader, _, name, value in
        switch name {
        case "match": rules.match = reader.strings(value)
        case "select": rules.policy.selected = reader.selectors(value)
        case "ignore": rules.policy.ignored = reader.ignored(value, isForAllFiles: false)
        default: rules.policy.severities = reader.judgements(value)
        }
      }
      reader.configuration.pathRules.append(rules)
      // A misspelt key is told already.
      if rules.match.isEmpty, reader.configuration.faults.count == known {
        reader.note(item, "expected 'match', the patterns of the files that this is for")
      }
      return nil
    }
  }

  // MARK: - Values

  private mutating func selectors(_ value: TapeIndex) -> [RuleSelector] {
    list(value, "rules and groups") { reader, item in reader.string(item).map { reader.selector($0, item) } }
  }

  /// Rules, or objects with a rule, a reason and the last day; without those whose day is past.
  private mutating func ignored(_ value: TapeIndex, isForAllFiles: Bool) -> [RuleSelector] {
    list(value, "rules and groups") { reader, item in
      guard reader.tape.tag(item) == .object else { return reader.string(item).map { reader.selector($0, item) } }
      var exemption = Exemption(rule: "", place: reader.place(item), range: reader.tape.range(item))
      var rule: RuleSelector?
      let known = reader.configuration.faults.count
      reader.forEachMember(of: item, keys: ["rule", "reason", "until"]) { reader, _, name, value in
        guard let text = reader.string(value) else { return }
        switch name {
        case "rule": rule = reader.selector(text, value)
        case "reason": exemption.reason = text
        default:
          if !Exemption.isDate(text) { reader.note(value, "expected a date such as 2026-12-31") }
          exemption.until = text
        }
      }
      guard let rule else {
        if reader.configuration.faults.count == known { reader.note(item, "expected 'rule', which is ignored") }
        return nil
      }
      exemption.rule = rule.text
      exemption.isOver = exemption.until.map { $0 < reader.today } ?? false
      reader.configuration.exemptions.append((exemption, isForAllFiles))
      return exemption.isOver ? nil : rule
    }
  }

  /// `{"code/misspelt-system": "error"}`.
  private mutating func judgements(_ value: TapeIndex) -> [FindingChoice.Judgement] {
    var judgements: [FindingChoice.Judgement] = []
    forEachMember(of: value, keys: nil) { reader, key, name, value in
      let selector = reader.selector(name, key)
      guard let text = reader.string(value) else { return }
      guard let severity = Severity.allCases.first(where: { $0.description == text }) else {
        return reader.note(value, "expected error, warning or information, found '\(text)'")
      }
      judgements.append((selector, severity))
    }
    return judgements
  }

  private mutating func selector(_ text: String, _ index: TapeIndex) -> RuleSelector {
    let selector = RuleSelector(text)
    configuration.selectors.append((selector, place(index)))
    return selector
  }

  private mutating func strings(_ value: TapeIndex) -> [String] {
    list(value, "strings") { reader, item in reader.string(item) }
  }

  private mutating func string(_ value: TapeIndex) -> String? {
    switch tape.tag(value) {
    case .string, .escapedString: return tape.string(value)
    case .integer, .decimal: return tape.lexemeText(value)
    default:
      note(value, "expected a string or a number, found \(tape.description(of: value))")
      return nil
    }
  }

  private mutating func list<Value>(
    _ value: TapeIndex, _ what: String, _ read: (inout Self, TapeIndex) -> Value?
  ) -> [Value] {
    if tape.tag(value) == .array { return tape.items(of: value).compactMap { read(&self, $0) } }
    note(value, "expected an array of \(what), found \(tape.description(of: value))")
    return []
  }

  private mutating func forEachMember(
    of object: TapeIndex, keys: [String]?,
    _ body: (inout Self, _ key: TapeIndex, _ name: String, _ value: TapeIndex) -> Void
  ) {
    guard tape.tag(object) == .object else {
      return note(object, "expected an object, found \(tape.description(of: object))")
    }
    var seen: Set<ByteText> = []
    for key in tape.keys(of: object) {
      let name = tape.string(key)
      if keys?.contains(name) == false {
        note(key, UsageError("unknown key '\(name)'", name, among: keys ?? []).sentence)
      } else if !seen.insert(name.byBytes).inserted {
        note(key, "the key '\(name)' is there twice")
      } else {
        body(&self, key, name, key.value)
      }
    }
  }

  private func place(_ index: TapeIndex) -> SourcePosition { lines.position(of: tape.range(index).lowerBound) }

  private mutating func note(_ index: TapeIndex, _ sentence: String) {
    configuration.faults.append((place(index), sentence))
  }
}
