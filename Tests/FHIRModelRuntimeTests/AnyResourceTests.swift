import FHIRR4
import Testing

/// What a resource of any type says of itself, and how it becomes one of a type.
struct AnyResourceTests {
  private func decoded(_ json: String) throws -> AnyResource {
    try FHIRDecoder().decode(AnyResource.self, from: Array(json.utf8))
  }

  @Test func aResourceSaysTypeIdAndMeta() throws {
    let resource = try decoded(#"{"resourceType":"Patient","id":"p1","meta":{"versionId":"3"}}"#)
    #expect(resource.resourceType == .patient)
    #expect(resource.id == "p1")
    #expect(resource.meta?.versionId == "3")
    #expect(resource.as(Patient.self)?.id == "p1")
    #expect(resource.as(Observation.self) == nil)
    #expect(resource.is(.patient, id: "p1") && !resource.is(.patient, id: "p2") && !resource.is(.person, id: "p1"))
  }

  @Test func itCanBeUnboxed() throws {
    let model = try #require(try decoded(#"{"resourceType":"Patient","id":"p1"}"#).model)
    #expect(model.id?.value == "p1" && model.resourceType == .patient)
    #expect((model as? Patient)?.asAnyResource.resourceType == .patient)
    #expect(Patient().resourceType == .patient && Patient.resourceType.rawValue == "Patient")
  }

  /// Of a resource without a model all is kept, so that its id and metadata can be read.
  @Test(arguments: [
    (#""id":"a","meta":{"versionId":"7","tag":[{"code":"t"}]}"#, "a", "7"), (#""meta":{"versionId":"7"}"#, nil, "7"),
    (#""id":7,"meta":"x""#, nil, nil), (#""id":"\u0061""#, "a", nil), ("\"x\":1", nil, nil),
  ])
  func aResourceWithoutAModelDoesToo(members: String, id: String?, version: String?) throws {
    let resource = try decoded(#"{"resourceType":"Flag",\#(members)}"#)
    #expect(resource.resourceType == .flag && resource.model == nil)
    #expect(resource.rawResource?.resourceTypeName == "Flag")
    #expect(resource.id?.value == id)
    #expect(resource.meta?.versionId?.value == version)
  }

  @Test func anUnknownTypeHasANameOnly() throws {
    let json = Array(#"{"resourceType":"Dragon","id":"d"}"#.utf8)
    let resource = try #require(FHIRDecoder().decodeLeniently(AnyResource.self, from: json).value)
    #expect(resource.resourceType == nil && resource.resourceTypeName == "Dragon" && resource.id == "d")
    #expect(AnyResource.patient(Patient()).resourceTypeName == "Patient")
  }

  @Test func theTypesAreThoseOfTheRelease() {
    #expect(ResourceType.allCases.contains(.medicationRequest))
    #expect(ResourceType(rawValue: "MedicationOrder") == nil)
    #expect("\(ResourceType.list)" == "List")
    #expect(ResourceType.allCases.map(\.rawValue) == ResourceType.allCases.map(\.rawValue).sorted())
  }

  @Test func aBundleGivesItsResourcesByTypeAndId() throws {
    let bundle = Bundle(
      type: .collection,
      entry: [
        .init(resource: .observation(Observation(id: "1", status: .final, code: CodeableConcept(text: "Pulse")))),
        .init(resource: .patient(Patient(id: "1", birthDate: Primitive(text: "1974-12")))),
        .init(resource: try decoded(#"{"resourceType":"Flag","id":"1"}"#)), .init(fullUrl: "urn:x"),
      ])
    #expect(bundle.resource(Patient.self, id: "1")?.birthDate?.value?.month == 12)
    #expect(bundle.resource(Patient.self, id: "2") == nil)
    #expect(bundle.entry(.flag, id: "1")?.resource?.rawResource != nil)
    #expect(bundle.resources(Observation.self).map(\.id) == ["1"])
  }
}
