import FHIRPath
import FHIRSchema
import FHIRValidation
import FHIRTape
import Testing

/// Compares fast forms with evaluations on the same elements: valid ones, invalid ones, and thousands of unusual ones.
struct FastFormAgreementTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let key: String
    let type: String
    let records: [String]

    init(_ key: String, _ type: String, _ records: String...) {
      self.key = key
      self.type = type
      self.records = records
    }

    var testDescription: String { key }
  }

  private static let patient = #"""
    {
      "resourceType": "Patient", "id": "p", "meta": { "versionId": "1" }, "text": { "status": "empty" },
      "contained": [{ "resourceType": "Patient" }]
    }
    """#
  private static let definition = #"""
    {
      "constrainedType": "a",
      "snapshot": {
        "element": [
          { "path": "a", "base": { "path": "a" } }, { "path": "a.b", "label": "b", "base": { "path": "b" } },
          { "path": "a.b.c", "base": {} }
        ]
      },
      "differential": { "element": [{ "path": "a" }, { "path": "a.c", "code": [{ "code": "c" }] }] }
    }
    """#

  static let cases = [
    Case(
      "bdl-6", "Bundle.entry", #"{ "fullUrl": "a", "resource": { "resourceType": "Patient" } }"#,
      #"{ "fullUrl": "a" }"#,
      #"{ "resource": { "resourceType": "Patient" }, "link": [{ "relation": "a", "url": "b" }] }"#, #"{ "id": "a" }"#),
    Case(
      "cmd-1", "ConceptMap.element.target", #"{ "code": "a", "equivalence": "equal" }"#,
      #"{ "equivalence": "narrower", "comments": "inexact" }"#, #"{ "equivalence": "inexact", "code": "equal" }"#),
    Case("dom-1", "Patient", patient, #"{ "resourceType": "Patient", "id": "text" }"#),
    Case("dom-2", "Patient", patient, #"{ "resourceType": "Patient", "id": "contained" }"#),
    Case("dom-4", "Patient", patient, #"{ "resourceType": "Patient", "id": "meta", "text": { "status": "meta" } }"#),
    Case(
      "drt-1", "Duration", #"{ "value": 1, "unit": "h", "system": "http://unitsofmeasure.org", "code": "h" }"#,
      #"{ "value": 1, "unit": "h" }"#, #"{ "code": "h", "system": "urn:a" }"#),
    Case(
      "eld-2", "ElementDefinition", #"{ "min": 1, "max": "2" }"#, #"{ "min": 3, "max": "*" }"#,
      #"{ "min": 3, "max": "2" }"#),
    Case("eld-6", "ElementDefinition", #"{ "type": [{ "code": "a" }], "fixedCode": "a" }"#, #"{ "fixedCode": "a" }"#),
    Case(
      "eld-7", "ElementDefinition", #"{ "type": [{ "code": "a" }], "patternCode": "a" }"#, #"{ "patternCode": "a" }"#),
    Case(
      "eld-11", "ElementDefinition",
      #"{ "binding": { "strength": "code" }, "type": [{ "code": "a" }, { "code": "code" }] }"#,
      #"{ "binding": { "description": "Coding" }, "type": [{ "code": "uri" }, { "code": "string" }] }"#,
      #"{ "binding": {}, "type": [{ "code": "a" }] }"#),
    Case(
      "mdd-1", "MedicationDispense", #"{ "whenPrepared": "2015-02-07", "whenHandedOver": "2015-02-08" }"#,
      #"{ "whenPrepared": "2015-02-07", "whenHandedOver": "2015-02-06" }"#),
    Case(
      "mny-1", "Money", #"{ "value": 1, "system": "urn:iso:std:iso:4217", "code": "EUR" }"#, #"{ "value": 1 }"#,
      #"{ "value": 1, "code": "EUR" }"#, #"{ "system": "urn:iso:std:iso:4217", "code": "eur" }"#),
    Case(
      "nsd-1", "NamingSystem", #"{ "kind": "identifier", "uniqueId": [{ "type": "uuid" }] }"#,
      #"{ "kind": "root", "uniqueId": [{ "type": "uuid" }] }"#),
    Case(
      "obs-7", "Observation",
      #"""
      {
        "code": { "coding": [{ "system": "s", "code": "a" }] },
        "component": [
          { "code": { "coding": [{ "system": "s", "code": "b" }, { "system": "s", "code": "c" }] } },
          { "code": { "text": "a" } }
        ]
      }
      """#,
      #"""
      {
        "code": { "coding": [{ "system": "s", "code": "a" }] },
        "component": [{ "code": { "coding": [{ "system": "s", "code": "a" }] } }]
      }
      """#),
    Case(
      "per-1", "Period", #"{ "start": "2015-02-07T10:00:00.100Z", "end": "2015-02-07T10:00:00.200Z" }"#,
      #"{ "start": "2015-02-07", "end": "2015-02-07" }"#, #"{ "start": "2015-02-08", "end": "2015-02-07" }"#,
      #"{ "start": "2015-02-07T10:00:00+01:00", "end": "2015-02-07T10:00:00+02:00" }"#,
      #"{ "start": "2015-02-07T10:00:01+01:00", "end": "2015-02-07T10:00:00+01:00" }"#,
      #"{ "start": "2016-02-29", "end": "2016-03-01" }"#, #"{ "start": "2015-02-29", "end": "2015-03-01" }"#,
      #"{ "start": "1900-02-29", "end": "1900-03-01" }"#, #"{ "start": "2000-02-29", "end": "2000-02-28" }"#,
      #"{ "start": "2016-04-31", "end": "2016-05-01" }"#, #"{ "start": "2015-02-29", "end": "2015-02-29" }"#),
    Case("sdf-13", "StructureDefinition", definition, #"{ "snapshot": { "element": [{ "path": "a" }] } }"#),
  ]

  @Test(arguments: cases)
  func aFastFormAgreesWithItsExpression(example: Case) throws {
    let row = try #require(Definitions.of(.dstu2)?.schema.invariants.first { $0.key == example.key })
    var comparison = try FormComparison(row.expression, on: example.type)
    for record in example.records { comparison.compare(record, mutations: 2_000) }
    #expect(comparison.count > 100)
    #expect(comparison.told[.yes, default: 0] > 20)
  }

  /// The items of a Questionnaire have such a constraint from STU3 on.
  @Test func traceOnlyPassesItemsOn() throws {
    var comparison = try FormComparison(
      "gender.trace('a') = 'male' implies name.trace('b').empty().not()", on: "Patient")
    #expect(!comparison.form.isOpen)
    for record in [
      #"{ "gender": "male", "name": [{ "text": "a" }] }"#, #"{ "gender": "male" }"#, #"{ "gender": "female" }"#,
    ] {
      comparison.compare(record, mutations: 200)
    }
    #expect(comparison.told[.yes, default: 0] > 20 && comparison.told[.no, default: 0] > 20)
  }

  /// A `code` is a `string` by its base, but not for `ofType()`.
  @Test(arguments: [
    "gender.ofType(string).empty()", "gender.ofType(code).exists()", "gender.ofType(code) = 'male'",
    "name.family.ofType(string).exists()", "name.family.ofType(markdown).empty()",
    "telecom.rank.ofType(integer).empty()", "photo.url.ofType(uri).empty()", "photo.url.ofType(url).exists()",
  ])
  func ofTypeTellsPrimitivesApart(expression: String) throws {
    var comparison = try FormComparison(expression, on: "Patient", release: .r4)
    let record = #"""
      {
        "resourceType": "Patient", "gender": "male", "name": [{ "family": "a" }],
        "telecom": [{ "system": "phone", "value": "1", "rank": 1 }], "photo": [{ "url": "http://example.org/a" }]
      }
      """#
    comparison.compare(record, mutations: 0)
    #expect(comparison.told == [.yes: 1])
  }

  /// Constraints without a fast form, which are evaluated.
  static let withoutForm: Set<String> = [
    "age-1", "cnf-12", "cnf-7", "cnf-8", "cnf-9", "cnt-1", "element-maximum", "element-minimum", "eld-12", "eld-13",
    "eld-14", "group-member", "include-system", "meta-labels", "meta-profiles", "meta-tags", "nsd-2", "parameter-name",
    "que-2", "ras-1", "ras-2", "rng-2", "sdf-3", "sdf-5", "sdf-8", "sdf-9", "vsd-3", "vsd-8",
  ]

  /// All objects in the example records of a constraint are treated as its type.
  @Test(arguments: InvariantExamplesTests.cases(of: .dstu2).filter { $0.row.native == nil })
  func everyInvariantAgreesWithItsEvaluation(example: InvariantExamplesTests.Case) throws {
    let schema = try #require(Definitions.of(.dstu2)).schema
    guard schema.type(named: example.row.path) != nil else { return }
    var comparison = try FormComparison(example.row.expression, on: example.row.path)
    if Self.withoutForm.contains(example.key) {
      #expect(comparison.form.isOpen)
      return
    }
    // The forms of these decide by a member that their two records do not have.
    let needsMember = ["sdf-1", "sdf-7"].contains(example.key)
    let records = [example.bad, example.good] + (needsMember ? [#"{ "constrainedType": "a" }"#] : [])
    for record in records { comparison.compare(record, mutations: 60, isDeep: true) }
    #expect(comparison.count > 20)
  }

  /// The same for a release with other kinds of values: decimals with exponents, and canonicals.
  @Test(arguments: InvariantExamplesTests.cases(of: .r4).filter { $0.row.native == nil })
  func everyInvariantOfR4AgreesWithItsEvaluation(example: InvariantExamplesTests.Case) throws {
    guard try #require(Definitions.of(.r4)).schema.type(named: example.row.path) != nil else { return }
    var comparison = try FormComparison(example.row.expression, on: example.row.path, release: .r4)
    for record in [example.bad, example.good] { comparison.compare(record, mutations: 30, isDeep: true) }
  }

  @Test(arguments: [
    ("period.exists() implies period >= 0", "Timing.repeat", #"{ "period": 1.5 }"#, #"{ "period": -1 }"#, true),
    ("period > 1", "Timing.repeat", #"{ "period": 2 }"#, #"{ "period": 1e0 }"#, false),
    ("url = 'a'", "StructureDefinition", #"{ "url": "a" }"#, #"{ "url": "b" }"#, true),
    ("baseDefinition = 'a'", "StructureDefinition", #"{ "baseDefinition": "a" }"#, #"{ "baseDefinition": "b" }"#, true),
    ("reference = 'a'", "Reference", #"{ "reference": "a" }"#, #"{ "reference": "b" }"#, true),
    ("id = 'a'", "Period", #"{ "id": "a" }"#, #"{ "id": "b" }"#, true),
  ])
  func valuesOfEachKindAreRead(
    _ expression: String, _ type: String, _ good: String, _ bad: String, _ isBadRead: Bool
  ) throws {
    var comparison = try FormComparison(expression, on: type, release: .r4)
    for record in [good, bad] { comparison.compare(record, mutations: 0) }
    #expect(comparison.told == (isBadRead ? [.yes: 1, .no: 1] : [.yes: 1]))
  }

  @Test(arguments: [
    (#""*""#, FastVerdict.yes), (#""1""#, .open), (#""123""#, .open), (#"" 1""#, .open), (#""a""#, .open),
    (#""\t1""#, .open), ("1", .open), ("null", .open), ("{}", .open), ("1.5", .open), (#""""#, .open),
  ])
  func aMaximumIsComparedAlikeByFormAndExpression(value: String, verdict: FastVerdict) throws {
    let row = try #require(Definitions.of(.dstu2)?.schema.invariants.first { $0.key == "eld-3" })
    var comparison = try FormComparison(row.expression, on: "string")
    try comparison.compareValue(#"{"max":\#(value)}"#)
    #expect(comparison.told == (verdict == .open ? [:] : [verdict: 1]))
  }
}
