import FHIRFindings
import FHIRSupport

/// A finding as the page shows it: texts with visible replacements for hidden characters.
package struct PageFinding: Sendable {
  let severity: Severity
  /// The line and the column, or 0 and the byte offset in a file without lines.
  let (line, column): (Int, Int)
  let (file, source, rule, message, record, release, profile): (String, String, String, String, String, String, String)
  /// The path with a ``mark`` for each index, and the indices: `Bundle.entry[␁].resource.code[␁]`, `3 0`.
  let (path, indices): (String, String)
  /// The line up to the fault, the fault, and the rest, each after a ``mark`` but the first; `nil` if it is not shown.
  let text: String?

  /// Stands between the parts of a text; visible texts have no such character.
  fileprivate static let mark = "\u{1}"

  package init(_ issue: LocatedFinding) {
    let finding = issue.finding
    func shown(_ text: String?) -> String { text.map { TerminalText.visible($0) } ?? "" }
    severity = finding.severity
    (line, column) = issue.position.map { ($0.line, $0.column) } ?? (0, finding.range.start)
    file = TerminalText.name(ofFile: issue.file)
    source = shown(issue.source.map { MaskedAddress.text($0) })
    rule = finding.rule.rawValue
    message = shown(issue.shownMessage)
    record = shown(finding.record?.text)
    release = shown(finding.release)
    profile = shown(
      finding.profile.map { profile in
        MaskedAddress.text(profile.profile) + (profile.version.map { "|" + $0 } ?? "")
          + (profile.slice.map { ", slice " + $0 } ?? "")
      })
    (path, indices) = Self.parts(of: shown(finding.path))
    text = issue.excerpt?.masked.pageText
  }

  private static func parts(of path: String) -> (path: String, indices: String) {
    guard path.utf8.contains(UInt8(ascii: "[")) else { return (path, "") }
    let bytes = Array(path.utf8)
    var (pattern, indices, place): ([UInt8], [String], Int) = ([], [], 0)
    while place < bytes.count {
      if let end = PathPattern.endOfIndex(bytes, place) {
        pattern += "[\(mark)]".utf8
        indices.append(String(decoding: bytes[(place + 1)..<(end - 1)], as: UTF8.self))
        place = end
      } else {
        pattern.append(bytes[place])
        place += 1
      }
    }
    return (String(decoding: pattern, as: UTF8.self), indices.joined(separator: " "))
  }
}

extension SourceExcerpt {
  fileprivate var pageText: String {
    // The indent carries no information there, and would push the fault off a narrow screen.
    let before = isCutBefore ? before[...] : before.drop { $0 == " " || $0 == "\t" }
    return [(isCutBefore ? "…" : "") + before, fault, after + (isCutAfter ? "…" : "")]
      .map { TerminalText.visible($0) }.joined(separator: PageFinding.mark)
  }
}

/// The findings on the HTML page: rows of small integers, and the texts that they stand for, as JSON.
///
/// They come in the order of the run. Each text is there once, and what many findings have in common is a kind. A row
/// has the differences from the row above, most of which are 0, so a finding takes some twenty bytes.
///
/// ```text
/// row    file, line, column, kind, indices, record: differences; 1 if `lines` has the next line for it, else 0
/// kind   severity, rule, message, path, source, release, profile
/// ```
package struct PageFindings: Sendable {
  /// The largest size of the JSON in bytes; later findings are left out.
  static let largestSize = 9_000_000
  private static let mostCopies = 200

  /// The texts of a column, in the order in which they came.
  private struct Texts {
    private(set) var numbers: [ByteText: Int] = [:]
    private(set) var json: [UInt8] = []
    /// The text of the finding before, which most columns repeat.
    private var last: (text: ByteText, number: Int)?

    mutating func number(of string: String) -> Int {
      let text = string.byBytes
      if let last, last.text == text { return last.number }
      let number = numbers[text] ?? numbers.count
      if number == numbers.count {
        numbers[text] = number
        append(string)
      }
      last = (text, number)
      return number
    }

    /// Appends a text as a string that can neither end nor escape a script element.
    mutating func append(_ text: String) {
      if !json.isEmpty { json += "," }
      var writer = JSONWriter()
      writer.string(text)
      if !writer.bytes.contains(UInt8(ascii: "<")) { return json += writer.bytes }
      for byte in writer.bytes {
        if byte == UInt8(ascii: "<") { json += "\\u003c".utf8 } else { json.append(byte) }
      }
    }
  }

  private(set) var count = 0
  /// The first findings about records that are there several times.
  private(set) var copies: [(message: String, record: String, place: String)] = []
  private var (rows, kindRows): ([UInt8], [UInt8]) = ([], [])
  private var kinds: [SIMD8<Int>: Int] = [:]
  private var (files, records, indices, lines) = (Texts(), Texts(), Texts(), Texts())
  private var (rules, messages, paths) = (Texts(), Texts(), Texts())
  private var (sources, releases, profiles) = (Texts(), Texts(), Texts())
  private var countsByFile: [Int] = []
  private var last = SIMD8<Int>()
  private var quota = LineQuota(decides: true)
  private var isFull = false

  package init() {}

  var byFile: [ByteText: Int] { files.numbers.mapValues { countsByFile[$0] } }
  var ruleNames: [String] { rules.numbers.keys.map(\.string) }

  /// Adds a finding after all others, unless there are too many.
  ///
  /// - Parameter kind: the key of its ``FindingKind``.
  package mutating func add(_ finding: PageFinding, kind: UInt64) {
    if count.isMultiple(of: 64), size >= Self.largestSize { isFull = true }
    guard !isFull else { return }
    count += 1
    let text = quota.takes(kind) ? finding.text : nil
    let file = files.number(of: finding.file)
    if file == countsByFile.count { countsByFile.append(0) }
    countsByFile[file] += 1
    let row = SIMD8(
      file, finding.line, finding.column, number(ofKindOf: finding), indices.number(of: finding.indices),
      records.number(of: finding.record), 0, 0)
    let differences = row &- last
    if count > 1 { rows.append(UInt8(ascii: ",")) }
    for index in 0..<6 { rows += "\(differences[index])," }
    rows += text == nil ? "0" : "1"
    last = row
    if let text { lines.append(text) }
    if copies.count < Self.mostCopies, finding.rule.hasPrefix("identity/"), finding.rule != "identity/missing-id" {
      copies.append((finding.message, finding.record, "\(finding.file):\(finding.line)"))
    }
  }

  private mutating func number(ofKindOf finding: PageFinding) -> Int {
    let kind = SIMD8(
      Int(finding.severity.rawValue), rules.number(of: finding.rule), messages.number(of: finding.message),
      paths.number(of: finding.path), sources.number(of: finding.source), releases.number(of: finding.release),
      profiles.number(of: finding.profile), 0)
    if let number = kinds[kind] { return number }
    if !kinds.isEmpty { kindRows.append(UInt8(ascii: ",")) }
    kindRows += kind.indices.dropLast().map { "\(kind[$0])" }.joined(separator: ",").utf8
    kinds[kind] = kinds.count
    return kinds.count - 1
  }

  private var texts: [(name: String, json: [UInt8])] {
    [
      ("rows", rows), ("kinds", kindRows), ("files", files.json), ("records", records.json), ("indices", indices.json),
      ("lines", lines.json), ("rules", rules.json), ("messages", messages.json), ("paths", paths.json),
      ("sources", sources.json), ("releases", releases.json), ("profiles", profiles.json),
    ]
  }

  private var size: Int { texts.reduce(0) { $0 + $1.json.count } }

  /// Writes an object with an array for each column.
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

/// Which findings have their line on the page: the first ones, and some of each kind.
///
/// A worker takes inputs in the order of the run, so what it has found of a kind comes before what it will find. It has
/// its own instance only to ask which lines may be needed, and the output decides.
package struct LineQuota: Sendable {
  /// How many of the first findings, and how many of each kind.
  static let (first, ofKind) = (30_000, 25)
  /// So many kinds are known.
  static let mostKinds = 8_192

  private var count = 0
  private var counts: [UInt64: Int] = [:]
  private let decides: Bool

  /// - Parameter decides: whether the others ask for what this one takes. What is unknown to a worker may be known to them.
  package init(decides: Bool) { self.decides = decides }

  /// Whether the next finding, which has this kind, has its line.
  package mutating func takes(_ kind: UInt64) -> Bool {
    count += 1
    let hasRoom = counts.count < Self.mostKinds
    let known = counts[kind] ?? (hasRoom || !decides ? 0 : Self.ofKind)
    guard count <= Self.first || known < Self.ofKind else { return false }
    if known < Self.ofKind, hasRoom || known > 0 { counts[kind] = known + 1 }
    return true
  }
}
