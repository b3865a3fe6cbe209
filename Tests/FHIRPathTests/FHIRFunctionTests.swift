import FHIRSchema
import Testing

/// FHIR's additions to the language: extensions, references, value sets, constants.
struct FHIRFunctionTests {
  @Test(
    arguments: table(
      """
      Patient.extension('http://example.org/colour').value => 'red'
      Patient.extension('http://example.org/other') => {}
      Patient.birthDate.extension('http://example.org/birthTime').value => '1974-12-25T14:35:45-05:00'
      Patient.gender.hasValue() => true
      Patient.name.hasValue() => false
      Patient.unknown.hasValue() => false
      Patient.address.line.select(hasValue()) => true, false
      Patient.gender.getValue() => 'male'
      Patient.birthDate.getValue() => @1974-12-25
      Patient.name.first().getValue() => {}
      Patient.managingOrganization.resolve().name => 'Acme'
      Patient.gender.memberOf('http://hl7.org/fhir/ValueSet/administrative-gender') => true
      Patient.name.first().use.memberOf('http://hl7.org/fhir/ValueSet/administrative-gender') => false
      Patient.gender.memberOf('http://example.org/unknown') => {}
      Patient.gender.subsumes(Patient.gender) => true
      Patient.gender.subsumedBy(Patient.gender) => true
      Patient.gender.subsumes(Patient.name.first().use) => {}
      Patient.gender.subsumes(Patient.name.given.first()) => {}
      {}.subsumes(Patient.gender) => {}
      Patient.conformsTo('http://hl7.org/fhir/StructureDefinition/Patient') => true
      Patient.conformsTo('http://hl7.org/fhir/StructureDefinition/DomainResource') => true
      Patient.conformsTo('http://hl7.org/fhir/StructureDefinition/Person') => false
      Patient.conformsTo('http://example.org/profile') => !evaluation
      Patient.text.div.htmlChecks() => true
      Patient.gender.htmlChecks() => {}
      Patient.gender.extension.value.htmlChecks() => {}
      '<div xmlns="http://www.w3.org/1999/xhtml">a</div>'.htmlChecks() => {}
      {}.htmlChecks() => {}
      Patient.name.first().htmlChecks() => {}
      Patient.name.first().checkModifiers('http://example.org/x').use => 'official'
      Patient.elementDefinition('x') => !semantics
      %resource.id => 'ex'
      %context.gender => 'male'
      %rootResource.type().name => 'Patient'
      Patient.name.where($this.use = %resource.name[0].use).count() => 1
      %sct => 'http://snomed.info/sct'
      %loinc => 'http://loinc.org'
      %ucum => 'http://unitsofmeasure.org'
      %`vs-administrative-gender` => 'http://hl7.org/fhir/ValueSet/administrative-gender'
      %`ext-data-absent-reason` => 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'
      %'vs-a' => 'http://hl7.org/fhir/ValueSet/a'
      %"vs-a" => 'http://hl7.org/fhir/ValueSet/a'
      %unknown => !semantics
      """))
  func ofPatient(row: PathRow) throws { try row.check(on: Records.patient) }

  @Test(
    arguments: table(
      """
      Bundle.entry.resource.count() => 3
      Bundle.entry.resource.ofType(Patient).gender => 'female'
      Bundle.entry.resource.where($this is Condition).id => 'c'
      Bundle.entry[2].resource.patient.resolve().gender => 'female'
      Bundle.entry[2].resource.asserter.resolve().name.family => 'Dot'
      Bundle.entry[2].resource.encounter.resolve() => {}
      Bundle.entry[2].resource.stage.assessment.resolve().name => 'Inside'
      Bundle.entry[2].resource.patient.resolve() is Patient => true
      'http://example.org/fhir/Patient/1'.resolve().id => '1'
      'Patient/1/_history/3'.resolve().id => '1'
      'http://example.org/fhir/Patient/1/_history/3'.resolve().id => '1'
      'Patient/1/_history/2'.resolve() => {}
      'http://example.org/fhir/Patient/1/_history/2'.resolve() => {}
      'Patient/2'.resolve() => {}
      Bundle.descendants().ofType(Reference).reference.count() => 4
      """))
  func ofBundle(row: PathRow) throws { try row.check(on: Records.bundle) }

  @Test(
    arguments: table(
      """
      'M'.memberOf('http://hl7.org/fhir/ValueSet/marital-status') => !evaluation
      Patient.maritalStatus.memberOf('http://hl7.org/fhir/ValueSet/marital-status') => true
      'male'.memberOf('http://hl7.org/fhir/ValueSet/administrative-gender') => true
      Patient.checkModifiers('http://example.org/a').id => !evaluation
      Patient.checkModifiers('http://example.org/a', 'http://example.org/b').id => 'x'
      Patient.checkModifiers('http://example.org/c', 'http://example.org/a', 'http://example.org/b').id => 'x'
      Patient.checkModifiers('http://example.org/c').exists() => !evaluation
      Patient.contact.checkModifiers('http://example.org/c').exists() => !evaluation
      Patient.contact[0].checkModifiers('http://example.org/c').exists() => true
      Patient.communication.checkModifiers('http://example.org/c').exists() => false
      """))
  func ofR4(row: PathRow) throws {
    func modifier(_ name: String) -> String { #"{ "url": "http://example.org/\#(name)", "valueBoolean": true }"# }
    try row.check(
      on: #"""
        {
          "resourceType": "Patient",
          "id": "x",
          "modifierExtension": [\#(modifier("a")), \#(modifier("b"))],
          "maritalStatus": {
            "coding": [{ "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "code": "M" }]
          },
          "contact": [{ "gender": "male" }, { "modifierExtension": [\#(modifier("d"))] }]
        }
        """#, release: .r4)
  }

  /// A relative reference is about the server of its own entry, if that has an address.
  @Test(
    arguments: table(
      """
      Bundle.entry[2].resource.subject.resolve().gender => 'male'
      Bundle.entry[3].resource.subject.resolve().gender => 'female'
      Bundle.entry[3].resource.performer.resolve() => {}
      Bundle.entry[4].resource.subject.resolve() => {}
      Bundle.entry[5].resource.subject.resolve().gender => 'female'
      Bundle.entry[5].resource.performer.resolve().gender => 'female'
      """))
  func ofSeveralServers(row: PathRow) throws {
    func entry(_ url: String, _ type: String, _ members: String) -> String {
      #"{ \#(url.isEmpty ? "" : #""fullUrl": "\#(url)", "#)"resource": { "resourceType": "\#(type)", \#(members) } }"#
    }
    let subject = #""subject": { "reference": "Patient/1" }"#
    let entries = [
      entry("http://b.org/fhir/Patient/1", "Patient", #""id": "1", "gender": "female""#),
      entry(#"http:\/\/a.org\/Patient\/1"#, "Patient", #""id": "1", "gender": "male""#),
      entry(#"http:\/\/a.org\/Observation\/o"#, "Observation", subject),
      entry(
        "http://b.org/fhir/Observation/o", "Observation",
        subject + #", "performer": [{ "reference": "http://c.org/Patient/1" }]"#),
      entry("urn:uuid:04121321-4af5-424c-a0e1-ed3aab1c349d", "Observation", subject),
      entry("", "Observation", subject + #", "performer": [{ "reference": "http://b.org/fhir/Patient/1" }]"#),
    ]
    try row.check(on: #"{ "resourceType": "Bundle", "entry": [\#(entries.joined(separator: ", "))] }"#)
  }
}
