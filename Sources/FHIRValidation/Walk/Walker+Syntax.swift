import FHIRFindings
import FHIRTape

extension Walker {
  mutating func reportByteOrderMark() {
    cursor.findings.beginRecord()
    report(
      .byteOrderMark, SourceRange(start: 0, end: 3), path: "",
      "expected the text to begin with its first character, found a byte order mark")
  }

  /// Reports a text that is not JSON, or exceeds a limit.
  mutating func reportSyntaxError(_ error: SyntaxError, _ place: RecordPlace) {
    cursor.findings.beginRecord()
    cursor.counts.countNotJudged(NotJudged(error.code))
    let start = place.inputOffset(error.start)
    var message = error.message(maximumDepth: options.readableDepth, maximumRecordBytes: options.maximumRecordBytes)
    if place.role != .line, error.code != .emptyInput, error.code != .unexpectedEnd {
      message += "; what follows was not read"
    }
    var text = ""
    if case .entry(let index) = place.role { text = "Bundle.entry[\(index)]" }
    report(error.code.rule, SourceRange(start: start, end: start + (error.end - error.start)), path: text, message)
  }

  private mutating func report(_ rule: Rule, _ range: SourceRange, path: String, _ message: String) {
    guard !cursor.isOff(rule.id), cursor.findings.hasRoom(for: rule.id, rule.severity) else { return }
    cursor.findings.add(rule.id, rule.severity, range, cursor.notePlace(.text(path), record: -1), message)
  }
}

extension NotJudged {
  fileprivate init(_ code: SyntaxError.Code) {
    self =
      switch code {
      case .emptyInput: .empty
      case .tooDeep: .tooDeep
      case .recordTooLarge: .tooLarge
      default: .notJSON
      }
  }
}
