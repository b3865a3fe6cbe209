import ClinicalRecords
import FHIRText

extension ArgumentParser {
  /// The columns of the table of records.
  func columns(_ value: String) throws(UsageError) -> [RecordColumn] {
    var columns: [RecordColumn] = []
    for name in value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let name = String(decoding: name, as: UTF8.self)
      guard let column = RecordColumn.allCases.first(where: { $0.rawValue.byBytes == name.byBytes }) else {
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
