package import FHIRFindings
import FHIRTape

extension Rule {
  package static let duplicateKey = Rule(
    "json/duplicate-key", .error, .duplicate, summary: "an object has the same key twice",
    checks: """
      The keys of one object are all different. They are compared as text, so a key written with escapes equals the \
      same key written plainly. The second and every further occurrence is reported.
      """,
    matters: """
      JSON does not say which of the two values applies, and readers differ: some keep the first, others the last. Two \
      readers may see different data in the same bytes.
      """,
    form: .resource("Patient"),
    bad: """
      "gender": "male",
      "gender": "female"
      """,
    good: #""gender": "female""#, specification: "https://www.rfc-editor.org/rfc/rfc8259#section-4")
}

extension RecordCursor {
  @inline(never) mutating func reportDuplicateKey(_ key: TapeIndex) {
    if drops(.duplicateKey) { return }
    report(
      .duplicateKey, at: tape.range(key), path: .key(tape.string(key).clipped),
      "expected each key once in its object, found '\(tape.string(key).clipped)' again")
  }

  /// Reports duplicate keys in a value that no type describes.
  @inline(never) mutating func reportDuplicateKeys(in value: TapeIndex) {
    for key in tape.duplicateKeys(in: value) { reportDuplicateKey(key) }
  }
}
