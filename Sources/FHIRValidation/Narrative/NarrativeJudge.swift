import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRTape

extension Walker {
  /// Judges the XHTML of a narrative, and its ids and links together with those of the resource.
  @inline(never) mutating func checkNarrative(_ value: TapeIndex, _ member: MemberID) {
    guard cursor.release.parts.contains(.narratives) else { return }
    // All that a valid narrative costs, if it has neither ids nor links.
    narrative.scan(cursor.tape.lexeme(value))
    if narrative.faults.isEmpty, narrative.localLinks.isEmpty, !narrative.hasElementIDs { return }
    let place = NarrativePlace(tape: cursor.tape, value: value, path: .member(member))
    for fault in narrative.faults { cursor.report(fault, in: place) }
    if narrative.hasElementIDs { identifiers.checkNarrativeIDs(narrative.elementIDs, in: place, &cursor) }
    for link in narrative.localLinks where !identifiers.contains(link.id, cursor) {
      cursor.reportUnresolved(link, in: place)
    }
  }
}

/// The current narrative: converts what the scanner found to ranges of the record and to words.
struct NarrativePlace {
  let tape: Tape
  let value: TapeIndex
  let path: FindingPath

  /// The bytes of the record for a part of the narrative; for an empty part, the byte after it.
  func range(_ part: Range<Int>) -> Range<Int> {
    let start = tape.offset(value)
    return start + part.lowerBound..<start + max(part.upperBound, part.lowerBound + 1)
  }

  /// A part of the narrative as written, with JSON escapes resolved, clipped to a readable length.
  func text(_ part: Range<Int>) -> String {
    var bytes: [UInt8] = []
    let whole = part.count <= 240
    var end = part.lowerBound + min(part.count, 240)
    // Does not cut a character or an escape.
    while !whole, end > part.lowerBound, tape.lexeme(value)[end] & 0xC0 == 0x80 { end -= 1 }
    JSONString.unescape(
      UnsafeBufferPointer(start: tape.lexeme(value) + part.lowerBound, count: end - part.lowerBound), into: &bytes)
    return String(decoding: bytes, as: UTF8.self).clipped
  }

  func name(at offset: Int) -> String {
    let rest = text(offset..<min(offset + 80, tape.length(value)))
    let name = rest.unicodeScalars.prefix { !$0.properties.isWhitespace && !"<>/=".unicodeScalars.contains($0) }
    return String(String.UnicodeScalarView(name))
  }
}

extension RecordCursor {
  /// Adds a finding about a fault of a narrative, which stands where something else is expected.
  @inline(never)
  mutating func report(_ rule: Rule, _ fault: NarrativeFault, in place: NarrativePlace, expected: StaticString) {
    if drops(rule) { return }
    report(rule, fault, in: place, "expected \(expected), found '\(place.text(fault.range))'")
  }

  mutating func report(_ rule: Rule, _ fault: NarrativeFault, in place: NarrativePlace, _ message: Wording) {
    report(rule, at: place.range(fault.range), path: place.path, message)
  }
}
