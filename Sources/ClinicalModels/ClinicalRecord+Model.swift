public import ClinicalRecords
public import FHIRDSTU2
import FHIRSchema

/// The typed model of a clinical record, made when somebody asks for it.
///
/// A record holds its JSON; each call decodes it anew, so keep the model rather than ask twice.
extension ClinicalRecord {
  /// Decodes the record as a model of DSTU2.
  ///
  /// - Throws: `FHIRFault`, the first one; `structure/other-release` for a record that is said to be of
  ///   another release.
  public func model<R: FHIRResource>(
    _ type: R.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) throws(FHIRFault) -> R {
    if let otherRelease { throw otherRelease }
    return try decoder.decode(type, from: json)
  }

  /// Decodes the record as a model of DSTU2, whichever resource it is.
  ///
  /// - Throws: `FHIRFault`, the first one; `structure/other-release` for a record that is said to be of
  ///   another release.
  public func model(decoder: FHIRDecoder = FHIRDecoder()) throws(FHIRFault) -> AnyResource {
    if let otherRelease { throw otherRelease }
    return try decoder.decodeAny(from: json)
  }

  /// Decodes as much of the record as there is, and lists what is wrong; of a record that is said to be of another
  /// release, nothing.
  public func lenientModel<R: FHIRResource>(
    _ type: R.Type, decoder: FHIRDecoder = FHIRDecoder()
  ) -> FHIRDecoder.Lenient<R> {
    if let otherRelease { return FHIRDecoder.Lenient(value: nil, faults: [otherRelease]) }
    return decoder.decodeLeniently(type, from: json)
  }

  /// Decodes as much of the record as there is, whichever resource it is, and lists what is wrong; of a record that is
  /// said to be of another release, nothing.
  public func lenientModel(decoder: FHIRDecoder = FHIRDecoder()) -> FHIRDecoder.Lenient<AnyResource> {
    if let otherRelease { return FHIRDecoder.Lenient(value: nil, faults: [otherRelease]) }
    return decoder.decodeAnyLeniently(from: json)
  }

  /// Why models of DSTU2 do not fit. A record that nobody knows the version of is taken for DSTU2.
  private var otherRelease: FHIRFault? {
    guard let fhirVersion, fhirVersion.release != .dstu2 else { return nil }
    return FHIRFault(
      code: .otherRelease, path: resourceTypeName, expectation: "a record of DSTU2, and it is of FHIR \(fhirVersion)",
      byteOffset: 0, line: 1, column: 1)
  }
}
