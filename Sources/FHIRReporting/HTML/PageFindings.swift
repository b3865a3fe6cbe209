import FHIRFindings

/// The findings on the HTML page: rows of small integers, and the texts that they stand for, as JSON. They come in the
/// order of the run. Each text is there once, with visible replacements for hidden characters, and what many findings
/// share is a kind. A row has the differences from the one above, mostly 0: some twenty bytes.
///
/// ```text
/// row    file, line and column (0 and the byte offset in a file without lines), kind, indices, record, text of the line
/// kind   severity, rule, message, path, source, release, profile, value
/// ```
///
/// A path has a ``mark`` for each index, and its indices are a text of their own: `Bundle.entry[␉].resource.code[␉]` and
/// `3 0`. The line has one before and one after the fault.
package struct PageFindings: Sendable {
  /// The largest size of the JSON in bytes with lines, and of all; later lines and findings are left out.
  static let (largestSizeWithLines, largestSize) = (8_600_000, 9_200_000)
  /// Stands between the parts of a text; visible texts have no such character.
  private static let mark = "\t"
  private static let mostCopies = 100

  private struct Texts {
    private(set) var json: [UInt8] = []
    private var numbers: [Fingerprint: Int] = [:]

    /// The number of a text; it is shown as `shown` makes it.
    mutating func number(of text: String, shown: (String) -> String = { TerminalText.visible($0) }) -> Int {
      number(of: KeyedHash.process.hash(text.utf8)) { shown(text) }
    }

    mutating func number(of text: Fingerprint, shown: () -> String) -> Int {
      if let number = numbers[text] { return number }
      let number = numbers.count
      numbers[text] = number
      if !json.isEmpty { json += "," }
      // A string that can neither end nor escape a script element.
      let parts = JSONWriter.quoted(shown()).utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
      json += parts.map { Substring($0) }.joined(separator: "\\u003c")
      return number
    }
  }

  /// A code or a system that findings of a rule are about, and the place of the first in a record.
  struct Value {
    var rule: RuleID
    var severity: Severity
    var name, pattern: String
    fileprivate var (source, profile): (String, String)
    var count: Int
  }

  private(set) var count = 0
  /// The findings that are not, because there is no room.
  private(set) var leftOut = FindingCounts()
  /// A finding about a record that is there several times.
  struct Copy { var message, record, place: String }
  /// The first such findings of each rule and severity.
  private(set) var copies: [Severity: [RuleID: [Copy]]] = [:]
  private var (rows, kindRows): ([UInt8], [UInt8]) = ([], [])
  private var kinds: [SIMD8<Int>: Int] = [:]
  /// What is common to the findings of each kind, and how many they are.
  private var facts: [Value] = []
  private var (files, records, indices, lines) = (Texts(), Texts(), Texts(), Texts())
  private var (rules, messages, paths, values) = (Texts(), Texts(), Texts(), Texts())
  private var (sources, releases, profiles) = (Texts(), Texts(), Texts())
  private(set) var byFile: [ByteText: Int] = [:]
  private var last = SIMD8<Int>()
  private(set) var linesLeftOut = 0
  private var (hasRoomForLines, isFull) = (true, false)

  package init() {}

  /// Findings by source; that of an unknown source is empty.
  var bySource: [ByteText: Int] { facts.reduce(into: [:]) { $0[$1.source.byBytes, default: 0] += $1.count } }
  /// Findings by profile; that of a finding of the specification is empty.
  var byProfile: [ByteText: Int] { facts.reduce(into: [:]) { $0[$1.profile.byBytes, default: 0] += $1.count } }
  var hasSources: Bool { facts.contains { !$0.source.isEmpty } }
  /// The findings that came, with those that are left out.
  var counts: FindingCounts { facts.reduce(into: leftOut) { $0.add($1.rule, $1.severity, $1.count) } }

  /// The codes and systems that findings are about, the most frequent first.
  var commonestValues: [Value] {
    var found: [[ByteText]: Value] = [:]
    for fact in facts where !fact.name.isEmpty {
      let key = [fact.rule.rawValue.byBytes, fact.severity.description.byBytes, fact.name.byBytes]
      if found[key] == nil { found[key] = fact } else { found[key]?.count += fact.count }
    }
    return found.sorted { a, b in
      a.value.count != b.value.count ? a.value.count > b.value.count : a.key.lexicographicallyPrecedes(b.key)
    }.map(\.value)
  }

  /// Adds a finding after all others, unless there are too many.
  package mutating func add(_ issue: LocatedFinding) {
    if count.isMultiple(of: 64) {
      (hasRoomForLines, isFull) = (size < Self.largestSizeWithLines, size >= Self.largestSize)
    }
    let finding = issue.finding
    guard !isFull else { return leftOut.add(finding.rule, finding.severity) }
    count += 1
    let places = numbers(of: finding.path)
    byFile[issue.file.byBytes, default: 0] += 1
    let row = SIMD8(
      files.number(of: issue.file) { TerminalText.name(ofFile: $0) }, issue.position?.line ?? 0,
      issue.position?.column ?? finding.range.start, number(ofKindOf: issue, places.pattern), places.indices,
      records.number(of: finding.record?.text ?? ""), number(ofLineOf: issue), 0)
    let differences = row &- last
    if count > 1 { rows.append(UInt8(ascii: ",")) }
    for index in 0..<7 {
      let difference = differences[index]
      rows += difference == 0 ? "0," : "\(difference),"
    }
    rows.removeLast()
    last = row
    note(copy: issue)
  }

  private mutating func note(copy issue: LocatedFinding) {
    let finding = issue.finding
    guard Self.isAboutCopies(finding.rule) else { return }
    guard copies[finding.severity]?[finding.rule]?.count ?? 0 < Self.mostCopies else { return }
    let place = "\(TerminalText.name(ofFile: issue.file)):\(issue.position?.line ?? 0)"
    copies[finding.severity, default: [:]][finding.rule, default: []].append(
      Copy(message: issue.shownMessage, record: finding.record?.text ?? "", place: place))
  }

  /// Whether a rule is about records that are there several times.
  static func isAboutCopies(_ rule: RuleID) -> Bool { rule.group == "identity" && rule != "identity/missing-id" }

  /// The number of the line with the fault from 1, or 0 if it is not shown.
  private mutating func number(ofLineOf issue: LocatedFinding) -> Int {
    guard let excerpt = issue.excerpt else { return 0 }
    guard hasRoomForLines else {
      linesLeftOut += 1
      return 0
    }
    let ends = Fingerprint(low: excerpt.isCutBefore ? 1 : 0, high: excerpt.isCutAfter ? 1 : 0)
    let line = [excerpt.before, excerpt.fault, excerpt.after].reduce(ends) { KeyedHash.process.hash($1.utf8, seed: $0) }
    return lines.number(of: line) { Self.text(of: excerpt.masked) } + 1
  }

  private static func text(of excerpt: SourceExcerpt) -> String {
    // The indent carries no information there, and would push the fault off a narrow screen.
    let text = excerpt.before.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let before = excerpt.isCutBefore ? "…" + excerpt.before : String(decoding: text, as: UTF8.self)
    return [before, excerpt.fault, excerpt.after + (excerpt.isCutAfter ? "…" : "")]
      .map { TerminalText.visible($0) }.joined(separator: mark)
  }

  private mutating func number(ofKindOf issue: LocatedFinding, _ pattern: Int) -> Int {
    let finding = issue.finding
    let name = issue.recordSource ?? issue.source ?? ""
    let profile = finding.profile.map(Self.text) ?? ""
    var kind = SIMD8(
      Int(finding.severity.rawValue), rules.number(of: finding.rule.rawValue),
      messages.number(of: finding.message) { TerminalText.visible(MaskedAddress.text($0)) }, pattern,
      sources.number(of: name) { TerminalText.visible(MaskedAddress.text($0)) },
      releases.number(of: finding.release ?? ""), profiles.number(of: profile), 0)
    // Rule, message and path decide the value.
    if let number = kinds[kind] {
      facts[number].count += 1
      return number
    }
    if !kinds.isEmpty { kindRows.append(UInt8(ascii: ",")) }
    let key = kind
    let texts = FindingKind.texts(of: finding)
    let value = MaskedAddress.text(texts.value)
    facts.append(
      Value(
        rule: finding.rule, severity: finding.severity, name: value, pattern: texts.pattern, source: name,
        profile: profile, count: 1))
    kind[7] = values.number(of: value)
    for index in 0..<8 { kindRows += index < 7 ? "\(kind[index])," : "\(kind[index])" }
    kinds[key] = kinds.count
    return kinds.count - 1
  }

  private static func text(_ profile: ProfileSource) -> String {
    MaskedAddress.text(profile.profile) + (profile.version.map { "|" + $0 } ?? "")
      + (profile.slice.map { ", slice " + $0 } ?? "")
  }

  private mutating func numbers(of path: String) -> (pattern: Int, indices: Int) {
    let parts = Self.parts(of: path)
    return (
      paths.number(of: KeyedHash.process.hash(parts.pattern)) { Self.visible(parts.pattern) },
      indices.number(of: KeyedHash.process.hash(parts.indices)) { String(decoding: parts.indices, as: UTF8.self) }
    )
  }

  private static func visible(_ pattern: [UInt8]) -> String {
    pattern.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { TerminalText.visible(String(decoding: $0, as: UTF8.self)) }.joined(separator: mark)
  }

  private static func parts(of path: String) -> (pattern: [UInt8], indices: [UInt8]) {
    var bytes = Array(path.utf8)
    // An input may choose a name with the character of the mark.
    if bytes.contains(UInt8(ascii: "\t")) { bytes = Array(TerminalText.visible(path).utf8) }
    var (pattern, indices, start): ([UInt8], [UInt8], Int) = ([], [], 0)
    while let bracket = bytes[start...].firstIndex(of: UInt8(ascii: "[")) {
      pattern += bytes[start...bracket]
      start = bracket + 1
      guard let end = PathPattern.endOfIndex(bytes, bracket) else { continue }
      pattern += "\(mark)]".utf8
      if !indices.isEmpty { indices += " " }
      indices += bytes[start..<(end - 1)]
      start = end
    }
    return (pattern + bytes[start...], indices)
  }

  private var texts: [(name: String, json: [UInt8])] {
    [
      ("rows", rows), ("kinds", kindRows), ("files", files.json), ("records", records.json), ("indices", indices.json),
      ("lines", lines.json), ("rules", rules.json), ("messages", messages.json), ("paths", paths.json),
      ("sources", sources.json), ("releases", releases.json), ("profiles", profiles.json), ("values", values.json),
    ]
  }

  private var size: Int { texts.reduce(0) { $0 + $1.json.count } }

  func write(to output: inout [UInt8]) {
    var separator = "{"
    for (name, json) in texts {
      output += "\(separator)\"\(name)\":["
      output += json
      output += "]"
      separator = ",\n"
    }
    output += "}"
  }
}
