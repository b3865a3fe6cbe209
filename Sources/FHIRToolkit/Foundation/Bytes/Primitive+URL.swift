public import ClinicalRecords
public import FHIRModelRuntime
public import Foundation

extension ModelPrimitive where Value == String {
  /// The value as a URL; `nil` if it is absent, or Foundation does not accept it.
  public var url: URL? { value.flatMap { URL(string: $0) } }

  /// The UUID of a value such as `urn:uuid:c757873d-ec9a-4326-a141-556f43239520`, or of a bare UUID; `nil` for anything
  /// else.
  public var uuid: UUID? { value.flatMap(UUID.init(fhir:)) }

  /// Makes a primitive from a URL.
  public init(_ url: URL) { self.init(url.absoluteString) }

  /// Makes a primitive from a UUID, as the URI that FHIR uses: `urn:uuid:` and lower case.
  public init(_ uuid: UUID) { self.init("urn:uuid:" + uuid.uuidString.lowercased()) }
}

extension UUID {
  /// Reads a UUID in FHIR's form, or a bare one.
  fileprivate init?(fhir text: String) {
    let prefix = "urn:uuid:"
    self.init(uuidString: String(text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]))
  }
}

extension ClinicalRecord {
  /// The URL of the resource on the institution's server; `nil` if it is unknown, or Foundation does not accept it.
  public var url: URL? { sourceURL.flatMap { URL(string: $0) } }
}

extension RecordOrigin {
  /// Makes an origin from the known facts, with a `URL`.
  public init(
    source: String? = nil, url: URL, fhirVersion: FHIRVersion? = nil, receivedDate: ReceivedDate? = nil
  ) {
    self.init(
      source: source, sourceURL: url.absoluteString, fhirVersion: fhirVersion, receivedDate: receivedDate)
  }
}
