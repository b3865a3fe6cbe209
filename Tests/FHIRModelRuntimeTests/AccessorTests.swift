import FHIRDSTU2
import FHIRR4
import Foundation
import Testing

/// The code that users write to read the content of a record.
struct AccessorTests {
  private func sample(_ path: String) throws -> [UInt8] {
    try Corpus.bytes(Corpus.root.appendingPathComponent("Samples/\(path).json"))
  }

  @Test func aLaboratoryValueOfDSTU2() throws {
    let observation = try FHIRDecoder().decode(
      FHIRDSTU2.Observation.self, from: sample("dstu2/records/Observation-hemoglobin"))
    let quantity = observation.value?.quantity
    let range = observation.referenceRange.first
    let date = observation.effective?.dateTime?.value?.date
    #expect("\(quantity?.value?.value ?? 0) \(quantity?.unit?.value ?? "")" == "13.20 g/dL")
    #expect(range?.low?.value?.value?.text == "12.0" && range?.high?.value?.value?.text == "15.5")
    #expect(date == FHIRDate(year: 2015, month: 6, day: 11))
  }

  @Test func aLaboratoryValueOfR4() throws {
    let observation = try FHIRDecoder().decode(
      FHIRR4.Observation.self, from: sample("r4/records/Observation-hemoglobin"))
    let quantity = observation.value?.quantity
    let range = observation.referenceRange.first
    let date = observation.effective?.dateTime?.value?.date
    #expect("\(quantity?.value?.value ?? 0) \(quantity?.unit?.value ?? "")" == "12.90 g/dL")
    #expect(range?.low?.value?.value?.text == "12.0" && range?.high?.value?.value?.text == "15.5")
    #expect(date == FHIRDate(year: 2022, month: 11, day: 29))
  }

  @Test func aChoiceHasOneType() {
    let value = FHIRR4.Observation.Value.string("x")
    #expect(value.string == "x" && value.quantity == nil && value.boolean == nil)
    #expect(FHIRR4.Observation.Value.dateTime(FHIRR4.Primitive(FHIRDateTime(FHIRDate("2020")!))).dateTime?.id == nil)
  }

  @Test func codingsAndIdentifiersAreFoundBySystem() {
    let concept = FHIRR4.CodeableConcept(
      coding: [.init(system: "urn:a", code: "1"), .init(code: "2"), .init(system: "urn:b", code: "3")])
    #expect(concept.coding.first(system: "urn:b")?.code == "3")
    #expect(concept.coding.first(system: "urn:c") == nil)
    #expect(concept.coding.with(system: "urn:a").map(\.code) == ["1"])
    let patient = FHIRDSTU2.Patient(identifier: [.init(system: "urn:mrn", value: "7")])
    #expect(patient.identifier.first(system: "urn:mrn")?.value == "7")
  }

  @Test func extensionsAreFoundByURL() {
    let race = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race"
    var patient = FHIRR4.Patient(birthDate: FHIRR4.Primitive(text: "1974-12-25"))
    var extended = FHIRR4.Extension(url: FHIRR4.Primitive(race))
    extended.extension = [
      .init(url: "ombCategory", value: .coding(.init(code: "2106-3"))), .init(url: "text", value: .string("White")),
      .init(url: "ombCategory", value: .coding(.init(code: "1002-5"))),
    ]
    patient.extension = [.init(url: "urn:x"), extended]
    patient.birthDate?.extension = [.init(url: "urn:time", value: .time(FHIRR4.Primitive(text: "08:30:00")!))]
    #expect(patient.extensions(race).first?.extensions("text").first?.value?.string == "White")
    #expect(patient.extensions(race, "ombCategory").map { $0.value?.coding?.code } == ["2106-3", "1002-5"])
    #expect(patient.extensions("urn:y", "text") == [] && patient.extensions(race, "text", "z") == [])
    #expect(patient.birthDate?.extensions("urn:time").first?.value?.time?.value?.hour == 8)
    #expect(patient.extension.first(url: race)?.extension.count == 3)
  }
}
