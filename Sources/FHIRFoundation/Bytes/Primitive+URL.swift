public import ClinicalRecords
public import FHIRModelRuntime
public import Foundation

extension ModelPrimitive where Value == String {
  /// The value as an address; `nil` when there is none, or when it is no address that Foundation takes.
  public var url: URL? { value.flatMap { URL(string: $0) } }

  /// The UUID of a value such as `urn:uuid:c757873d-ec9a-4326-a141-556f43239520`, or of a bare one; `nil` for anything
  /// else.
  public var uuid: UUID? { value.flatMap(UUID.init(fhir:)) }

  /// Makes a primitive of the text of an address.
  public init(_ url: URL) { self.init(url.absoluteString) }

  /// Makes a primitive of a UUID, as the URI that FHIR writes: `urn:uuid:` and lower case.
  public init(_ uuid: UUID) { self.init("urn:uuid:" + uuid.uuidString.lowercased()) }
}

extension UUID {
  /// Reads a UUID as FHIR writes it, or a bare one.
  fileprivate init?(fhir text: String) {
    let prefix = "urn:uuid:"
    self.init(uuidString: String(text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]))
  }
}

extension ClinicalRecord {
  /// Where the institution's server has the resource; `nil` when that is unknown, or no address that Foundation takes.
  public var url: URL? { sourceURL.flatMap { URL(string: $0) } }
}

extension RecordOrigin {
  /// Makes an origin of what is known, with the address as a `URL`.
  public init(
    source: String? = nil, url: URL, fhirVersion: FHIRVersion? = nil, receivedDate: ReceivedDate? = nil
  ) {
    self.init(
      source: source, sourceURL: url.absoluteString, fhirVersion: fhirVersion, receivedDate: receivedDate)
  }
}
