package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let ambiguousChoice = Rule(
    "structure/ambiguous-choice", .error, .structure, summary: "a choice element has two variants at once",
    checks: """
      Of the variants of a choice element, such as `deceasedBoolean` and `deceasedDateTime` for `deceased[x]`, one at \
      most is present. A variant and its own `_` sibling count as one. The second variant is reported.
      """,
    matters: "The variants can contradict each other, and a reader uses the one that it looks for first.",
    form: .resource("Patient"),
    bad: """
      "deceasedBoolean": false,
      "deceasedDateTime": "2015-02-07"
      """,
    good: #""deceasedDateTime": "2015-02-07""#,
    specification: "https://hl7.org/fhir/DSTU2/formats.html#choice")
}

extension RecordCursor {
  /// Reports a second value for a slot: the same key again, or another variant of a choice.
  @inline(never)
  mutating func reportRepeated(_ key: TapeIndex, _ member: MemberID, first: MemberID) {
    let row = members[member]
    guard row.flags.contains(.choice), first != member else { return reportDuplicateKey(key) }
    reportAmbiguous(key, member, besides: schema.name(of: first))
  }

  /// Reports a `_` sibling of one variant beside another variant.
  @inline(never)
  mutating func reportAmbiguousSibling(_ key: TapeIndex, _ member: MemberID, besides other: TapeIndex) {
    reportAmbiguous(key, member, besides: tape.string(other).clipped)
  }

  private mutating func reportAmbiguous(_ key: TapeIndex, _ member: MemberID, besides other: String) {
    let element = schema.elements[Int(members[member].element)]
    report(
      .ambiguousChoice, at: tape.range(key), path: .choice(element.baseName, key: tape.string(key)),
      "expected one variant of '\(element.name)', found '\(tape.string(key))' besides '\(other)'")
  }
}
