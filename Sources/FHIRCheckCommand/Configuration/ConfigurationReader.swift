import FHIRDiagnostics
import FHIRTape
import FHIRText

/// Reads a configuration with the reader of records, so that a mistake has a line and column.
struct ConfigurationReader {
  private let tape: Tape
  private let lines: LineTable
  private var configuration: Configuration

  /// Options that are not allowed in a file: they select the file, or the action.
  private static let foreign: Set<CommandOption> = [.config, .noConfig, .showConfig, .version, .help, .watch]
  private static let keys =
    CommandOption.allCases.filter { !foreign.contains($0) }.map(\.rawValue) + [pathsKey]
  private static let pathsKey = "paths"
  private static let pathKeys = ["match", "select", "ignore", "severity"]

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - path: the file, for error messages.
  ///   - isFound: whether the search found it.
  ///   - folder: its folder, absolute.
  static func read(
    _ bytes: [UInt8], path: String, isFound: Bool = false, folder: String
  ) throws(UsageError) -> Configuration {
    let configuration = Configuration(path: path, isFound: isFound, folder: folder)
    let lines = LineTable(bytes)
    var buffer = PaddedBuffer(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { buffer.append(start, count: $0.count) } }
    var builder = TapeBuilder(maximumDepth: 8)
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch builder.read(buffer.bytes, from: mark, to: buffer.count) {
    case .value(let end):
      let rest = bytes[end...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if let rest {
        throw configuration.error(at: lines.position(of: rest), "expected the end of the file behind the object")
      }
      var reader = ConfigurationReader(
        tape: builder.tape(over: buffer.bytes), lines: lines, configuration: configuration)
      try reader.readAll()
      // The tape refers to both.
      withExtendedLifetime(builder.tape(over: buffer.bytes)) {}
      return reader.configuration
    case .failure(let error):
      throw configuration.error(
        at: lines.position(of: error.start), error.message(maximumDepth: 8, maximumRecordBytes: .max))
    case .entries: return configuration
    }
  }

  private mutating func readAll() throws(UsageError) {
    try forEachMember(of: .root, keys: Self.keys) { reader, key, name, value throws(UsageError) in
      if name == Self.pathsKey { return try reader.readPaths(value) }
      guard let option = CommandOption(rawValue: name) else { return }
      let place = reader.place(key)
      if let setting = try reader.setting(option, value, place) { reader.configuration.settings.append(setting) }
    }
  }

  /// The value of an option; `nil` for a switch that is off.
  private mutating func setting(
    _ option: CommandOption, _ value: TapeIndex, _ place: SourcePosition
  ) throws(UsageError) -> Configuration.Setting? {
    if option.value == nil {
      guard tape.tag(value) == .true || tape.tag(value) == .false else {
        throw error(value, "'\(option.rawValue)' is true or false")
      }
      return tape.tag(value) == .true ? Configuration.Setting(option: option, values: [], place: place) : nil
    }
    let values: [String]
    switch option {
    case .severity: values = try judgements(value).map { "\($0.rule.text)=\($0.severity)" }
    case .select, .ignore: values = try selectors(value).map(\.text)
    case .definitions, .terminology: values = try strings(value).map { configuration.resolved($0) }
    case _ where option.isList: values = try strings(value)
    // One report, or several: the first file is for the first format, and so on.
    case .format: values = tape.tag(value) == .array ? try strings(value) : [try string(value)]
    case .output:
      values = (tape.tag(value) == .array ? try strings(value) : [try string(value)]).map { configuration.resolved($0) }
    case .baseline, .writeBaseline: values = [configuration.resolved(try string(value))]
    default: values = [try string(value)]
    }
    return Configuration.Setting(option: option, values: values, place: place)
  }

  private mutating func readPaths(_ value: TapeIndex) throws(UsageError) {
    for item in try items(value, "objects with 'match' and rules") {
      var rules = Configuration.PathRules(match: [])
      try forEachMember(of: item, keys: Self.pathKeys) { reader, _, name, value throws(UsageError) in
        switch name {
        case "match": rules.match = try reader.strings(value)
        case "select": rules.select = try reader.selectors(value)
        case "ignore": rules.ignore = try reader.selectors(value)
        default: rules.severities = try reader.judgements(value)
        }
      }
      if rules.match.isEmpty { throw error(item, "expected 'match', the patterns of the files that this is for") }
      configuration.pathRules.append(rules)
    }
  }

  // MARK: - Values

  private mutating func selectors(_ value: TapeIndex) throws(UsageError) -> [RuleSelector] {
    var selectors: [RuleSelector] = []
    for item in try items(value, "rules and groups") { selectors.append(selector(try string(item), item)) }
    return selectors
  }

  /// `{"code/misspelt-system": "error"}`.
  private mutating func judgements(_ value: TapeIndex) throws(UsageError) -> [FindingChoice.Judgement] {
    var judgements: [FindingChoice.Judgement] = []
    try forEachMember(of: value, keys: nil) { reader, key, name, value throws(UsageError) in
      let text = try reader.string(value)
      guard let severity = Severity.allCases.first(where: { $0.description == text }) else {
        throw reader.error(value, "expected error, warning or information, found '\(text)'")
      }
      judgements.append(FindingChoice.Judgement(rule: reader.selector(name, key), severity: severity))
    }
    return judgements
  }

  private mutating func selector(_ text: String, _ index: TapeIndex) -> RuleSelector {
    let selector = RuleSelector(text)
    configuration.selectors.append((selector, place(index)))
    return selector
  }

  private func strings(_ value: TapeIndex) throws(UsageError) -> [String] {
    var strings: [String] = []
    for item in try items(value, "strings") { strings.append(try string(item)) }
    return strings
  }

  /// A string, or a number as written.
  private func string(_ value: TapeIndex) throws(UsageError) -> String {
    switch tape.tag(value) {
    case .string, .escapedString: return tape.string(value)
    case .integer, .decimal:
      return String(
        decoding: UnsafeBufferPointer(start: tape.lexeme(value), count: tape.length(value)), as: UTF8.self)
    default: throw error(value, "expected a string or a number, found \(tape.description(of: value))")
    }
  }

  private func items(_ value: TapeIndex, _ what: String) throws(UsageError) -> [TapeIndex] {
    guard tape.tag(value) == .array else {
      throw error(value, "expected an array of \(what), found \(tape.description(of: value))")
    }
    var items: [TapeIndex] = []
    var item = value.content
    for _ in 0..<tape.length(value) {
      items.append(item)
      item = tape.next(item)
    }
    return items
  }

  /// - Parameter keys: the allowed keys; `nil` for any.
  private mutating func forEachMember(
    of object: TapeIndex, keys: [String]?,
    _ body: (inout Self, _ key: TapeIndex, _ name: String, _ value: TapeIndex) throws(UsageError) -> Void
  ) throws(UsageError) {
    guard tape.tag(object) == .object else {
      throw error(object, "expected an object, found \(tape.description(of: object))")
    }
    var seen: Set<ByteText> = []
    var key = object.content
    for _ in 0..<tape.length(object) {
      let name = tape.string(key)
      guard keys?.contains(name) != false else {
        let guess = Spelling.nearest(to: name, among: keys ?? [])
        throw error(key, "unknown key '\(name)'" + (guess.map { "; did you mean '\($0)'?" } ?? ""))
      }
      if !seen.insert(name.byBytes).inserted { throw error(key, "the key '\(name)' is there twice") }
      try body(&self, key, name, key.value)
      key = tape.next(key.value)
    }
  }

  private func place(_ index: TapeIndex) -> SourcePosition { lines.position(of: tape.range(index).lowerBound) }

  private func error(_ index: TapeIndex, _ sentence: String) -> UsageError {
    configuration.error(at: place(index), sentence)
  }
}

extension Configuration {
  /// A relative path in the file refers to the file's folder.
  fileprivate func resolved(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : folder + "/" + path
  }
}
