import FHIRPath
import FHIRSchema
import Testing

/// The strict mode: an unknown name is an error if the type is known.
struct StrictTests {
  @Test(
    arguments: table(
      """
      name.given1 => !semantics
      Encounter.name.given => !semantics
      Observation.valueQuantity.unit => !semantics
      Patient.deceasedBoolean => !semantics
      (Observation.value as Period).unit => !semantics
      Observation.value.ofType(Quantity).start => !semantics
      Patient.animal => !semantics
      Patient.name.where(us = 'a') => !semantics
      Patient.gender.foo => !semantics
      Patient.contact.name.family1 => !semantics
      contained.foo => !semantics
      Bundle.entry.resource.foo => !semantics
      %resource.foo => !semantics
      children().foo => !semantics
      'a'.foo => !semantics
      name.count().foo => !semantics
      Patient is MedicationOrder => !semantics
      Foo.id => !semantics
      MedicationOrder.id => !semantics
      Patient.name.first().select(foo) => !semantics
      Patient.name.given.first() => 'Ida'
      Patient.name.given.extension.value => {}
      Bundle.entry.resource.name.family => {}
      contained.name.family => 'Weber'
      %resource.gender => 'female'
      children().family => 'Berg', 'Lund'
      Patient.gender.type().namespace => 'FHIR'
      Patient.multipleBirth.ofType(integer) => 2
      Patient.deceased => false
      Patient.birthDate.extension.value.ofType(dateTime) => '1984-05-07T03:04:05+02:00'
      generalPractitioner.resolve().name.family => 'Weber'
      (4 'mg').unit => 'mg'
      Patient.name.is(HumanName) => !evaluation
      1 is Integer => true
      """))
  func unknownNames(row: PathRow) throws { try row.check(on: RecordsOfR4.patient, release: .r4, strict: true) }

  /// Without strict mode they select nothing.
  @Test(arguments: [
    "name.given1", "Encounter.name.given", "Patient.animal", "contained.foo", "children().foo", "Foo.id",
  ])
  func withoutStrictUnknownNamesSelectNothing(expression: String) throws {
    try PathRow(expression: expression, expected: "{}").check(on: RecordsOfR4.patient, release: .r4)
  }

  /// A name of another release is unknown.
  @Test func namesBelongToOneReleaseEach() throws {
    #expect(throws: Never.self) { try FHIRPathExpression("Patient.animal.species", release: .dstu2, strict: true) }
    #expect(throws: Never.self) { try FHIRPathExpression("Patient.generalPractitioner", release: .r4, strict: true) }
    let error = #expect(throws: FHIRPathError.self) {
      try FHIRPathExpression("Patient.generalPractitioner", release: .dstu2, strict: true)
    }
    #expect(error?.description == "column 9: Patient has no element 'generalPractitioner' in DSTU2")
    #expect(throws: Never.self) { try FHIRPathExpression("Patient.generalPractitioner", release: .dstu2) }
  }
}
