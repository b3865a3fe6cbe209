import FHIRDSTU2
import FHIRR4
import FHIRTestSupport
import Foundation
import Testing

/// Runs the code of the articles on models.
struct ModelArticleTests {
  private func sample(_ name: String) throws -> [UInt8] { try PackageRoot.bytes("Samples/r4/records/\(name).json") }

  private func text(_ resource: some FHIRResource) -> String {
    String(decoding: FHIREncoder().encode(resource), as: UTF8.self)
  }

  // MARK: - Coming from FHIRModels

  @Test func aRecordIsDecoded() throws {
    let patient = Array(#"{"resourceType":"Patient","id":"p","birthDate":"1974-12-25"}"#.utf8)
    #expect(try patientID(patient) == "p")
    #expect(try kind(of: Data(patient)) == "patient, born 1974")
    #expect(try kind(of: Data(sample("Observation-hemoglobin"))) == "observation, final")
    #expect(try kind(of: Data(#"{"resourceType":"Flag","id":"f"}"#.utf8)) == "Flag f")
  }

  @Test func aBundleIsRead() throws {
    let bundle = collection(FHIRR4.Patient(id: "p"), hemoglobin(of: "p", 13.4, on: FHIRDate("2024-05")!))
    let found = try observations(in: FHIREncoder().encode(bundle))
    #expect(found.all.count == 1 && found.subject?.id == "p")
  }

  @Test func aPatientIsChanged() throws {
    #expect(
      text(renamed(FHIRR4.Patient(id: "101")))
        == #"{"resourceType":"Patient","id":"102","active":true,"name":[{"use":"official","family":"Altmann","#
        + #""given":["Kim","Jo"]}],"gender":"female"}"#)
  }

  @Test func aMomentHasItsParts() {
    #expect(parts(of: "2020-03-12T12:33:54.6543-06:00") == [2020, 33, -360, 60])
    #expect(parts(of: "2020-03") == nil)
  }

  @Test func aLaboratoryValueIsALine() throws {
    #expect(try laboratoryLine(sample("Observation-hemoglobin")) == "12.90 12.0 15.5 g/dL 2022-11-29")
  }

  @Test func containedResourcesAndExtensionsAreFound() throws {
    let rxnorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
    let salbutamol = FHIRR4.Coding(system: FHIRR4.Primitive(rxnorm), code: "435", display: "Salbutamol")
    let request = FHIRR4.MedicationRequest(
      contained: [.medication(FHIRR4.Medication(id: "m", code: FHIRR4.CodeableConcept(coding: [salbutamol])))],
      status: .active, intent: .order, medication: .reference(FHIRR4.Reference(reference: "#m")),
      subject: FHIRR4.Reference(reference: "Patient/p"))
    #expect(medication(in: request) == "Salbutamol")
    #expect(raceCategories(of: FHIRR4.Patient()) == [])
  }

  @Test func jsonIsReadable() {
    #expect(readable(FHIRR4.Patient(id: "p")) == "{\n  \"resourceType\": \"Patient\",\n  \"id\": \"p\"\n}")
  }

  /// The first page: the patient and the code of an entry.
  @Test func anEntryIsLookedInto() {
    let number = FHIRDSTU2.Identifier(system: "urn:oid:1.2.36.146.595.217.0.1", value: "12345")
    let observation = FHIRDSTU2.Observation(
      status: .final, code: FHIRDSTU2.CodeableConcept(coding: [.init(system: "http://loinc.org", code: "718-7")]),
      subject: FHIRDSTU2.Reference(reference: "Patient/p"))
    let bundle = FHIRDSTU2.Bundle(
      type: .collection,
      entry: [
        .init(fullUrl: "https://a.example/Observation/o", resource: .observation(observation)),
        .init(fullUrl: "https://a.example/Patient/p", resource: .patient(FHIRDSTU2.Patient(identifier: [number]))),
      ])
    #expect(numberAndCode(in: bundle, bundle.entry[0]) == ["12345", "718-7"])
  }

  // MARK: - Building records

  @Test func aResultIsBuilt() {
    let observation = hemoglobin(of: "p", FHIRDecimal("13.40")!, on: FHIRDate("2024-05-02")!)
    #expect(
      text(observation)
        == #"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","#
        + #""code":"718-7","display":"Hemoglobin [Mass/volume] in Blood"}]},"subject":{"reference":"Patient/p"},"#
        + #""effectiveDateTime":"2024-05-02","valueQuantity":{"value":13.40,"unit":"g/dL","#
        + #""system":"http://unitsofmeasure.org","code":"g/dL"},"referenceRange":[{"low":{"value":12,"unit":"g/dL"},"#
        + #""high":{"value":15.5,"unit":"g/dL"}}]}"#)
    #expect(amounts().map { $0.value?.value?.text } == ["13.4", "13.40"])
  }

  @Test func aResultIsCorrected() throws {
    var observation = try FHIRDecoder().decode(
      FHIRDSTU2.Observation.self, from: PackageRoot.bytes("Samples/dstu2/records/Observation-hemoglobin.json"))
    correct(&observation, to: 12.8, because: "Mixed up")
    #expect(observation.status == .amended && observation.value?.quantity?.value == 12.8)
    #expect(observation.value?.quantity?.unit == "g/dL" && observation.comments == "Mixed up")
  }

  @Test func aReasonStandsInPlaceOfAValue() {
    #expect(
      text(patientWithoutBirthDate())
        == #"{"resourceType":"Patient","name":[{"text":"Unknown"}],"_birthDate":{"extension":[{"#
        + #""url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"asked-unknown"}]}}"#)
  }
}
