public import ClinicalRecords
public import FHIRModelRuntime

/// The typed model of a clinical record, made when somebody asks for it.
///
/// A record holds its JSON; each call decodes it anew, so keep the model rather than ask twice. The type that is asked for
/// says the release: `FHIRDSTU2.Observation` or `FHIRR4.Observation`.
extension ClinicalRecord {
  /// Decodes the record as a model.
  ///
  /// - Throws: `FHIRFault`, the first one; `structure/other-release` for a record that is said to be of another release
  ///   than the model.
  public func model<R: FHIRResource>(
    _ type: R.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) throws(FHIRFault) -> R {
    if let fault = otherRelease(than: R.Release.self) { throw fault }
    return try decoder.decode(type, from: json)
  }

  /// Decodes the record as a model of a release, whichever resource it is.
  ///
  /// - Throws: `FHIRFault`, the first one; `structure/other-release` for a record that is said to be of another release.
  public func model<A: AnyFHIRResource>(
    _ type: A.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) throws(FHIRFault) -> A {
    if let fault = otherRelease(than: A.Release.self) { throw fault }
    return try decoder.decode(type, from: json)
  }

  /// Decodes as much of the record as there is, and lists what is wrong; of a record that is said to be of another
  /// release than the model, nothing.
  public func lenientModel<R: FHIRResource>(
    _ type: R.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) -> FHIRDecoder.Lenient<R> {
    if let fault = otherRelease(than: R.Release.self) { return FHIRDecoder.Lenient(value: nil, faults: [fault]) }
    return decoder.decodeLeniently(type, from: json)
  }

  /// Decodes as much of the record as there is, whichever resource it is, and lists what is wrong; of a record that is
  /// said to be of another release, nothing.
  public func lenientModel<A: AnyFHIRResource>(
    _ type: A.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) -> FHIRDecoder.Lenient<A> {
    if let fault = otherRelease(than: A.Release.self) { return FHIRDecoder.Lenient(value: nil, faults: [fault]) }
    return decoder.decodeLeniently(type, from: json)
  }

  /// Why models of a release do not fit; `nil` too for a record that does not say its version.
  private func otherRelease<Release: ModelRelease>(than release: Release.Type) -> FHIRFault? {
    guard let fhirVersion, fhirVersion.release != FHIRVersion(Release.fhirVersion)?.release else { return nil }
    return otherRelease("a record of FHIR \(Release.fhirVersion)", fhirVersion.description)
  }

  /// The fault of a record that is of another release than what was asked for.
  func otherRelease(_ expected: String, _ found: String) -> FHIRFault {
    FHIRFault(
      code: .otherRelease, path: resourceTypeName, expectation: "\(expected), and it is of FHIR \(found)",
      byteOffset: 0, line: 1, column: 1)
  }
}
