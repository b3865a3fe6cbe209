import FHIRReporting
import FHIRSupport

/// Makes texts the fields of a line, or reads them back in the same order.
///
/// Rows reach the end of a run as text, in the order of the input.
struct PersonLine {
  private(set) var fields: [String] = []
  private var isReading = false
  /// The field to read next.
  private var place = 0

  /// A line to write.
  init() {}

  /// A line to read.
  init(reading line: ArraySlice<UInt8>) {
    let parts = line.split(separator: Self.separator, omittingEmptySubsequences: false)
    (fields, isReading) = (parts.map { String(decoding: $0, as: UTF8.self) }, true)
  }

  private static let separator: UInt8 = 0x1F
  static let end: UInt8 = 0x0A
  /// The largest number of characters of a text, and of entries of a list.
  private static let (mostCharacters, mostEntries) = (200, 60)

  /// Appends the line of some fields.
  static func append(_ fields: [String], to output: inout [UInt8]) {
    output += fields.joined(separator: "\u{1F}") + "\n"
  }

  /// - Parameter isWhole: whether it is not shortened.
  mutating func pass(_ text: inout String, isWhole: Bool = false) {
    guard isReading else { return fields.append(isWhole ? Self.clean(text) : Self.clean(Self.short(text))) }
    text = place < fields.count ? fields[place] : ""
    place += 1
  }

  mutating func pass(_ number: inout Int) {
    var text = String(number)
    pass(&text)
    number = Int(text) ?? 0
  }

  /// Passes a list of which each entry is made from an empty one.
  mutating func pass<Entry>(_ list: inout [Entry], _ empty: Entry, _ body: (inout PersonLine, inout Entry) -> Void) {
    var count = min(list.count, Self.mostEntries)
    pass(&count)
    if isReading { list = Array(repeating: empty, count: count) }
    for place in 0..<count { body(&self, &list[place]) }
  }

  private static func short(_ text: String) -> String {
    guard text.utf8.count > mostCharacters, text.unicodeScalars.count > mostCharacters else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostCharacters - 1))) + "…"
  }

  /// The text on one line, without hidden characters and passwords.
  static func clean(_ text: String) -> String {
    var text = text
    if text.utf8.contains(where: { $0 < 0x20 }) {
      text = String(decoding: text.utf8.map { [0x09, 0x0A, 0x0D].contains($0) ? 0x20 : $0 }, as: UTF8.self)
    }
    return MaskedAddress.text(TerminalText.visible(text))
  }
}

extension PersonReport.Record {
  /// Passes the facts to a line, or back.
  mutating func pass(_ line: inout PersonLine) {
    var name = kind.rawValue
    line.pass(&name)
    kind = PersonReport.Kind(rawValue: name) ?? .other
    for fact in [
      \Self.source, \.type, \.id, \.version, \.name, \.code, \.status, \.start, \.end, \.issued, \.manner, \.detail,
    ] { line.pass(&self[keyPath: fact]) }
    line.pass(&results, PersonReport.Result()) { line, result in
      for fact in [
        \PersonReport.Result.name, \.code, \.value, \.unit, \.number, \.low, \.high, \.range, \.marks,
      ] { line.pass(&result[keyPath: fact]) }
    }
    line.pass(&members, "") { $0.pass(&$1) }
  }
}
