import ClinicalRecords
import FHIRDiagnostics
import FHIRText

/// Values of options.
extension ArgumentParser {
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: String, of option: CommandOption
  ) throws(UsageError) -> Choice {
    if let choice = Choice(named: value) { return choice }
    let list = Choice.allCases.map(\.rawValue).listed
    throw UsageError(sentence: "'\(option.name)' is \(list), not '\(value)'")
  }

  func notEmpty(_ value: String, of option: CommandOption, _ what: String) throws(UsageError) -> String {
    guard !value.isEmpty else { throw UsageError(sentence: "'\(option.name)' needs a \(what) that is not empty") }
    return value
  }

  func number(_ value: String, of option: CommandOption, least: Int) throws(UsageError) -> Int {
    guard let number = Int(value), number >= least else {
      throw UsageError(sentence: "'\(option.name)' is a whole number from \(least), not '\(value)'")
    }
    return number
  }

  /// `code/*,structure/unknown-element`.
  func selectors(_ value: String, of option: CommandOption) throws(UsageError) -> [RuleSelector] {
    let names = value.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    guard !names.isEmpty else { throw UsageError(sentence: "'\(option.name)' needs rules or groups, such as code/*") }
    return names.map { RuleSelector($0) }
  }

  /// `256M`: a number and the letter of its unit.
  func size(_ value: String, of option: CommandOption) throws(UsageError) -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = value.uppercased().last.flatMap { units[$0] }
    let digits = unit == nil ? value[...] : value.dropLast()
    guard let number = Int(digits), number >= 0,
      case let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1),
      !isTooLarge, size >= 1 << 20
    else {
      throw UsageError(sentence: "'\(option.name)' is a size from 1M, such as 64M or 1G, not '\(value)'")
    }
    return size
  }

  /// The columns of the table of records.
  func columns(_ value: String) throws(UsageError) -> [RecordColumn] {
    var columns: [RecordColumn] = []
    for name in value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let name = String(decoding: name, as: UTF8.self)
      guard let column = RecordColumn(named: name) else {
        let guess = Spelling.nearest(to: name, among: RecordColumn.allCases.map(\.rawValue))
        throw UsageError(
          sentence: "there is no column '\(name)'"
            + (guess.map { "; did you mean '\($0)'?" } ?? "; the article records-format lists all"))
      }
      if columns.contains(column) { throw UsageError(sentence: "the column '\(name)' is named twice") }
      columns.append(column)
    }
    return columns
  }

  /// 64 hexadecimal digits: four words.
  func digestKey(_ value: String) throws(UsageError) -> FingerprintKey {
    let digits = Array(value.utf8)
    guard digits.count == 64, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      throw UsageError(sentence: "'--digest-key' is 64 hexadecimal digits")
    }
    return FingerprintKey(
      stride(from: 0, to: 64, by: 16).map {
        UInt64(String(decoding: digits[$0..<$0 + 16], as: UTF8.self), radix: 16) ?? 0
      })
  }

  /// Checks options that need a certain format of the table; the format is CSV if none was named.
  func checkTable(_ invocation: inout Invocation) throws(UsageError) {
    if invocation.reports.isEmpty { invocation.reports = [ReportTarget()] }
    if !given.contains(.format) {
      for index in invocation.reports.indices where invocation.reports[index].format == .text {
        invocation.reports[index].format = .csv
      }
    }
    if invocation.reports.count > 1 { throw UsageError(sentence: "'fhircheck records' writes one table at a time") }
    if invocation.listsIssues, invocation.format != .jsonl {
      throw UsageError(sentence: "'--with-issues' needs '--format jsonl'")
    }
    if invocation.makesFormulasHarmless, invocation.format != .csv {
      throw UsageError(sentence: "'--harmless-cells' needs '--format csv'")
    }
  }
}
