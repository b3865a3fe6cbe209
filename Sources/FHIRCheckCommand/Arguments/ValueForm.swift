import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRProfiles
import FHIRReporting
import FHIRSchema

/// How the value of an option is written on the command line and in a configuration.
struct ValueForm<Value: Sendable>: Sendable {
  /// What a configuration has to know of a value: paths are relative to its folder, and its rules have to exist.
  enum Content { case text, path, rules }

  let content: Content
  /// Stands for the value in the help; `nil` if the choices do.
  let placeholder: String?
  /// The names of all values, if they are few; read when they are needed, because guides are large.
  var choices: @Sendable () -> [String] = { [] }
  var isSeparated = false
  /// What is wrong with a text, after the name of the option.
  private let fault: @Sendable (String) -> String
  private let parse: @Sendable (String) throws(UsageError) -> Value?
  let json: @Sendable (Value) -> String

  init(
    _ placeholder: String?, _ content: Content = .text, fault: @escaping @Sendable (String) -> String = { _ in "" },
    json: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) throws(UsageError) -> Value?
  ) {
    (self.placeholder, self.content, self.fault, self.json) = (placeholder, content, fault, json)
    self.parse = parse
  }

  func read(_ text: String, of option: String) throws(UsageError) -> Value {
    if let value = try parse(text) { return value }
    throw UsageError("'\(option)' \(fault(text))")
  }

  static func choice(
    among values: @escaping @Sendable () -> [Value], as placeholder: String? = nil,
    name: @escaping @Sendable (Value) -> String
  ) -> Self {
    var form = ValueForm(
      placeholder, fault: { "is \(values().map(name).listed), not '\($0)'" }, json: { JSONWriter.quoted(name($0)) },
      parse: { text in values().first { name($0).byBytes == text.byBytes } })
    form.choices = { values().map(name) }
    return form
  }

  static func choice(as placeholder: String? = nil) -> Self where Value: CaseIterable & RawRepresentable<String> {
    choice(among: { Array(Value.allCases) }, as: placeholder, name: \.rawValue)
  }

  static func release() -> Self where Value == FHIRRelease? {
    choice(among: { [nil] + FHIRRelease.published }, name: { $0?.name ?? "auto" })
  }

  static func text(_ placeholder: String, _ content: Content = .text) -> Self where Value == String {
    ValueForm(placeholder, content, json: JSONWriter.quoted, parse: { $0 })
  }

  /// `us-core` or `us-core@6.1.0`; the caller may also give guides, so that the choices are not all.
  static func guide() -> Self where Value == String {
    var form = ValueForm(
      nil, fault: { _ in "needs the name of a guide" }, json: JSONWriter.quoted, parse: { $0.isEmpty ? nil : $0 })
    form.choices = { Guide.published.map(\.description) }
    return form
  }

  static func notEmpty(_ placeholder: String) -> Self where Value == String {
    let fault = "needs a \(placeholder.lowercased()) that is not empty"
    return ValueForm(placeholder, fault: { _ in fault }, json: JSONWriter.quoted, parse: { $0.isEmpty ? nil : $0 })
  }

  static func path(_ placeholder: String, _ noun: String = "path") -> Self where Value == FilePath {
    ValueForm(
      placeholder, .path, fault: { _ in "needs a \(noun) that is not empty" }, json: { JSONWriter.quoted($0.text) },
      parse: { $0.isEmpty ? nil : FilePath($0) })
  }

  static func number(from least: Int) -> Self where Value == Int {
    ValueForm("N", fault: { "is a whole number from \(least), not '\($0)'" }, json: { "\($0)" }) { text in
      Int(text).flatMap { $0 < least ? nil : $0 }
    }
  }

  /// `256M`: a number of bytes, with the letter of its unit.
  static func size() -> Self where Value == Int {
    ValueForm("SIZE", fault: { "is a size from 1M, such as 64M or 1G, not '\($0)'" }, json: { "\($0)" }) { text in
      let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
      let unit = text.uppercased().last.flatMap { units[$0] }
      guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= 0 else { return nil }
      let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
      return isTooLarge || size < 1 << 20 ? nil : size
    }
  }

  /// `code/*,structure/unknown-element`.
  static func rules() -> Self where Value == [RuleSelector] {
    ValueForm(
      "RULES", .rules, fault: { _ in "needs rules or groups, such as code/*" },
      json: { JSONWriter.quoted($0.map(\.text).joined(separator: ",")) }
    ) { text in
      let names = text.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
      return names.isEmpty ? nil : names.map { RuleSelector($0) }
    }
  }

  /// `code/misspelt-system=error`.
  static func judgement() -> Self where Value == FindingChoice.Judgement {
    ValueForm(
      "RULE=LEVEL", .rules, fault: { "is a rule or a group, '=', and error, warning or information, not '\($0)'" },
      json: { JSONWriter.quoted("\($0.selector.text)=\($0.severity)") }
    ) { text in
      let parts = text.utf8.split(separator: UInt8(ascii: "=")).map { String(decoding: $0, as: UTF8.self) }
      let severity = Severity.allCases.first { $0.description == parts.last }
      return parts.count == 2 ? severity.map { (RuleSelector(parts[0]), $0) } : nil
    }
  }

  static func columns() -> Self where Value == [RecordColumn] {
    var form = ValueForm("NAME,...", json: { JSONWriter.quoted($0.map(\.rawValue).joined(separator: ",")) }) {
      text throws(UsageError) -> [RecordColumn]? in
      var columns: [RecordColumn] = []
      for name in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        let name = String(decoding: name, as: UTF8.self)
        guard let column = RecordColumn(named: name) else {
          throw UsageError(
            "there is no column '\(name)'", name, among: RecordColumn.allCases.map(\.rawValue),
            otherwise: "; the article records-format lists all")
        }
        if columns.contains(column) { throw UsageError("the column '\(name)' is named twice") }
        columns.append(column)
      }
      return columns
    }
    form.choices = { RecordColumn.allCases.map(\.rawValue) }
    form.isSeparated = true
    return form
  }

  static func condition() -> Self where Value == RowCondition {
    ValueForm("CONDITION", json: { JSONWriter.quoted($0.text) }) { text throws(UsageError) in try RowCondition(text) }
  }

  /// Four words in hexadecimal digits. They are a secret, so that no error repeats them.
  static func key() -> Self where Value == FingerprintKey {
    ValueForm("HEX", fault: { _ in "is 64 hexadecimal digits" }, json: { _ in "null" }) { text in
      let digits = Array(text.utf8)
      guard digits.count == 64, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
      let words = stride(from: 0, to: 64, by: 16).map { String(decoding: digits[$0..<$0 + 16], as: UTF8.self) }
      return FingerprintKey(words.compactMap { UInt64($0, radix: 16) })
    }
  }
}
