import FHIRDSTU2
import FHIRR4
import FHIRTestSupport
import Foundation
import Testing

/// Models of two releases in one file: shared declarations need no module name, and those of a release need its name.
struct BothReleasesTests {
  // MARK: - Shared declarations, without a module name

  /// The values of primitives.
  private struct Values<Code: RequiredCode>: TextCodableHolder {
    var decimal: FHIRDecimal = 1
    var date: FHIRDate?
    var time: FHIRTime?
    var dateTime: FHIRDateTime?
    var instant: FHIRInstant?
    var zone: FHIRZone = .utc
    var code: Code
    @Boxed var boxed: FHIRDate?
    var texts: [any TextCodable] { [date, time, dateTime, instant].compactMap { $0 as? any TextCodable } }
  }

  private protocol TextCodableHolder { var texts: [any TextCodable] { get } }

  /// The parts of a resource of any release.
  private func ids<R: DomainResource, Release: ModelRelease>(
    _ resource: R, _ tables: ModelTables<Release>, _ text: RawJSON?
  ) -> [String?] where R.Release == Release {
    let extras: ModelExtras<Release> = resource.extras
    let id: ModelPrimitive<String, Release>? = resource.id
    let kept: [KeptMember] = extras.keptAside
    return [id?.value, id?.id, text?.text] + kept.map(\.name)
  }

  private func backbone(_ element: some BackboneElement) -> Int { element.modifierExtension.count }

  private func isEmpty(_ element: some FHIRElement) -> Bool { element.extension.isEmpty && element.keptAside.isEmpty }

  private func types<B: ResourceBundle>(_ bundle: B) -> [String?] where B.Entry: ResourceBundleEntry {
    bundle.entry.map { $0.resource?.resourceTypeName }
  }

  private func type(of resource: some FHIRResource) -> String? { name(resource.asAnyResource) }

  private func name(_ resource: some AnyFHIRResource) -> String? { resource.resourceTypeName }

  private func names<T: ModelResourceType>(_ type: T.Type) -> [String] { T.allCases.map(\.description) }

  /// The data types that the runtime knows.
  private func texts<E: ExtensionElement, S: SystemElement, R: ReferenceElement, M: MetaElement>(
    _ extensions: E, _ system: S, _ reference: R, _ meta: M
  ) -> [String?] {
    [extensions.extensionURL, system.system?.value, reference.target, meta.versionId?.value]
  }

  private func count(_ holder: some Extensible, _ collector: FHIRFaultCollector) -> Int {
    holder.extension.count + collector.faults.count
  }

  @Test func sharedDeclarationsHaveOneName() throws {
    #expect(names(FHIRDSTU2.ResourceType.self).count == 94 && names(FHIRR4.ResourceType.self).count == 146)
    #expect(
      texts(FHIRDSTU2.Extension(url: "u"), FHIRDSTU2.Coding(system: "s"), FHIRDSTU2.Reference(), FHIRDSTU2.Meta())
        == ["u", "s", nil, nil])
    #expect(
      texts(FHIRR4.Extension(url: "u"), FHIRR4.Coding(), FHIRR4.Reference(reference: "#r"), FHIRR4.Meta(versionId: "1"))
        == ["u", nil, "#r", "1"])
    #expect(count(FHIRR4.Patient(), FHIRFaultCollector()) == 0)

    let decoder = FHIRDecoder()
    let encoder = FHIREncoder()
    let values = Values(date: FHIRDate("2020"), code: FHIRR4.ObservationStatus.final)
    #expect(values.texts.map(\.description) == ["2020"])

    let json = Array(#"{"resourceType":"Patient","id":"p","x":1}"#.utf8)
    let old: FHIRDecoder.Lenient<FHIRDSTU2.Patient> = decoder.decodeLeniently(from: json)
    let new: FHIRDecoder.Lenient<FHIRR4.Patient> = decoder.decodeLeniently(from: json)
    let faults: [FHIRFault] = old.faults + new.faults
    #expect(faults.map(\.code) == [.unknownElement, .unknownElement])
    let first = try #require(old.value)
    let second = try #require(new.value)
    #expect(encoder.encode(first) == encoder.encode(second))
    #expect(ids(first, DSTU2.tables, nil) == ["p", nil, nil, "x"])
    #expect(ids(second, R4.tables, second.keptAside.first?.value) == ["p", nil, "1", "x"])
    #expect(type(of: first) == "Patient" && type(of: second) == "Patient")
    #expect(backbone(FHIRR4.Patient.Contact()) == 0 && isEmpty(FHIRDSTU2.Coding()))
    #expect(types(FHIRDSTU2.Bundle()) == [] && types(FHIRR4.Bundle()) == [])
    let moments: [any MomentChoice] = [
      FHIRDSTU2.Observation.Effective.dateTime(FHIRDSTU2.Primitive(FHIRDateTime(FHIRDate("2015")!))),
      FHIRR4.Observation.Effective.instant(FHIRR4.Primitive(FHIRInstant("2015-02-07T13:28:17Z")!)),
      FHIRR4.Observation.Effective.period(FHIRR4.Period()),
    ]
    #expect(moments.map { $0.moment?.description } == ["2015", "2015-02-07T13:28:17Z", nil])
    guard
      case .other(let raw)? = FHIRDecoder().decodeLeniently(
        FHIRR4.AnyResource.self, from: Array(#"{"resourceType":"Basic"}"#.utf8)
      ).value
    else {
      Issue.record("Basic has no model")
      return
    }
    let resource: RawResource = raw
    #expect(resource.resourceTypeName == "Basic")
  }

  /// The test above names every public type of the runtime.
  @Test func everySharedDeclarationIsListed() throws {
    let folder = PackageRoot.url.appending(path: "Sources/FHIRModelRuntime")
    let declaration = /(?m)^public (?:final )?(?:struct|enum|protocol|class|typealias) ([A-Za-z]+)/
    var names: [String] = []
    for file in PackageRoot.files(below: folder, ending: ".swift") {
      let text = String(decoding: try PackageRoot.bytes(folder.appending(path: file)), as: UTF8.self)
      names += text.matches(of: declaration).map { String($0.output.1) }
    }
    #expect(names.count > 25)
    let here = String(
      decoding: try PackageRoot.bytes("Tests/FHIRModelRuntimeTests/BothReleasesTests.swift"), as: UTF8.self)
    for name in names { #expect(here.contains(try Regex("[^.A-Za-z]\(name)[^A-Za-z]")), "\(name)") }
  }

  // MARK: - Declarations of a release

  @Test func eachReleaseHasItsOwnModels() throws {
    let old = FHIRDSTU2.Observation {
      $0.status = FHIRDSTU2.Primitive(.final)
      $0.category = FHIRDSTU2.CodeableConcept { $0.text = "laboratory" }
    }
    let new = FHIRR4.Observation {
      $0.status = FHIRR4.Primitive(.final)
      $0.category = [FHIRR4.CodeableConcept { $0.text = "laboratory" }]
    }
    #expect(
      String(decoding: FHIREncoder().encode(old), as: UTF8.self)
        == #"{"resourceType":"Observation","status":"final","category":{"text":"laboratory"}}"#)
    #expect(
      String(decoding: FHIREncoder().encode(new), as: UTF8.self)
        == #"{"resourceType":"Observation","status":"final","category":[{"text":"laboratory"}]}"#)
    #expect(DSTU2.fhirVersion == "1.0.2" && R4.fhirVersion == "4.0.1")
  }

  /// A record of one release that is read as the other is encoded unchanged, and the faults list what does not fit.
  @Test func modelsKeepElementsOfTheOtherRelease() throws {
    let json = Array(#"{"resourceType":"MedicationRequest","intent":"order","dose":1e2}"#.utf8)
    let old: FHIRDecoder.Lenient<FHIRDSTU2.AnyResource> = FHIRDecoder().decodeLeniently(from: json)
    #expect(old.faults.map(\.code) == [.unknownResourceType])
    #expect(old.faults.first?.description.contains("DSTU2") == true)
    let new: FHIRDecoder.Lenient<FHIRR4.AnyResource> = FHIRDecoder().decodeLeniently(from: json)
    #expect(Set(new.faults.map(\.code)) == [.missingElement, .unknownElement])
    #expect(try LosslessComparison.differences(json, FHIREncoder().encode(try #require(old.value))) == [])
    #expect(try LosslessComparison.differences(json, FHIREncoder().encode(try #require(new.value))) == [])
  }

  /// The same digits are a valid decimal in one release and not in the other.
  @Test func decimalsFollowTheGrammarOfTheRelease() throws {
    let text = #"{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":1e2}}"#
    let observation = Array(text.utf8)
    #expect(FHIRDecoder().decodeLeniently(FHIRR4.Observation.self, from: observation).faults == [])
    let old = FHIRDecoder().decodeLeniently(FHIRDSTU2.Observation.self, from: observation)
    #expect(old.faults.map(\.code) == [.invalidDecimal])
    #expect(try LosslessComparison.differences(observation, FHIREncoder().encode(try #require(old.value))) == [])
  }
}
