import FHIRSupport

/// Where a record comes from: facts that its file or export stub states, and its JSON does not.
public struct RecordOrigin: Hashable, Sendable {
  /// The institution, or the caller's name for the source; `nil` if unknown.
  public var source: String?
  /// The URL of the resource on the institution's server.
  public var sourceURL: String?
  /// The FHIR version that is stated for the record.
  public var fhirVersion: FHIRVersion?
  /// When the record was downloaded.
  public var receivedDate: ReceivedDate?

  /// Makes an origin from the known facts.
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

  /// Whether both are equal, byte by byte.
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
