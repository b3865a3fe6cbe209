/// Where a record comes from: what its JSON does not say, and the file or the stub beside it does.
public struct RecordOrigin: Hashable, Sendable {
  /// The institution, or whatever the caller calls the source; `nil` for one that nobody named.
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
}
