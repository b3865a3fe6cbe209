package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a required element that is absent.
  package static let missingElement = Rule(
    "structure/missing-element", .error, .required,
    summary: "a required element is absent",
    explanation: Explanation(
      checks: """
        Every element whose minimum is one is present, in resources, in their nested elements and in data types. A \
        primitive may be present by its `_` sibling alone, when an extension says why there is no value. A choice \
        such as `medication[x]` is satisfied by any of its variants.
        """,
      matters: """
        Without a required element a record cannot be interpreted: an Observation without `status` may be preliminary \
        or entered in error. Real exports often lack such elements, for example `Condition.patient`.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "code": { "text": "Body weight" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/conformance-rules.html"))
}

extension StructureJudge {
  /// Reports each element whose bit is set in `missing`.
  @inline(never)
  mutating func reportMissing(_ missing: UInt64, in object: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    if cursor.rows.types[type].category == .extension { return }
    var missing = missing
    while missing != 0 {
      let slot = missing.trailingZeroBitCount
      missing &= missing &- 1
      let element = cursor.schema.elementNumber(slot, of: type)
      cursor.report(
        .missingElement, at: cursor.headRange(object), path: .missing(element),
        sentence(onMissing: element, of: type, &cursor))
    }
  }

  /// The message, made once for consecutive findings: an export lacks the same few elements again and again.
  private mutating func sentence(onMissing element: Int, of type: TypeID, _ cursor: inout RecordCursor) -> Wording {
    if let known = missingSentences.sentence(onMissing: element, of: type) { return known }
    let name = cursor.schema.elements[element].name
    let cardinality = cursor.schema.elements[element].cardinality
    let made: Wording =
      "expected '\(name)', which \(cursor.schema.typeNames[type]) must have (\(cardinality)), found none"
    if keepsSentences { missingSentences.keep(made, onMissing: element, of: type) }
    return made
  }
}

/// The last message about missing elements in each of 16 slots.
struct MissingSentences {
  private var places: [(element: Int, type: TypeID, sentence: Wording)] = []

  func sentence(onMissing element: Int, of type: TypeID) -> Wording? {
    let place = (element &+ type.row) & 15
    guard place < places.count, places[place].element == element, places[place].type == type else { return nil }
    return places[place].sentence
  }

  mutating func keep(_ sentence: Wording, onMissing element: Int, of type: TypeID) {
    if places.isEmpty { places = Array(repeating: (-1, TypeID.none, ""), count: 16) }
    places[(element &+ type.row) & 15] = (element, type, sentence)
  }
}
