import FHIRSchema
import Testing

/// FHIR quantities: with a code of UCUM and without a comparator they are quantities of System, otherwise elements.
struct FHIRQuantityTests {
  /// Quantities by the names of their components.
  private static let record: String = {
    let ucum = #""system": "http://unitsofmeasure.org""#
    let components = [
      "gram": #""value": 1, "unit": "gram", \#(ucum), "code": "g""#,
      "milligrams": #""value": 1000, \#(ucum), "code": "mg""#,
      "metre": #""value": 1, \#(ucum), "code": "m""#,
      "month": #""value": 1, \#(ucum), "code": "mo""#,
      "below": #""value": 1, "comparator": "<", \#(ucum), "code": "g""#,
      "sct": #""value": 5, "unit": "mg", "system": "http://snomed.info/sct", "code": "258684004""#,
      "other": #""value": 5.0, "unit": "mg", "system": "http://snomed.info/sct", "code": "258684004""#,
      "words": #""value": 5, "unit": "mg""#,
      "number": #""value": 5"#,
    ]
    let list = components.sorted { $0.key < $1.key }.map { name, members in
      #"{ "code": { "text": "\#(name)" }, "valueQuantity": { \#(members) } }"#
    }
    return #"{ "resourceType": "Observation", "component": [\#(list.joined(separator: ", "))] }"#
  }()

  /// The words in angle brackets stand for the quantity with that name.
  private static func check(_ row: PathRow, _ release: FHIRRelease) throws {
    var expression = row.expression.replacing("<<", with: "component.where(code.text = '")
    expression = expression.replacing(">>", with: "').value")
    try PathRow(expression: expression, expected: row.expected).check(on: record, release: release)
  }

  @Test(
    arguments: table(
      """
      <<gram>> = 1 'g' => true
      <<gram>> > 4 'mg' => true
      <<month>> = 1 month => true
      <<gram>> + 1 'g' => 2 'g'
      <<gram>>.toQuantity() => 1 'g'
      <<sct>> > 4 'mg' => {}
      <<sct>> = 5 'mg' => false
      <<sct>> + 1 'mg' => {}
      -<<sct>> => {}
      <<sct>>.abs() => {}
      <<sct>>.toQuantity() => {}
      <<sct>>.convertsToQuantity() => false
      <<sct>>.value > 4 => true
      <<sct>> is Quantity => true
      <<words>> > 4 'mg' => {}
      <<words>>.toQuantity() => {}
      <<number>> > 4 => {}
      <<number>> + 1 => {}
      <<below>> < 2 'g' => {}
      <<below>> = 1 'g' => false
      <<below>>.toQuantity() => {}
      <<below>>.comparator => '<'
      <<gram>>.combine(<<milligrams>>).sum() => 2000 'mg'
      component.value.sum() => {}
      """), FHIRRelease.published)
  func conversion(row: PathRow, release: FHIRRelease) throws { try Self.check(row, release) }

  @Test(
    arguments: table(
      """
      <<gram>> = <<milligrams>> => true
      <<gram>> != <<milligrams>> => false
      <<gram>> = <<metre>> => {}
      <<gram>> ~ <<milligrams>> => true
      <<gram>> in <<milligrams>> => true
      (<<gram>> | <<milligrams>> | <<metre>>).count() => 2
      <<gram>>.combine(<<milligrams>>).distinct().count() => 1
      <<gram>>.combine(<<milligrams>>).isDistinct() => false
      <<gram>>.intersect(<<milligrams>>).count() => 1
      <<gram>>.subsetOf(<<milligrams>>) => true
      <<sct>> = <<other>> => true
      <<sct>> = <<words>> => false
      <<sct>> ~ <<other>> => true
      <<below>> = <<gram>> => false
      <<below>> ~ <<gram>> => false
      <<below>> = <<below>> => true
      """), FHIRRelease.published)
  func equality(row: PathRow, release: FHIRRelease) throws { try Self.check(row, release) }
}
