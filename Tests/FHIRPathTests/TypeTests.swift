import Testing

/// Section 6.3 and 10: is, as, ofType, type().
struct TypeTests {
  @Test(
    arguments: table(
      """
      1 is Integer => true
      1 is System.Integer => true
      1 is Decimal => false
      1.0 is Decimal => true
      'a' is String => true
      true is Boolean => true
      @2015 is Date => true
      @2015 is DateTime => false
      @2015T is DateTime => true
      @T12 is Time => true
      1 'mg' is Quantity => true
      1 'mg' is System.Quantity => true
      1 is System.Any => true
      1 is FHIR.integer => false
      {} is Integer => {}
      (1 | 2) is Integer => !evaluation
      1.is(Integer) => true
      1.as(Integer) => 1
      1 as String => {}
      (1 | 2) as Integer => !evaluation
      (1 | 'a').ofType(Integer) => 1
      1.type().namespace => 'System'
      1.type().name => 'Integer'
      true.type().name => 'Boolean'
      4 days.type().name => 'Quantity'
      (4 'mg').value => 4
      (4 'mg').unit => 'mg'
      """))
  func systemTypes(row: PathRow) throws { try row.check() }

  @Test(
    arguments: table(
      """
      Patient is Patient => true
      Patient is FHIR.Patient => true
      Patient is DomainResource => true
      Patient is Resource => true
      Patient is Observation => false
      Patient is MedicationRequest => false
      Patient is Foo => !semantics
      Patient.gender.ofType(string1) => !semantics
      Patient.gender.as(FHIR.Code) => !semantics
      Patient.gender is canonical => false
      Patient.ofType(Dosage) => {}
      Patient.type().name => 'Patient'
      Patient.type().namespace => 'FHIR'
      Patient.gender is code => true
      Patient.gender is string => true
      Patient.gender is id => false
      Patient.gender is System.String => false
      Patient.gender.as(code) => 'male'
      Patient.gender.as(string) => {}
      Patient.gender as string => {}
      Patient.gender.as(id) => {}
      Patient.gender.ofType(code) => 'male'
      Patient.gender.ofType(string) => {}
      Patient.gender.ofType(FHIR.string) => {}
      Patient.gender.ofType(Element) => 'male'
      Patient.id.ofType(string) => {}
      Patient.id.ofType(id) => 'ex'
      Patient.telecom.rank.ofType(integer) => {}
      Patient.telecom.rank.ofType(positiveInt) => 1
      Patient.name.first().ofType(Element).count() => 1
      Patient.active is boolean => true
      Patient.active is Boolean => false
      Patient.active is System.Boolean => false
      Patient.active.type().name => 'boolean'
      Patient.active.type().namespace => 'FHIR'
      Patient.is(System.Patient) => false
      Patient.is(FHIR.`Patient`) => true
      FHIR.Patient.gender => 'male'
      FHIR.Observation.status => {}
      Patient.birthDate is date => true
      Patient.birthDate is dateTime => false
      Patient.id is id => true
      Patient.identifier.system is uri => true
      Patient.identifier.first() is Identifier => true
      Patient.identifier.first() is Element => true
      Patient.telecom.rank is positiveInt => true
      Patient.telecom.rank is integer => true
      Patient.name is HumanName => !evaluation
      Patient.name.as(HumanName) => !evaluation
      Patient.name.ofType(HumanName).count() => 3
      Patient.name.first().type().name => 'HumanName'
      Patient.text.type().name => 'Narrative'
      Patient.managingOrganization is Reference => true
      Patient.contained.first() is Organization => true
      Patient.contained.type().name => 'Organization'
      Patient.children().ofType(HumanName).count() => 3
      Patient.descendants().ofType(Extension).count() => 2
      """))
  func fhirTypes(row: PathRow) throws { try row.check(on: Records.patient) }
}
