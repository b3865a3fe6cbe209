import FHIRDiagnostics
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

  /// What is said of some files.
  private enum PathKey: String, CaseIterable { case match, select, ignore, severity }

  /// Reads the bytes of a file. Its mistakes are in the configuration, unless it is no JSON object.
  ///
  /// - Parameters:
  ///   - path: the file, for error messages.
  ///   - isFound: whether the search found it.
  ///   - folder: its folder, absolute.
  ///   - today: the date after which exemptions end.
  static func read(
    _ bytes: [UInt8], path: String, isFound: Bool = false, folder: String, today: String
  ) throws(UsageError) -> Configuration {
    let configuration = Configuration(path: path, isFound: isFound, folder: folder)
    let lines = LineTable(bytes)
    func fault(_ offset: Int, _ sentence: String) -> UsageError {
      let fault = ConfigurationFault(place: lines.position(of: offset), sentence: sentence)
      return UsageError([fault], in: path) ?? UsageError(sentence: sentence)
    }
    var buffer = PaddedBuffer(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { buffer.append(start, count: $0.count) } }
    var builder = TapeBuilder(maximumDepth: 8)
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch builder.read(buffer.bytes, from: mark, to: buffer.count) {
    case .value(let end):
      let rest = bytes[end...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if let rest { throw fault(rest, "expected the end of the file behind the object") }
      var reader = ConfigurationReader(
        tape: builder.tape(over: buffer.bytes), lines: lines, configuration: configuration, today: today)
      reader.readAll()
      // The tape refers to both.
      withExtendedLifetime(builder.tape(over: buffer.bytes)) {}
      return reader.configuration
    case .failure(let error):
      throw fault(error.start, error.message(maximumDepth: 8, maximumRecordBytes: .max))
    case .entries: return configuration
    }
  }

  private mutating func readAll() {
    noting { reader throws(ConfigurationFault) in
      try reader.forEachMember(of: .root, keys: Self.keys) { reader, key, name, value throws(ConfigurationFault) in
        if name == Self.pathsKey { return try reader.readPaths(value) }
        guard let option = CommandOption.named(name) else { return }
        let place = reader.place(key)
        if let setting = try reader.setting(option, value, place) { reader.configuration.settings.append(setting) }
      }
    }
  }

  /// Adds the mistake at which reading a part ends, so that the other parts are read.
  private mutating func noting(_ body: (inout Self) throws(ConfigurationFault) -> Void) {
    do throws(ConfigurationFault) {
      try body(&self)
    } catch {
      configuration.faults.append(error)
    }
  }

  /// The value of an option; `nil` for a switch that is off.
  private mutating func setting(
    _ option: CommandOption, _ value: TapeIndex, _ place: SourcePosition
  ) throws(ConfigurationFault) -> Configuration.Setting? {
    var values: [String]
    switch option.setter.shape {
    case .flag:
      guard tape.tag(value) == .true || tape.tag(value) == .false else {
        throw fault(value, "'\(option.name)' is true or false")
      }
      if tape.tag(value) == .false { return nil }
      values = [""]
    case .judgements: values = try judgements(value).map(\.text)
    case .list where option.setter.property == \Invocation.findings.ignored:
      values = try ignored(value, isForAllFiles: true).map(\.text)
    case .list where option.setter.namesRules: values = try selectors(value).map(\.text)
    // One report, or several: the first file is for the first format, and so on.
    case .oneOrList where tape.tag(value) == .array, .list: values = try strings(value)
    case .oneOrList, .one: values = [try string(value)]
    }
    if option.setter.isPath { values = values.map { configuration.resolved($0) } }
    return Configuration.Setting(option: option, values: values, place: place)
  }

  private mutating func readPaths(_ value: TapeIndex) throws(ConfigurationFault) {
    _ = try list(value, "objects with 'match' and rules") { reader, item throws(ConfigurationFault) in
      var rules = Configuration.PathRules(place: reader.place(item))
      let known = reader.configuration.faults.count
      try reader.forEachMember(of: item, keys: PathKey.allCases.map(\.rawValue)) {
        reader, _, name, value throws(ConfigurationFault) in
        switch PathKey(rawValue: name) {
        case .match: rules.match = try reader.strings(value)
        case .select: rules.findings.selected = try reader.selectors(value)
        case .ignore: rules.findings.ignored = try reader.ignored(value, isForAllFiles: false)
        case .severity: rules.findings.severities = try reader.judgements(value)
        case nil: break
        }
      }
      // A misspelt key is told already.
      if rules.match.isEmpty, reader.configuration.faults.count == known {
        throw reader.fault(item, "expected 'match', the patterns of the files that this is for")
      }
      reader.configuration.pathRules.append(rules)
    }
  }

  // MARK: - Values

  private mutating func selectors(_ value: TapeIndex) throws(ConfigurationFault) -> [RuleSelector] {
    try list(value, "rules and groups") { reader, item throws(ConfigurationFault) in
      reader.selector(try reader.string(item), item)
    }
  }

  /// Rules, or objects with a rule, a reason and the last day; without those whose day is past.
  private mutating func ignored(
    _ value: TapeIndex, isForAllFiles: Bool
  ) throws(ConfigurationFault) -> [RuleSelector] {
    try list(value, "rules and groups") { reader, item throws(ConfigurationFault) -> RuleSelector? in
      guard reader.tape.tag(item) == .object else { return reader.selector(try reader.string(item), item) }
      var exemption = Exemption(rule: "", place: reader.place(item), range: reader.tape.range(item))
      var rule: RuleSelector?
      try reader.forEachMember(of: item, keys: ["rule", "reason", "until"]) {
        reader, _, name, value throws(ConfigurationFault) in
        let text = try reader.string(value)
        switch name {
        case "rule": rule = reader.selector(text, value)
        case "reason": exemption.reason = text
        default:
          guard Exemption.isDate(text) else { throw reader.fault(value, "expected a date such as 2026-12-31") }
          exemption.until = text
        }
      }
      guard let rule else { throw reader.fault(item, "expected 'rule', which is ignored") }
      exemption.rule = rule.text
      exemption.isOver = exemption.until.map { $0 < reader.today } ?? false
      reader.configuration.exemptions.append((exemption, isForAllFiles))
      return exemption.isOver ? nil : rule
    }.compactMap(\.self)
  }

  /// `{"code/misspelt-system": "error"}`.
  private mutating func judgements(_ value: TapeIndex) throws(ConfigurationFault) -> [FindingChoice.Judgement] {
    var judgements: [FindingChoice.Judgement] = []
    try forEachMember(of: value, keys: nil) { reader, key, name, value throws(ConfigurationFault) in
      let (text, selector) = (try reader.string(value), reader.selector(name, key))
      guard let severity = Severity.allCases.first(where: { $0.description == text }) else {
        throw reader.fault(value, "expected error, warning or information, found '\(text)'")
      }
      judgements.append(FindingChoice.Judgement(rule: selector, severity: severity))
    }
    return judgements
  }

  private mutating func selector(_ text: String, _ index: TapeIndex) -> RuleSelector {
    let selector = RuleSelector(text)
    configuration.selectors.append((selector, place(index)))
    return selector
  }

  private mutating func strings(_ value: TapeIndex) throws(ConfigurationFault) -> [String] {
    try list(value, "strings") { reader, item throws(ConfigurationFault) in try reader.string(item) }
  }

  /// A string, or a number as written.
  private func string(_ value: TapeIndex) throws(ConfigurationFault) -> String {
    switch tape.tag(value) {
    case .string, .escapedString: return tape.string(value)
    case .integer, .decimal: return tape.lexemeText(value)
    default: throw fault(value, "expected a string or a number, found \(tape.description(of: value))")
    }
  }

  /// The items of an array that `read` can read.
  private mutating func list<Value>(
    _ value: TapeIndex, _ what: String, _ read: (inout Self, TapeIndex) throws(ConfigurationFault) -> Value
  ) throws(ConfigurationFault) -> [Value] {
    guard tape.tag(value) == .array else {
      throw fault(value, "expected an array of \(what), found \(tape.description(of: value))")
    }
    var values: [Value] = []
    for item in tape.items(of: value) {
      noting { reader throws(ConfigurationFault) in values.append(try read(&reader, item)) }
    }
    return values
  }

  private mutating func forEachMember(
    of object: TapeIndex, keys: [String]?,
    _ body: (inout Self, _ key: TapeIndex, _ name: String, _ value: TapeIndex) throws(ConfigurationFault) -> Void
  ) throws(ConfigurationFault) {
    guard tape.tag(object) == .object else {
      throw fault(object, "expected an object, found \(tape.description(of: object))")
    }
    var seen: Set<ByteText> = []
    for key in tape.keys(of: object) {
      let name = tape.string(key)
      noting { reader throws(ConfigurationFault) in
        guard keys?.contains(name) != false else {
          throw reader.fault(key, UsageError("unknown key '\(name)'", name, among: keys ?? []).sentence)
        }
        if !seen.insert(name.byBytes).inserted { throw reader.fault(key, "the key '\(name)' is there twice") }
        try body(&reader, key, name, key.value)
      }
    }
  }

  private func place(_ index: TapeIndex) -> SourcePosition { lines.position(of: tape.range(index).lowerBound) }

  private func fault(_ index: TapeIndex, _ sentence: String) -> ConfigurationFault {
    ConfigurationFault(place: place(index), sentence: sentence)
  }
}

extension Configuration {
  /// A relative path in the file refers to the file's folder.
  fileprivate func resolved(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : folder + "/" + path
  }
}
