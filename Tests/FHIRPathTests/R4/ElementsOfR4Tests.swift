import FHIRSchema
import Testing

/// Paths over records of R4: its names, its choices, its types.
struct ElementsOfR4Tests {
  @Test(
    arguments: table(
      """
      Patient.name.family => 'Berg', 'Lund'
      Patient.name.where(use = 'maiden').period.end => '2009-06'
      Patient.meta.source => 'https://clinic.example/ehr'
      Patient.meta.profile is canonical => true
      Patient.meta.profile is uri => true
      Patient.meta.profile.ofType(uri) => {}
      Patient.contained is Practitioner => true
      Patient.contained.name.type() => FHIR.HumanName
      Patient.birthDate + 1 year => @1985-05-07
      Patient.birthDate.extension(%`ext-patient-birthTime`).value > @1984-05-07T01:00:00Z => true
      Patient.deceased.not() => true
      Patient.multipleBirth + 1 => 3
      Patient.multipleBirth.type() => FHIR.integer
      Patient.animal => {}
      Patient.address.line => '1 Road', {"id":"second"}
      Patient.address.line.select(hasValue()) => true, false
      Patient.contact.type() => FHIR.BackboneElement
      Patient.contact.relationship.text => 'mother', 'carer'
      Patient.contact.children().count() => 3
      Patient.communication.language.coding.code => 'no'
      Patient.communication.preferred and Patient.active => true
      Patient.generalPractitioner.resolve().name.family => 'Weber'
      Patient.generalPractitioner.resolve() is Practitioner => true
      Patient.generalPractitioner.type => 'Practitioner'
      Patient.link.other.resolve() => {}
      Patient.link.other.identifier.value => 'x'
      Patient.extension.where(url.endsWith('shade')).value is url => true
      Patient.extension.where(url.endsWith('shade')).value is uri => true
      Patient.extension('http://example.org/pair').extension('left').value => '*l*'
      Patient.extension('http://example.org/pair').extension.value is markdown => true
      Patient.extension('http://example.org/pair').extension.value.ofType(string) => {}
      Patient.extension.url.first() is uri => true
      Patient.extension.url.first().type() => FHIR.uri
      Patient.descendants().ofType(Reference).reference => '#gp'
      Patient.gender.memberOf('http://hl7.org/fhir/ValueSet/administrative-gender') => true
      Patient.gender.memberOf('http://example.org/other') => {}
      Patient is DomainResource => true
      Patient is Resource => true
      Patient.conformsTo('http://hl7.org/fhir/StructureDefinition/Patient') => true
      Patient.conformsTo('http://hl7.org/fhir/StructureDefinition/MedicationRequest') => false
      """))
  func ofPatient(row: PathRow) throws { try row.check(on: RecordsOfR4.patient, release: .r4) }

  @Test(
    arguments: table(
      """
      Observation.category.count() => 2
      Observation.category.coding.code => 'vital-signs'
      Observation.category[1].text => 'home'
      Observation.code.coding.where(system = %loinc).code => '29463-7'
      Observation.code.coding.exists(system = %sct and code = '27113001') => true
      Observation.value.value.toString() => '185'
      Observation.value.value.precision() => 0
      Observation.value.value.type() => FHIR.decimal
      Observation.value = 185 '[lb_av]' => true
      Observation.value > 80 'kg' => true
      Observation.value > 90 'kg' => false
      Observation.value.toQuantity('kg') => 83.91458845 'kg'
      Observation.value is Quantity => true
      Observation.value is System.Quantity => false
      Observation.value.ofType(Quantity).unit => 'lbs'
      Observation.value.as(Period).start => {}
      Observation.referenceRange.low.value = 0.1 => true
      Observation.referenceRange.low.value.toString() => '0.10'
      Observation.referenceRange.high.value.toString() => '210.50'
      Observation.effective.start is dateTime => true
      Observation.effective.start < Observation.effective.end => true
      Observation.effective.start < @2021-03-04T10:00:00 => {}
      Observation.issued is instant => true
      Observation.issued + 750 milliseconds => @2021-03-05T11:00:01.000Z
      Observation.component.value.type().name => 'boolean', 'time', 'integer'
      Observation.component.value.ofType(time) < @T15:00 => true
      Observation.component.where(value is boolean).code.text => 'a'
      Observation.component.value.ofType(integer) + 1 => 4
      Observation.component.value.ofType(Integer) => 3
      Observation.status.memberOf('http://hl7.org/fhir/ValueSet/observation-status') => true
      """))
  func ofObservation(row: PathRow) throws { try row.check(on: RecordsOfR4.observation, release: .r4) }

  @Test(
    arguments: table(
      """
      MedicationRequest is MedicationOrder => false
      MedicationRequest.medication is CodeableConcept => true
      MedicationRequest.medication.text => 'Aspirin'
      MedicationRequest.instantiatesCanonical.type() => FHIR.canonical
      MedicationRequest.authoredOn < @2021 => true
      MedicationRequest.authoredOn < @2020-05-05 => {}
      MedicationRequest.dosageInstruction.type() => FHIR.Dosage
      MedicationRequest.dosageInstruction.asNeeded is boolean => true
      MedicationRequest.dosageInstruction.doseAndRate.type() => FHIR.Element
      MedicationRequest.dosageInstruction.doseAndRate.dose > 4 'mg' => true
      MedicationRequest.dosageInstruction.timing.repeat.timeOfDay is time => true
      MedicationRequest.dispenseRequest.expectedSupplyDuration = 28 days => true
      MedicationRequest.dispenseRequest.expectedSupplyDuration.type() => FHIR.Duration
      MedicationRequest.dispenseRequest.expectedSupplyDuration is Quantity => true
      @2020-01-01 + MedicationRequest.dispenseRequest.expectedSupplyDuration => @2020-01-29
      MedicationRequest.dispenseRequest is BackboneElement => true
      MedicationRequest.subject.resolve() => {}
      MedicationRequest.intent.memberOf('http://hl7.org/fhir/ValueSet/medicationrequest-intent') => true
      """))
  func ofMedicationRequest(row: PathRow) throws { try row.check(on: RecordsOfR4.medication, release: .r4) }

  @Test(
    arguments: table(
      """
      Parameters.parameter.value.where($this is uri).type().name => 'canonical', 'url', 'uuid', 'uri', 'oid'
      Parameters.parameter.value.ofType(uri) => 'urn:x'
      Parameters.parameter.value.ofType(canonical) => 'http://example.org/v|1'
      Parameters.parameter.value.ofType(url) => 'http://example.org'
      Parameters.parameter.value.where($this is string).type().name => 'id', 'code', 'markdown', 'string'
      Parameters.parameter.value.ofType(string) => 's'
      Parameters.parameter.value.where($this is integer).type().name => 'integer', 'positiveInt', 'unsignedInt'
      Parameters.parameter.value.ofType(integer) => 1
      Parameters.parameter.value.ofType(decimal) * 2 => 3.00
      Parameters.parameter.value.ofType(date) => '2020-01'
      Parameters.parameter.value.ofType(dateTime).type() => FHIR.dateTime
      Parameters.parameter.value.ofType(instant).type() => FHIR.instant
      Parameters.parameter.value.ofType(Age).value => 3
      Parameters.parameter.where(name = 'age').value > 2 years => true
      Parameters.parameter.where(name = 'money').value is Quantity => false
      Parameters.parameter.where(name = 'money').value.currency => 'EUR'
      Parameters.parameter.value.ofType(Dosage).text => 'twice'
      Parameters.parameter.value.ofType(Meta).versionId => '1'
      Parameters.parameter.part.resource is Basic => true
      Parameters.parameter.part.type() => FHIR.BackboneElement
      """))
  func ofParameters(row: PathRow) throws { try row.check(on: RecordsOfR4.parameters, release: .r4) }
}
