import Diagnostics
import FHIRView
import JSONTape

extension Walker {
  /// Adds a finding; `range` counts in the record's bytes.
  @inline(never)
  mutating func report(_ rule: Rule, at range: Range<Int>, path: String, _ message: Wording) {
    guard findings.hasRoom(for: rule) else { return }
    let label = currentLabel()
    let range = findings.isFull ? headRange(0) : range
    findings.add(
      Diagnostic(
        rule: rule.id, severity: rule.severity,
        range: SourceRange(
          start: place.inputOffset(range.lowerBound), end: place.inputOffset(range.upperBound - 1) + 1),
        path: path, message: message.text, record: label))
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
      label.record = record
      label.label = view.typeName.map { RecordLabel(resourceType: $0.clipped, id: view.id?.clipped) }
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
