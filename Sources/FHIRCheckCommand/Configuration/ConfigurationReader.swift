import FHIRDiagnostics
import FHIRTape
import FHIRSupport

/// Reads a configuration with the reader of records, so that a mistake has a line and column.
struct ConfigurationReader {
  private let tape: Tape
  private let lines: LineTable
  private var configuration: Configuration

  private static let pathsKey = "paths"
  private static let keys = CommandOption.all.filter { !$0.has(.typedOnly) }.map(\.name) + [pathsKey]

  /// What is said of some files.
  private enum PathKey: String, CaseIterable { case match, select, ignore, severity }

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
      guard let option = CommandOption.named(name) else { return }
      let place = reader.place(key)
      if let setting = try reader.setting(option, value, place) { reader.configuration.settings.append(setting) }
    }
  }

  /// The value of an option; `nil` for a switch that is off.
  private mutating func setting(
    _ option: CommandOption, _ value: TapeIndex, _ place: SourcePosition
  ) throws(UsageError) -> Configuration.Setting? {
    var values: [String]
    switch option.setter.shape {
    case .flag:
      guard tape.tag(value) == .true || tape.tag(value) == .false else {
        throw error(value, "'\(option.name)' is true or false")
      }
      if tape.tag(value) == .false { return nil }
      values = [""]
    case .judgements: values = try judgements(value).map(\.text)
    case .list where option.setter.namesRules: values = try selectors(value).map(\.text)
    // One report, or several: the first file is for the first format, and so on.
    case .oneOrList where tape.tag(value) == .array, .list: values = try strings(value)
    case .oneOrList, .one: values = [try string(value)]
    }
    if option.setter.isPath { values = values.map { configuration.resolved($0) } }
    return Configuration.Setting(option: option, values: values, place: place)
  }

  private mutating func readPaths(_ value: TapeIndex) throws(UsageError) {
    for item in try items(value, "objects with 'match' and rules") {
      var rules = Configuration.PathRules()
      try forEachMember(of: item, keys: PathKey.allCases.map(\.rawValue)) { reader, _, name, value throws(UsageError) in
        switch PathKey(rawValue: name) {
        case .match: rules.match = try reader.strings(value)
        case .select: rules.findings.selected = try reader.selectors(value)
        case .ignore: rules.findings.ignored = try reader.selectors(value)
        case .severity: rules.findings.severities = try reader.judgements(value)
        case nil: break
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
    case .integer, .decimal: return tape.lexemeText(value)
    default: throw error(value, "expected a string or a number, found \(tape.description(of: value))")
    }
  }

  private func items(_ value: TapeIndex, _ what: String) throws(UsageError) -> [TapeIndex] {
    guard tape.tag(value) == .array else {
      throw error(value, "expected an array of \(what), found \(tape.description(of: value))")
    }
    return Array(tape.items(of: value))
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
    for key in tape.keys(of: object) {
      let name = tape.string(key)
      guard keys?.contains(name) != false else {
        throw error(key, UsageError("unknown key '\(name)'", name, among: keys ?? []).sentence)
      }
      if !seen.insert(name.byBytes).inserted { throw error(key, "the key '\(name)' is there twice") }
      try body(&self, key, name, key.value)
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
