import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape

extension Walker {
  /// Adds a finding; `range` counts in the record's bytes.
  @inline(never)
  mutating func report(_ rule: Rule, at range: Range<Int>, path: String, _ message: Wording) {
    report(rule.id, rule.severity, at: range, path: path, message.text)
  }

  /// Adds a finding of a rule whose page is not at hand.
  @inline(never)
  mutating func report(_ rule: RuleID, _ severity: Severity, at range: Range<Int>, path: String, _ message: String) {
    guard findings.hasRoom(for: severity) else { return }
    let range = findings.isFull ? headRange(0) : range
    add(
      rule, severity, inInput: place.inputOffset(range.lowerBound)..<place.inputOffset(range.upperBound - 1) + 1,
      path: path, message, label: nil)
  }

  /// Adds a finding at a place of the input, which the record in hand may not hold any more.
  ///
  /// - Parameter label: the record that the finding names; `nil` for the one in hand.
  mutating func report(
    _ rule: RuleID, _ severity: Severity, inInput range: Range<Int>, path: String, _ message: String,
    label: RecordLabel?
  ) {
    guard findings.hasRoom(for: severity) else { return }
    add(rule, severity, inInput: range, path: path, message, label: label)
  }

  private mutating func add(
    _ rule: RuleID, _ severity: Severity, inInput range: Range<Int>, path: String, _ message: String,
    label: RecordLabel?
  ) {
    findings.add(
      rule, severity, SourceRange(start: range.lowerBound, end: range.upperBound), path: path, message,
      record: label ?? currentLabel())
  }

  /// The whole value, or only the bracket that opens it: an object or array may be long.
  @inline(__always)
  func headRange(_ index: Int) -> Range<Int> {
    tape.isContainer(index) ? tape.offset(index)..<tape.offset(index) + 1 : tape.range(index)
  }

  /// The label of the record in hand, made once for all of its findings.
  mutating func currentLabel() -> RecordLabel? {
    guard record >= 0 else { return nil }
    if label.record != record {
      let view = ResourceView(tape, record)
      let type = known.resource == record && known.type >= 0 ? schema.typeNames[known.type] : view.typeName?.clipped
      label.record = record
      label.label = type.map { RecordLabel(resourceType: $0, id: view.id?.clipped) }
    }
    return label.label
  }
}

extension String {
  /// The text itself, or its beginning where it is too long for a message.
  var clipped: String {
    guard utf8.count > 80, unicodeScalars.count > 80 else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(77))) + "..."
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
