public import ClinicalRecords
public import FHIRModelRuntime

/// The typed model of a clinical record, decoded on request.
///
/// A record holds JSON, and each call decodes it again: keep the model if you need it twice. The requested type
/// determines the release: `FHIRDSTU2.Observation` or `FHIRR4.Observation`.
extension ClinicalRecord {
  /// Decodes the record as a model.
  ///
  /// - Throws: the first `FHIRFault`; `structure/other-release` if the record's stated release is not that of the
  ///   model.
  public func model<R: FHIRResource>(
    _ type: R.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) throws(FHIRFault) -> R {
    if let fault = otherRelease(than: R.Release.self) { throw fault }
    return try decoder.decode(type, from: json)
  }

  /// Decodes the record as a model of a release, for any resource type.
  ///
  /// - Throws: the first `FHIRFault`; `structure/other-release` if the record's stated release is another one.
  public func model<A: AnyFHIRResource>(
    _ type: A.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) throws(FHIRFault) -> A {
    if let fault = otherRelease(than: A.Release.self) { throw fault }
    return try decoder.decode(type, from: json)
  }

  /// Decodes the readable parts of the record and lists the faults; the result is empty if the record's stated release
  /// is not that of the model.
  public func lenientModel<R: FHIRResource>(
    _ type: R.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) -> FHIRDecoder.Lenient<R> {
    if let fault = otherRelease(than: R.Release.self) { return FHIRDecoder.Lenient(value: nil, faults: [fault]) }
    return decoder.decodeLeniently(type, from: json)
  }

  /// Decodes the readable parts of the record, for any resource type, and lists the faults; the result is empty if the
  /// record's stated release is another one.
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

  /// The fault of a record of another release than the requested one.
  func otherRelease(_ expected: String, _ found: String) -> FHIRFault {
    FHIRFault(
      code: .otherRelease, path: resourceTypeName, expectation: "\(expected), and it is of FHIR \(found)",
      byteOffset: 0, line: 1, column: 1)
  }
}
