import FHIRR4
import Testing

/// The properties of a resource of any type, and its conversion to a specific type.
struct AnyResourceTests {
  private func decoded(_ json: String) throws -> AnyResource {
    try FHIRDecoder().decode(AnyResource.self, from: Array(json.utf8))
  }

  @Test func aResourceHasTypeIdAndMeta() throws {
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

  /// A resource without a model is kept completely, so its id and metadata can be read.
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

  @Test func idAndMetaCanBeSet() throws {
    var resource = try decoded(#"{"resourceType":"Patient","id":"p1","active":true}"#)
    resource.id = "p2"
    resource.meta = Meta { $0.versionId = "3" }
    #expect(
      resource.as(Patient.self)
        == Patient {
          $0.id = "p2"; $0.meta = Meta { $0.versionId = "3" }; $0.active = true
        })
    resource.id = nil
    #expect(resource.id == nil && resource.as(Patient.self)?.active == true)
    var bundle = Bundle(type: .collection, entry: [.init(resource: resource)])
    bundle.entry[0].resource?.id = "p3"
    #expect(bundle.resource(Patient.self, id: "p3") != nil)
  }

  /// Only the text of the member changes.
  @Test(arguments: [
    (#"{"resourceType":"Flag","id":"a" , "x":1.0}"#, #"{"resourceType":"Flag","id":"n" , "x":1.0}"#),
    (#"{"id":"a","resourceType":"Flag"}"#, #"{"id":"n","resourceType":"Flag"}"#),
    (#"{ "x": [1], "resourceType": "Flag" }"#, #"{ "x": [1], "resourceType": "Flag","id":"n" }"#),
    (
      #"{"resourceType":"Flag","_id":{"extension":[{"url":"u","valueCode":"c"}]},"id":"a"}"#,
      #"{"resourceType":"Flag","id":"n"}"#
    ),
    (#"{"resourceType":"Flag","\u0069d":"a"}"#, #"{"resourceType":"Flag","id":"n"}"#),
  ])
  func theIdOfAResourceWithoutAModelCanBeSet(json: String, expected: String) throws {
    var resource = try decoded(json)
    resource.id = "n"
    #expect(String(decoding: FHIREncoder().encode(resource), as: UTF8.self) == expected)
    #expect(resource.id == "n" && resource.resourceType == .flag)
  }

  @Test(arguments: [
    (#"{"resourceType":"Flag","id":"a","x":1}"#, #"{"resourceType":"Flag","x":1}"#),
    (#"{"resourceType":"Flag","id":"a"}"#, #"{"resourceType":"Flag"}"#),
    (#"{"id":"a", "resourceType":"Flag"}"#, #"{"resourceType":"Flag"}"#),
    (#"{"resourceType":"Flag","x":1}"#, #"{"resourceType":"Flag","x":1}"#),
  ])
  func theIdOfAResourceWithoutAModelCanBeTakenAway(json: String, expected: String) throws {
    var resource = try decoded(json)
    resource.id = nil
    #expect(String(decoding: FHIREncoder().encode(resource), as: UTF8.self) == expected)
  }

  @Test func theMetadataOfAResourceWithoutAModelCanBeSet() throws {
    var resource = try decoded(#"{"resourceType":"Flag","meta":{"versionId":"1","tag":[{"code":"t"}]},"x":{"y":"\""}}"#)
    resource.meta?.versionId = "2"
    #expect(resource.meta?.versionId == "2" && resource.meta?.tag.first?.code == "t")
    resource.meta?.tag[0].display = "a \"b\""
    #expect(
      String(decoding: FHIREncoder().encode(resource), as: UTF8.self)
        == #"{"resourceType":"Flag","meta":{"versionId":"2","tag":[{"code":"t","display":"a \"b\""}]},"x":{"y":"\""}}"#)
    resource.meta = nil
    #expect(resource.meta == nil && resource.id == nil)
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
