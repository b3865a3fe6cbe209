public import ClinicalRecords
public import FHIRModelRuntime
public import FHIRDSTU2
public import FHIRR4
public import FHIRSchema

/// The typed model of a clinical record, decoded on request.
///
/// A record holds JSON, and each call decodes it again: keep the model if you need it twice. The requested type
/// determines the release: `FHIRDSTU2.Observation` or `FHIRR4.Observation`.
extension ClinicalRecord {
  /// Decodes the record as a model.
  ///
  /// - Throws: the first `FHIRFault`; `structure/other-release` if the record states another release than the model's.
  public func model<R: FHIRResource>(_ type: R.Type, decoder: FHIRDecoder = FHIRDecoder()) throws(FHIRFault) -> R {
    if let fault = otherRelease(than: R.Release.self) { throw fault }
    return try decoder.decode(type, from: json)
  }

  /// Decodes the record as a model of a release, for any resource type.
  ///
  /// - Throws: the first `FHIRFault`; `structure/other-release` if the record's stated release is another one.
  public func model<A: AnyFHIRResource>(_ type: A.Type, decoder: FHIRDecoder = FHIRDecoder()) throws(FHIRFault) -> A {
    if let fault = otherRelease(than: A.Release.self) { throw fault }
    return try decoder.decode(type, from: json)
  }

  /// Decodes the readable parts of the record and lists the faults; empty if the record states another release.
  public func lenientModel<R: FHIRResource>(
    _ type: R.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) -> FHIRDecoder.Lenient<R> {
    if let fault = otherRelease(than: R.Release.self) { return FHIRDecoder.Lenient(value: nil, faults: [fault]) }
    return decoder.decodeLeniently(type, from: json)
  }

  /// Decodes the readable parts of the record, for any resource type, and lists the faults; empty for another release.
  public func lenientModel<A: AnyFHIRResource>(
    _ type: A.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) -> FHIRDecoder.Lenient<A> {
    if let fault = otherRelease(than: A.Release.self) { return FHIRDecoder.Lenient(value: nil, faults: [fault]) }
    return decoder.decodeLeniently(type, from: json)
  }

  /// The fault if a record's stated release differs from that of the models; `nil` also for a record without a version.
  private func otherRelease<Release: ModelRelease>(than release: Release.Type) -> FHIRFault? {
    guard let fhirVersion, fhirVersion.release != FHIRVersion(Release.fhirVersion)?.release else { return nil }
    return otherRelease("a record of FHIR \(Release.fhirVersion)", fhirVersion.description)
  }

  func otherRelease(_ expected: String, _ found: String) -> FHIRFault {
    FHIRFault(code: .otherRelease, path: resourceTypeName, expectation: "\(expected), and it is of FHIR \(found)")
  }

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
