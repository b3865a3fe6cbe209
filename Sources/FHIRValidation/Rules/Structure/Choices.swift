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
    good: #""deceasedDateTime": "2015-02-07""#, specification: "https://hl7.org/fhir/DSTU2/formats.html#choice")

  package static let choiceType = Rule(
    "structure/choice-type", .error, .structure, summary: "a choice element has a type that it does not allow",
    checks: """
      The type at the end of a choice element's name is one that the element allows here. A name that does not end in \
      a type of the release is an unknown element instead.
      """,
    matters: """
      Each choice has its own list. `Observation.value[x]` allows neither boolean nor integer in DSTU2, though R4 \
      does, and a reader of DSTU2 never looks for them: the result is lost.
      """,
    form: .observation(of: "Smoker"),
    bad: #""valueBoolean": true"#, good: #""valueCodeableConcept": { "text": "Yes" }"#,
    specification: "https://hl7.org/fhir/DSTU2/formats.html#choice")
}

extension RecordCursor {
  /// Reports a second value for a slot: the same key again, or another variant of a choice.
  @inline(never) mutating func reportRepeated(_ key: TapeIndex, _ member: MemberID, first: MemberID) {
    let row = members[member]
    guard row.flags.contains(.choice), first != member else { return reportDuplicateKey(key) }
    reportAmbiguous(key, member, besides: schema.name(of: first))
  }

  /// Reports a `_` sibling of one variant beside another variant.
  @inline(never) mutating func reportAmbiguousSibling(_ key: TapeIndex, _ member: MemberID, besides other: TapeIndex) {
    reportAmbiguous(key, member, besides: tape.string(other).clipped)
  }

  private mutating func reportAmbiguous(_ key: TapeIndex, _ member: MemberID, besides other: String) {
    let element = schema.elements[Int(members[member].element)]
    report(
      .ambiguousChoice, at: tape.range(key), path: .choice(element.baseName, key: tape.string(key)),
      "expected one variant of '\(element.name)', found '\(tape.string(key))' besides '\(other)'")
  }

  /// The choice element that a name seems to be a variant of: its base followed by the name of a type.
  func choiceElement(of name: String, in type: TypeID) -> SchemaElement? {
    schema.elements(of: type).first { element in
      guard element.isChoice, name.utf8.starts(with: element.baseName.utf8) else { return false }
      let suffix = name.utf8.dropFirst(element.baseName.utf8.count)
      guard let first = suffix.first else { return true }
      guard UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else { return false }
      return schema.types[type].category == .extension
        || schema.typeNames.contains {
          $0.utf8.count == suffix.count && ($0.utf8.first == first || $0.utf8.first == first | 0x20)
            && $0.utf8.dropFirst().elementsEqual(suffix.dropFirst())
        }
    }
  }

  @inline(never) mutating func reportChoiceType(_ key: TapeIndex, _ element: SchemaElement, of type: TypeID) {
    if drops(schema.types[type].category == .extension ? .valueType : .choiceType) { return }
    let allowed = element.types.map { element.baseName + $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
    let isExtension = schema.types[type].category == .extension
    report(
      isExtension ? .valueType : .choiceType, at: tape.range(key),
      path: .choice(element.baseName, key: tape.string(key)),
      """
      expected \(isExtension ? "a variant of '\(element.name)' for \(schema.release.withArticle) type" : allowed.alternatives), found \
      '\(tape.string(key).clipped)'
      """)
  }
}
