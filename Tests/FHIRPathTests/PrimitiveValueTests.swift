import FHIRPath
import FHIRSchema
import Testing

/// `value` of a FHIR primitive, which is a value of a System type, and casts to the System types.
struct PrimitiveValueTests {
  private static let record = #"""
    {
      "resourceType": "Patient", "id": "v", "language": "de-CH", "_gender": { "id": "g" }, "active": false,
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>" },
      "name": [{ "use": "official", "given": ["Ada", null], "_given": [{ "id": "a" }, { "id": "b" }] }, { "text": "B" }],
      "birthDate": "1990-02", "_birthDate": { "extension": [{ "url": "http://example.org/t", "valueDecimal": 1.50 }] },
      "deceasedDateTime": "2020-01-02T03:04:05Z", "multipleBirthInteger": 2,
      "telecom": [{ "system": "phone", "value": "1", "rank": 3 }]
    }
    """#

  @Test(
    arguments: table(
      """
      Patient.language.value => 'de-CH'
      language.value => 'de-CH'
      Patient.language.value is System.String => true
      Patient.language.value is FHIR.code => false
      Patient.language.value.type().namespace => 'System'
      Patient.name.use.value => 'official'
      Patient.name.given.value => 'Ada'
      Patient.gender.value => {}
      Patient.gender.value.exists() => false
      Patient.gender.exists() => true
      Patient.active.value => false
      Patient.active.value is Boolean => true
      Patient.birthDate.value => @1990-02
      Patient.birthDate.value is Date => true
      Patient.birthDate.extension.value.value is Decimal => true
      Patient.birthDate.extension('http://example.org/t').value.value => 1.50
      Patient.deceased.value is DateTime => true
      Patient.multipleBirth.value + 1 => 3
      Patient.telecom.rank.value is Integer => true
      Patient.telecom.value => '1'
      Patient.telecom.value.value => '1'
      Patient.text.div.value is String => true
      Patient.text.status.value => 'generated'
      Patient.language.value = Patient.language.getValue() => true
      Patient.language.value.hasValue() => true
      Patient.language.value.extension => {}
      Patient.language.value.value => {}
      Patient.name.value => {}
      Patient.language.select(value.startsWith('de')) => true
      Patient.children().where(value = 2) => 2
      Patient.name.where(use.value = 'official').given.first() => 'Ada'
      Patient.language.children() => {}
      """), FHIRRelease.published)
  func valueOfAPrimitive(row: PathRow, release: FHIRRelease) throws {
    try row.check(on: Self.record, release: release)
  }

  /// FHIR's page on FHIRPath: of `is`, `as` and `ofType()` only `is` tells a primitive from its value.
  @Test(
    arguments: table(
      """
      Patient.language is String => false
      Patient.language is System.string => false
      Patient.language as String => 'de-CH'
      Patient.language.as(System.string) => 'de-CH'
      Patient.language.as(String) is System.String => true
      Patient.language.as(FHIR.code) is FHIR.code => true
      Patient.language as string => {}
      Patient.name.given.ofType(System.String) => 'Ada'
      Patient.name.given.ofType(FHIR.string).id => 'a', 'b'
      Patient.name.given.first().ofType(Integer) => {}
      Patient.active as Boolean => false
      Patient.multipleBirth as Integer => 2
      Patient.multipleBirth as Decimal => {}
      Patient.birthDate as Date => @1990-02
      Patient.birthDate as DateTime => @1990-02
      Patient.deceased as DateTime => @2020-01-02T03:04:05Z
      Patient.deceased as Date => {}
      (Patient.deceased as DateTime).toString().length() => 20
      Patient.name.first() as String => {}
      Patient.gender as String => {}
      Patient.children().ofType(Boolean).count() => 1
      'a' is System.string => true
      1.ofType(System.integer) => 1
      """), FHIRRelease.published)
  func castToASystemType(row: PathRow, release: FHIRRelease) throws {
    try row.check(on: Self.record, release: release)
  }

  @Test func aQuantityIsCastToAQuantityOfSystem() throws {
    let row = PathRow(
      expression:
        "(Observation.value as System.Quantity) is System.Quantity and Observation.value.as(Quantity).code = 'kg'",
      expected: "true")
    let value = #"{ "value": 3, "unit": "kg", "system": "http://unitsofmeasure.org", "code": "kg" }"#
    try row.check(on: #"{ "resourceType": "Observation", "valueQuantity": \#(value) }"#, release: .r4)
  }

  /// Names after a value of a System type are unknown, those of a primitive are not.
  @Test(arguments: [
    ("Patient.language.value", []), ("language.value", []), ("Patient.birthDate.value.toString()", []),
    ("Patient.deceased.value", []), ("Patient.name.given.first().value", []),
    ("Patient.language.value.value", ["value"]), ("language.value.extension", ["extension"]),
    ("Patient.name.given.value.where($this = 'a').id", ["id"]), ("Patient.language.other", ["other"]),
    ("Patient.telecom.value.value.value", ["value"]), ("Patient.name.value", ["value"]),
  ])
  func unknownNames(expression: String, unknown: [String]) throws {
    let strict = Result<FHIRPathExpression, FHIRPathError> { () throws(FHIRPathError) in
      try FHIRPathExpression(expression, release: .r4, strict: true)
    }
    switch strict {
    case .success: #expect(unknown.isEmpty)
    case .failure(let error): #expect(unknown.map { error.description.contains("no element '\($0)'") } == [true])
    }
    #expect(throws: Never.self) { try FHIRPathExpression(expression, release: .r4) }
  }
}
