package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
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
    form: .resource("Observation"),
    example: """
      "status": "final",
      "code": { "text": "Smoker" },
      ~
      """,
    bad: #""valueBoolean": true"#, good: #""valueCodeableConcept": { "text": "Yes" }"#,
    specification: "https://hl7.org/fhir/DSTU2/formats.html#choice")
}

extension RecordCursor {
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

  @inline(never)
  mutating func reportChoiceType(_ key: TapeIndex, _ element: SchemaElement, of type: TypeID) {
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
