import ClinicalRecords
import Testing

/// Equivalent records of both releases have equal facts.
@Suite struct RecordFactsTests {
  private func facts(_ json: String) throws -> RecordFacts { try #require(RecordFacts(json: Array(json.utf8))) }

  @Test(arguments: [
    #"""
    {"resourceType": "Observation", "status": "final", "category": {"coding": [{"code": "laboratory"}]},
      "code": {"coding": [{"system": "http://loinc.org", "code": "718-7", "display": "Hemoglobin"}]},
      "subject": {"reference": "Patient/1"}, "encounter": {"reference": "Encounter/2"},
      "performer": [{"display": "Lab"}], "effectiveDateTime": "2015-02-07", "issued": "2015-02-08T09:00:00Z",
      "valueQuantity": {"value": 13.40, "comparator": "<", "unit": "g/dL", "system": "http://unitsofmeasure.org",
        "code": "g/dL"}, "interpretation": {"coding": [{"code": "L"}]},
      "referenceRange": [{"low": {"value": 13.5, "unit": "g/dL"}, "meaning": {"text": "normal"}, "text": "over 13.5"}]}
    """#,
    #"""
    {"resourceType": "Observation", "status": "final", "category": [{"coding": [{"code": "laboratory"}]}],
      "code": {"coding": [{"system": "http://loinc.org", "code": "718-7", "display": "Hemoglobin"}]},
      "subject": {"reference": "Patient/1"}, "encounter": {"reference": "Encounter/2"},
      "performer": [{"display": "Lab"}], "effectivePeriod": {"start": "2015-02-07"}, "issued": "2015-02-08T09:00:00Z",
      "valueQuantity": {"value": 13.40, "comparator": "<", "unit": "g/dL", "system": "http://unitsofmeasure.org",
        "code": "g/dL"}, "interpretation": [{"coding": [{"code": "L"}]}],
      "referenceRange": [{"low": {"value": 13.5, "unit": "g/dL"}, "type": {"text": "normal"}, "text": "over 13.5"}]}
    """#,
  ]) func aLaboratoryValue(_ json: String) throws {
    let facts = try facts(json)
    #expect(facts.resourceType == .observation)
    #expect(facts.code?.name == "Hemoglobin")
    #expect(facts.code?.code(in: "http://loinc.org") == "718-7")
    #expect(facts.code?.code(in: "http://loinc.org/") == nil)
    #expect(facts.status?.codings.map(\.code) == ["final"])
    #expect(facts.categories.map { $0.codings.map(\.code) } == [["laboratory"]])
    #expect((facts.start, facts.end, facts.issued) == ("2015-02-07", nil, "2015-02-08T09:00:00Z"))
    #expect(facts.subject?.reference == "Patient/1")
    #expect(facts.encounters.map(\.reference) == ["Encounter/2"])
    #expect(facts.performers.map(\.display) == ["Lab"])
    let quantity = try #require(facts.measurement?.quantity)
    #expect(quantity.number?.text == "13.40")
    #expect(quantity.comparator == "<")
    #expect((quantity.unit, quantity.system, quantity.code) == ("g/dL", "http://unitsofmeasure.org", "g/dL"))
    #expect(facts.measurement?.interpretations.map { $0.codings.map(\.code) } == [["L"]])
    let range = try #require(facts.measurement?.referenceRanges.first)
    #expect((range.low?.number?.text, range.high) == ("13.5", nil))
    #expect((range.meaning?.name, range.text) == ("normal", "over 13.5"))
    #expect(!facts.wasNotDone)
  }

  @Test(arguments: [
    ##"""
    {"resourceType": "AllergyIntolerance", "substance": {"text": "Nuts"}, "status": "active",
      "patient": {"reference": "Patient/1"}, "onset": "2010", "recordedDate": "2011", "category": "food",
      "reporter": {"display": "Ann"}}
    """##,
    ##"""
    {"resourceType": "AllergyIntolerance", "code": {"text": "Nuts"},
      "clinicalStatus": {"coding": [{"code": "active"}]}, "patient": {"reference": "Patient/1"},
      "onsetDateTime": "2010", "recordedDate": "2011", "category": ["food"], "asserter": {"display": "Ann"}}
    """##,
  ]) func anAllergy(_ json: String) throws {
    let facts = try facts(json)
    #expect(facts.code?.name == "Nuts")
    #expect(facts.status?.codings.map(\.code) == ["active"])
    #expect(facts.categories.map { $0.codings.map(\.code) } == [["food"]])
    #expect((facts.start, facts.end, facts.issued) == ("2010", nil, "2011"))
    #expect(facts.subject?.reference == "Patient/1")
    #expect(facts.performers.map(\.display) == ["Ann"])
  }

  @Test(arguments: [
    ##"""
    {"resourceType": "Condition", "code": {"text": "Asthma"}, "clinicalStatus": "active",
      "verificationStatus": "confirmed", "patient": {"reference": "Patient/1"},
      "onsetPeriod": {"start": "2010"}, "abatementDateTime": "2012", "dateRecorded": "2011",
      "category": {"text": "problem"}}
    """##,
    ##"""
    {"resourceType": "Condition", "code": {"text": "Asthma"},
      "clinicalStatus": {"coding": [{"code": "active"}]},
      "verificationStatus": {"coding": [{"code": "confirmed"}]}, "subject": {"reference": "Patient/1"},
      "onsetDateTime": "2010", "abatementPeriod": {"end": "2012"}, "recordedDate": "2011",
      "category": [{"text": "problem"}]}
    """##,
  ]) func aCondition(_ json: String) throws {
    let facts = try facts(json)
    #expect(facts.code?.name == "Asthma")
    #expect(facts.status?.codings.map(\.code) == ["active"])
    #expect(facts.verificationStatus?.codings.map(\.code) == ["confirmed"])
    #expect(facts.categories.map(\.text) == ["problem"])
    #expect((facts.start, facts.end, facts.issued) == ("2010", "2012", "2011"))
    #expect(facts.subject?.reference == "Patient/1")
  }

  @Test(arguments: [
    ##"""
    {"resourceType": "MedicationOrder", "status": "active", "dateWritten": "2015",
      "patient": {"display": "Ann"}, "prescriber": {"display": "Dr. B"},
      "medicationReference": {"reference": "#m"}, "contained": [{"resourceType": "Medication", "id": "m",
      "code": {"text": "Albuterol"}}]}
    """##,
    ##"""
    {"resourceType": "MedicationRequest", "status": "active", "authoredOn": "2015",
      "subject": {"display": "Ann"}, "requester": {"display": "Dr. B"},
      "medicationCodeableConcept": {"text": "Albuterol"}}
    """##,
    ##"""
    {"resourceType": "MedicationRequest", "status": "active", "authoredOn": "2015",
      "subject": {"display": "Ann"}, "requester": {"display": "Dr. B"},
      "medicationReference": {"reference": "#m", "display": "Spray"}, "contained": [{"resourceType": "Medication",
      "id": "m", "code": {"text": "Albuterol"}}]}
    """##,
  ]) func aMedicationThatWasOrdered(_ json: String) throws {
    let facts = try facts(json)
    #expect(facts.code?.name == "Albuterol")
    #expect((facts.start, facts.end, facts.issued) == (nil, nil, "2015"))
    #expect(facts.subject?.display == "Ann")
    #expect(facts.performers.map(\.display) == ["Dr. B"])
  }

  @Test(arguments: [
    ##"""
    {"resourceType": "Immunization", "wasNotGiven": true, "status": "completed", "date": "2015",
      "vaccineCode": {"text": "Flu"}, "performer": {"display": "Nurse"}}
    """##,
    ##"""
    {"resourceType": "Immunization", "status": "not-done", "occurrenceDateTime": "2015",
      "vaccineCode": {"text": "Flu"}, "performer": [{"actor": {"display": "Nurse"}}]}
    """##,
    ##"""
    {"resourceType": "Procedure", "notPerformed": true, "status": "aborted", "performedDateTime": "2015",
      "code": {"text": "Flu"}, "performer": [{"actor": {"display": "Nurse"}}]}
    """##,
    ##"""
    {"resourceType": "MedicationStatement", "wasNotTaken": true, "effectivePeriod": {"start": "2015"},
      "medicationCodeableConcept": {"text": "Flu"}, "informationSource": {"display": "Nurse"}}
    """##,
  ]) func somethingThatWasNotDone(_ json: String) throws {
    let facts = try facts(json)
    #expect(facts.wasNotDone)
    #expect(facts.start == "2015")
    #expect(facts.code?.name == "Flu")
    #expect(facts.performers.map(\.display) == ["Nurse"])
  }

  @Test func anOrderNotToTakeSomething() throws {
    #expect(try facts(##"{"resourceType": "MedicationRequest", "status": "active", "doNotPerform": true}"##).wasNotDone)
    #expect(
      try !facts(##"{"resourceType": "MedicationRequest", "status": "active", "doNotPerform": false}"##).wasNotDone)
  }

  @Test(arguments: [
    ##"""
    {"resourceType": "DocumentReference", "status": "current", "type": {"text": "Summary"},
      "indexed": "2015-01-01T00:00:00Z", "class": {"text": "note"}, "author": [{"display": "Dr. B"}],
      "context": {"period": {"start": "2014", "end": "2015"}, "encounter": {"reference": "Encounter/1"}}}
    """##,
    ##"""
    {"resourceType": "DocumentReference", "status": "current", "type": {"text": "Summary"},
      "date": "2015-01-01T00:00:00Z", "category": [{"text": "note"}], "author": [{"display": "Dr. B"}],
      "context": {"period": {"start": "2014", "end": "2015"}, "encounter": [{"reference": "Encounter/1"}]}}
    """##,
  ]) func aDocument(_ json: String) throws {
    let facts = try facts(json)
    #expect(facts.code?.name == "Summary")
    #expect(facts.categories.map(\.text) == ["note"])
    #expect((facts.start, facts.end, facts.issued) == ("2014", "2015", "2015-01-01T00:00:00Z"))
    #expect(facts.encounters.map(\.reference) == ["Encounter/1"])
  }

  @Test(arguments: [
    ##"""
    {"resourceType": "Coverage", "type": {"code": "EHCPOL"}, "issuer": {"display": "Insurer"},
      "period": {"start": "2015"}}
    """##,
    ##"""
    {"resourceType": "Coverage", "status": "active", "type": {"coding": [{"code": "EHCPOL"}]},
      "payor": [{"display": "Insurer"}], "period": {"start": "2015"}}
    """##,
  ]) func anInsurance(_ json: String) throws {
    let facts = try facts(json)
    #expect(facts.code?.codings.map(\.code) == ["EHCPOL"])
    #expect(facts.performers.map(\.display) == ["Insurer"])
    #expect(facts.start == "2015")
  }

  @Test func componentsHaveResultsOfTheirOwn() throws {
    let facts = try facts(
      #"""
      {"resourceType": "Observation", "component": [
        {"code": {"text": "systolic"}, "valueQuantity": {"value": 120, "unit": "mm[Hg]"}},
        {"code": {"text": "diastolic"}, "dataAbsentReason": {"text": "unknown"}}]}
      """#)
    #expect(facts.measurement == nil)
    #expect(facts.components.map { $0.code?.text } == ["systolic", "diastolic"])
    #expect(facts.components.map { $0.measurement.quantity?.number?.text } == ["120", nil])
    #expect(facts.components[1].measurement.dataAbsentReason?.text == "unknown")
  }

  @Test func factsAreReadFromAMixtureOfReleases() {
    let reading = ClinicalRecordReader().read(
      Array(
        #"""
        {"resourceType": "Condition", "patient": {"reference": "Patient/1"}}
        {"resourceType": "Condition", "subject": {"reference": "Patient/1"}}
        {"resourceType": "Patient"}
        """#.utf8))
    #expect(reading.records.map { $0.facts?.subject?.reference } == ["Patient/1", "Patient/1", nil])
    #expect(reading.records.last?.facts == nil)
  }

  @Test func absentFactsAreNil() throws {
    let bare = try facts(#"{"resourceType": "Observation"}"#)
    #expect(bare.code == nil && bare.status == nil && bare.start == nil && bare.measurement == nil)
    #expect(bare.categories.isEmpty && bare.performers.isEmpty && bare.components.isEmpty)
    let wrong = try facts(
      #"""
      {"resourceType": "Observation", "code": 1, "status": {}, "category": [null, 2], "effectiveDateTime": 2015,
        "subject": "Patient/1", "performer": [[], {}], "valueQuantity": {"value": "13"}, "component": [1]}
      """#)
    #expect(wrong.code == nil && wrong.status == nil && wrong.start == nil && wrong.subject == nil)
    #expect(wrong.measurement == nil && wrong.categories.isEmpty && wrong.components.isEmpty)
  }

  /// The elements that only STU3 has.
  @Test(arguments: [
    (#""Procedure", "notDone": true, "performer": [{"actor": {"display": "Ann"}}]"#, true),
    (#""MedicationStatement", "taken": "n", "informationSource": {"display": "Ann"}"#, true),
    (#""MedicationStatement", "taken": "unk", "informationSource": {"display": "Ann"}"#, false),
    (#""Immunization", "notGiven": true, "practitioner": [{"actor": {"display": "Ann"}}]"#, true),
    (#""MedicationRequest", "requester": {"agent": {"display": "Ann"}}"#, false),
    (#""DiagnosticReport", "performer": [{"actor": {"display": "Ann"}}]"#, false),
  ]) func elementsOfSTU3(_ members: String, _ wasNotDone: Bool) throws {
    let facts = try facts(#"{"resourceType": \#(members)}"#)
    #expect(facts.wasNotDone == wasNotDone)
    #expect(facts.performers.map(\.display) == ["Ann"])
  }

  @Test(arguments: ["AllergyIntolerance", "Condition"])
  func theDateOfAnAssertionOfSTU3(type: String) throws {
    #expect(try facts(#"{"resourceType": "\#(type)", "assertedDate": "2017-05"}"#).issued == "2017-05")
  }
}
