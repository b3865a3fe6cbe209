import Diagnostics
import FHIRView
import JSONTape

extension Walker {
  /// Adds a finding; `range` counts in the record's bytes.
  @inline(never)
  mutating func report(_ rule: Rule, at range: Range<Int>, path: String, _ message: String) {
    report(rule.id, rule.severity, at: range, path: path, message)
  }

  /// Adds a finding of a rule whose page is not at hand.
  @inline(never)
  mutating func report(_ rule: RuleID, _ severity: Severity, at range: Range<Int>, path: String, _ message: String) {
    guard findings.hasRoom(for: severity) else { return }
    let label = currentLabel()
    let range = findings.isFull ? headRange(0) : range
    findings.add(
      Diagnostic(
        rule: rule, severity: severity,
        range: SourceRange(
          start: place.inputOffset(range.lowerBound), end: place.inputOffset(range.upperBound - 1) + 1),
        path: path, message: message, record: label))
  }

  /// The whole value, or only the bracket that opens it: an object or array may be long.
  func headRange(_ index: Int) -> Range<Int> {
    tape.isContainer(index) ? tape.offset(index)..<tape.offset(index) + 1 : tape.range(index)
  }

  /// The label of the record in hand, made once for all of its findings.
  private mutating func currentLabel() -> RecordLabel? {
    guard record >= 0 else { return nil }
    if label.record != record {
      let view = ResourceView(tape, record)
      label.record = record
      label.label = view.typeName.map { RecordLabel(resourceType: $0.clipped, id: view.id?.clipped) }
    }
    return label.label
  }
}

extension String {
  /// The text itself, or its beginning where it is too long for a message.
  var clipped: String {
    unicodeScalars.count > 80 ? String(String.UnicodeScalarView(unicodeScalars.prefix(77))) + "..." : self
  }
}

extension [String] {
  /// `a`, `a or b`, `a, b or c`, in quotes.
  var alternatives: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
