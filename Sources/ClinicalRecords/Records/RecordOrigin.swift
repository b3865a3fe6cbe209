import FHIRText

/// Where a record comes from: what its JSON does not say, and the file or the stub beside it does.
public struct RecordOrigin: Hashable, Sendable {
  /// The institution, or the caller's name for the source; `nil` when unknown.
  public var source: String?
  /// Where the institution's server has the resource.
  public var sourceURL: String?
  /// The version of FHIR that the record is said to be of.
  public var fhirVersion: FHIRVersion?
  /// When the record was downloaded.
  public var receivedDate: ReceivedDate?

  /// Makes an origin of what is known.
  public init(
    source: String? = nil, sourceURL: String? = nil, fhirVersion: FHIRVersion? = nil,
    receivedDate: ReceivedDate? = nil
  ) {
    self.source = source
    self.sourceURL = sourceURL
    self.fhirVersion = fhirVersion
    self.receivedDate = receivedDate
  }

  // Texts of an input are compared by their bytes: `String` would normalise them.

  /// Whether both say the same, byte by byte.
  public static func == (a: RecordOrigin, b: RecordOrigin) -> Bool {
    a.source?.byBytes == b.source?.byBytes && a.sourceURL?.byBytes == b.sourceURL?.byBytes
      && a.fhirVersion == b.fhirVersion && a.receivedDate == b.receivedDate
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source?.byBytes)
    hasher.combine(sourceURL?.byBytes)
    hasher.combine(fhirVersion)
    hasher.combine(receivedDate)
  }
}
