import FHIRR4
import Testing

/// References are resolved as the specification defines.
struct ReferenceTests {
  private func patient(_ id: String, version: Primitive<String>? = nil) -> AnyResource {
    .patient(Patient(id: Primitive(id), meta: Meta(versionId: version)))
  }

  private var bundle: Bundle {
    Bundle(
      type: .history,
      entry: [
        .init(fullUrl: "https://a.example/fhir/Patient/1", resource: patient("1", version: "1")),
        .init(fullUrl: "https://a.example/fhir/Patient/1", resource: patient("1", version: "2")),
        .init(fullUrl: "https://b.example/Patient/1", resource: patient("other")),
        .init(fullUrl: "urn:uuid:c757873d-ec9a-4326-a141-556f43239520", resource: patient("urn")),
        .init(fullUrl: "https://a.example/fhir/Dragon/9", resource: patient("no type")),
        .init(resource: patient("no address")),
      ])
  }

  @Test(arguments: [
    ("https://a.example/fhir/Patient/1", nil, "1"), ("https://b.example/Patient/1", nil, "other"),
    ("Patient/1", 1, "1"), ("Patient/1", 2, "other"), ("urn:uuid:c757873d-ec9a-4326-a141-556f43239520", nil, "urn"),
    // An entry shows its server only by a URL that ends in a type and an id.
    ("Patient/1", nil, nil), ("Patient/1", 3, nil), ("Patient/1", 4, nil), ("Patient/1", 5, nil),
    ("Patient/2", 0, nil), ("", 0, nil), ("/", 0, nil), ("#x", nil, nil), ("#x", 0, nil), ("a:b:c", 0, nil),
  ])
  func aBundleResolves(reference: String, entry: Int?, id: String?) {
    let bundle = bundle
    let found = bundle.resolve(Reference(reference: Primitive(reference)), from: entry.map { bundle.entry[$0] })
    #expect(found?.id?.value == id)
  }

  @Test(arguments: [("Patient/1/_history/2", "2"), ("Patient/1/_history/3", nil), ("Patient/1", "1")])
  func aVersionIsCompared(reference: String, version: String?) {
    let bundle = bundle
    let found = bundle.resolve(
      Reference(reference: Primitive(reference)), as: Patient.self, from: bundle.entry[0])
    #expect(found?.meta?.versionId?.value == version)
    #expect(bundle.resolve(Reference(reference: "Patient/1"), as: Observation.self, from: bundle.entry[0]) == nil)
    #expect(bundle.resolve(nil) == nil && bundle.resolve(Reference(display: "x")) == nil)
  }

  private var request: MedicationRequest {
    MedicationRequest(
      contained: [.medication(Medication(id: "m", code: CodeableConcept(text: "Salbutamol")))], status: .active,
      intent: .order, medication: .reference(Reference(reference: "#m")), subject: Reference(reference: "Patient/1"))
  }

  @Test func containedResourcesHaveTheirType() {
    let request = request
    #expect(request.resolve(request.medication?.reference, as: Medication.self)?.code?.text == "Salbutamol")
    #expect(request.contained(Medication.self, id: "m")?.id == "m")
    #expect(request.contained(Medication.self, id: "n") == nil && request.contained(Patient.self, id: "m") == nil)
    #expect(request.resolve(request.subject) == nil)
    #expect(request.resolve(Reference(reference: "#n")) == nil)
    // In R4, a contained resource refers to its container in this way.
    #expect(request.resolve(Reference(reference: "#"))?.resourceType == .medicationRequest)
  }

  @Test func aBundleResolvesWhatAnEntryContains() {
    let entry = Bundle.Entry(resource: .medicationRequest(request))
    let bundle = Bundle(type: .collection, entry: [entry])
    let reference = request.medication?.reference
    #expect(bundle.resolve(reference, as: Medication.self, from: entry)?.code?.text == "Salbutamol")
    #expect(bundle.resolve(reference, from: Bundle.Entry(resource: patient("1"))) == nil)
    // A Bundle contains nothing.
    #expect(bundle.resolve(reference, from: Bundle.Entry(resource: .bundle(bundle))) == nil)
  }
}
