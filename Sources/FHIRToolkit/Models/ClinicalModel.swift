public import ClinicalRecords
public import FHIRDSTU2
public import FHIRModelRuntime
public import FHIRR4
public import FHIRSchema

/// The model of a clinical record, in the record's release.
public enum ClinicalModel: Hashable, Sendable {
  /// A resource of DSTU2.
  case dstu2(FHIRDSTU2.AnyResource)
  /// A resource of R4.
  case r4(FHIRR4.AnyResource)

  /// The name in `resourceType`; `nil` if there is none.
  public var resourceTypeName: String? {
    switch self {
    case .dstu2(let resource): resource.resourceTypeName
    case .r4(let resource): resource.resourceTypeName
    }
  }
}

extension ClinicalRecord {
  /// Decodes the record as a model of its own release, for any resource type.
  ///
  /// - Parameter assumed: the release to assume for a record without a version.
  /// - Throws: the first `FHIRFault`; `structure/other-release` for a record of a release without models.
  public func model(
    assuming assumed: FHIRRelease, decoder: FHIRDecoder = FHIRDecoder()
  ) throws(FHIRFault) -> ClinicalModel {
    switch fhirVersion?.release ?? assumed {
    case .dstu2: .dstu2(try model(FHIRDSTU2.AnyResource.self, decoder: decoder))
    case .r4: .r4(try model(FHIRR4.AnyResource.self, decoder: decoder))
    default: throw withoutModels(assumed)
    }
  }

  /// Decodes the readable parts of the record as a model of its own release, for any resource type, and lists the
  /// faults. For a record of a release without models, the result is empty.
  ///
  /// - Parameter assumed: the release to assume for a record without a version.
  public func lenientModel(
    assuming assumed: FHIRRelease, decoder: FHIRDecoder = FHIRDecoder()
  ) -> FHIRDecoder.Lenient<ClinicalModel> {
    switch fhirVersion?.release ?? assumed {
    case .dstu2:
      let result = lenientModel(FHIRDSTU2.AnyResource.self, decoder: decoder)
      return FHIRDecoder.Lenient(value: result.value.map { .dstu2($0) }, faults: result.faults)
    case .r4:
      let result = lenientModel(FHIRR4.AnyResource.self, decoder: decoder)
      return FHIRDecoder.Lenient(value: result.value.map { .r4($0) }, faults: result.faults)
    default: return FHIRDecoder.Lenient(value: nil, faults: [withoutModels(assumed)])
    }
  }

  private func withoutModels(_ assumed: FHIRRelease) -> FHIRFault {
    otherRelease(
      "a record of FHIR \(DSTU2.fhirVersion) or \(R4.fhirVersion)", fhirVersion?.description ?? assumed.description)
  }
}
