import Testing

/// Paths: names, choices, siblings, elements that the release does not define.
struct NavigationTests {
  @Test(
    arguments: table(
      """
      Patient.gender => 'male'
      gender => 'male'
      Patient.name.given => 'Peter', 'James', 'Jim', 'Peter', 'James'
      name.family => 'Chalmers', 'Windsor'
      name[1].given => 'Jim'
      name[5] => {}
      name[-1] => {}
      name.given[0] => 'Peter'
      `Patient`.`gender` => 'male'
      Patient.name.period.end => '2002'
      Patient.telecom.rank => 1
      Patient.active => true
      Patient.unknown => {}
      Patient.name.unknown.more => {}
      Observation.value => {}
      Resource.id => 'ex'
      DomainResource.id => 'ex'
      Practitioner.id => {}
      Patient.deceased => false
      Patient.deceased.is(boolean) => true
      deceasedBoolean => {}
      Patient.deceasedBoolean => {}
      Patient.contained.name => 'Acme'
      Patient.extension.value => 'red'
      Patient.extension.value is code => true
      Patient.birthDate.extension.value => '1974-12-25T14:35:45-05:00'
      Patient.address.line => '534 Erewhon St', {"id":"second"}
      Patient.address.line.id => 'second'
      Patient.address.line.count() => 2
      Patient.resourceType => 'Patient'
      """))
  func ofPatient(row: PathRow) throws { try row.check(on: Records.patient) }

  /// A key may be written with escapes, including that of a choice or of a sibling.
  @Test(
    arguments: table(
      """
      status => 'final'
      value => 4
      value.ofType(integer) => 4
      effective.extension.value => 'unknown'
      issued.extension.value => 'unknown'
      children().ofType(integer) => 4
      comments => {}
      """))
  func ofEscapedKeys(row: PathRow) throws {
    try row.check(
      on: #"""
        {
          "resourceType": "Observation", "st\u0061tus": "final", "v\u0061lueInteger": 4,
          "_effectiveD\u0061teTime": { "extension": [{ "url": "urn:a", "valueCode": "unknown" }] },
          "_issue\u0064": { "extension": [{ "url": "urn:a", "valueCode": "unknown" }] }
        }
        """#)
  }

  @Test(
    arguments: table(
      """
      Observation.value.value => 185.0
      Observation.value > 180.0 '[lb_av]' => true
      Observation.value = 185 '[lb_av]' => true
      Observation.value > 80 'kg' => true
      Observation.value < 100 'Cel' => {}
      Observation.component[1].value = 4 days => true
      Observation.value.abs() => 185.0 '[lb_av]'
      Observation.value.unit => 'lbs'
      Observation.value.code => '[lb_av]'
      Observation.valueQuantity => {}
      Observation.component.select(valueString) => {}
      descendants().valueString => {}
      Observation.value is Quantity => true
      Observation.referenceRange.low.type() => FHIR.Quantity
      Observation.referenceRange.low is SimpleQuantity => true
      Observation.value.is(FHIR.Quantity) => true
      (Observation.value as Quantity).value => 185.0
      Observation.value.as(string) => {}
      Observation.effective => '2013-04-02T10:30:10+01:00'
      Observation.effective is dateTime => true
      Observation.component.value.ofType(Quantity).value => 4
      Observation.component.value.ofType(string) => 'x'
      Observation.component.value.type().name => 'string', 'Quantity'
      """))
  func ofObservation(row: PathRow) throws { try row.check(on: Records.observation) }

  @Test(
    arguments: table(
      """
      ServiceRequest.status => 'active'
      Patient.status => {}
      Resource.id => 'later'
      ServiceRequest.type().name => 'ServiceRequest'
      ServiceRequest is ServiceRequest => true
      ServiceRequest is DomainResource => true
      ServiceRequest is Patient => false
      meta.versionId => '1'
      instantiatesCanonical => 'http://example.org/plan'
      instantiates => 'http://example.org/plan'
      instantiates is canonical => true
      instantiates is uri => true
      occurrence => '2020-05-06T10:00:00Z'
      occurrence is dateTime => true
      occurrence > @2020-05-06T09:00:00Z => true
      asNeeded.text => 'as needed'
      asNeeded is CodeableConcept => true
      quantity.value => 3
      quantity is Quantity => true
      value => 'http://example.org/canonical'
      value is canonical => true
      value.type().name => 'canonical'
      extension('http://example.org/a').value => 'http://example.org/b'
      status is code => true
      status is string => true
      status is System.String => false
      status is boolean => false
      status.type() => FHIR.code
      authoredOn is String => true
      authoredOn is string => true
      authoredOn.type() => System.String
      doNotPerform is boolean => true
      doNotPerform is Boolean => false
      medicationReference.reference => 'Medication/1'
      reasonReference.reference => 'Condition/1'
      basedOn is Reference => true
      basedOn.type() => FHIR.Reference
      severity is CodeableConcept => true
      topic.first() is Coding => true
      dose is Quantity => true
      dose > 2 'mg' => true
      validity is Period => true
      validity.start < @2021 => true
      why.type() => FHIR.CodeableConcept
      share.type() => FHIR.Ratio
      owner.type() => FHIR.Reference
      target.type() => FHIR.Element
      part.type() => FHIR.Element
      part is BackboneElement => true
      doNotPerform.not() => true
      authoredOn = @2020-05-05 => true
      authoredOn < @2020-05-06 => true
      authoredOn > @2020-05-04T10:00:00 => true
      performer.reference.count() => 2
      performer.first() is Reference => true
      performer.first().type().name => 'Reference'
      descendants().ofType(Reference).count() => 7
      note.first().type() => FHIR.Annotation
      performer.where(reference.endsWith('2')).reference => 'Practitioner/2'
      note.text.upper() => 'FIRST'
      priority => 'routine'
      pri => {}
      """))
  func ofElementsThatNoTableHas(row: PathRow) throws { try row.check(on: Records.later) }

  @Test(
    arguments: table(
      """
      Condition.clinicalStatus.coding.code => 'active'
      Condition.clinicalStatus is code => false
      Condition.clinicalStatus is Element => true
      Condition.clinicalStatus.type() => FHIR.CodeableConcept
      Condition.bodySite => 'left arm'
      Condition.bodySite is String => true
      Condition.bodySite.upper() => 'LEFT ARM'
      Condition.evidence.type().name => 'BackboneElement'
      Condition.evidence.first() is BackboneElement => true
      Condition.onset > 2 years => true
      Condition.onset < 37 months => true
      Condition.onset = 3 'a' => true
      @2000-01-01 + Condition.onset => @2003-01-01
      """))
  func ofElementsInAnotherForm(row: PathRow) throws { try row.check(on: Records.laterCondition) }

  @Test(
    arguments: table(
      """
      Questionnaire.group.repeat(group).linkId => '1', '2'
      Questionnaire.repeat(group | question).linkId => 'root', '1', '2', '1.1', '1.2', '1.2.1'
      Questionnaire.descendants().linkId.count() => 6
      Questionnaire.children().count() => 2
      Questionnaire.group.children().count() => 3
      Questionnaire.descendants().where(linkId = '1.2').exists() => true
      Questionnaire.group.repeat(group | question).count() => 5
      """))
  func ofTrees(row: PathRow) throws { try row.check(on: Records.questionnaire) }
}
