package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let missingElement = Rule(
    "structure/missing-element", .error, .required, summary: "a required element is absent",
    checks: """
      Every element whose minimum is one is present, in resources, in their nested elements and in data types. A \
      primitive may be present by its `_` sibling alone, when an extension says why there is no value. A choice such \
      as `medication[x]` is satisfied by any of its variants.
      """,
    matters: """
      Without a required element a record cannot be interpreted: an Observation without `status` may be preliminary or \
      entered in error. Real exports often lack such elements, for example `Condition.patient`.
      """,
    form: .resource("Observation"), bad: #""code": { "text": "Body weight" }"#,
    good: """
      "status": "final",
      "code": { "text": "Body weight" }
      """,
    specification: "https://hl7.org/fhir/DSTU2/conformance-rules.html")
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
      let number = cursor.schema.elementNumber(slot, of: type)
      cursor.report(
        .missingElement, at: cursor.headRange(object), path: .missing(number),
        sentence(onMissing: number, of: type, cursor))
    }
  }

  private func sentence(onMissing number: Int, of type: TypeID, _ cursor: borrowing RecordCursor) -> Wording {
    let key = UInt64(number &+ type.row << 32)
    if let known = messages[key] { return known }
    let element = cursor.schema.elements[number]
    let made: Wording =
      "expected '\(element.name)', which \(cursor.schema.typeNames[type]) must have (\(element.cardinality)), found none"
    messages[key] = made
    return made
  }
}
