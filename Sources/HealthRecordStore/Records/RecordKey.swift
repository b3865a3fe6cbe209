public import ClinicalRecords
import FHIRSupport

/// The identity of a clinical record: identifier, FHIR resource type and source together.
///
/// Two institutions may use the same identifier for different records; one institution uses it once for each type.
public struct RecordKey: Hashable, Sendable {
  /// The institution; `nil` if unknown.
  public let source: String?
  /// The resource type.
  public let resourceType: FHIRResourceType
  /// The `id` of the resource.
  public let identifier: String

  /// Makes a key.
  public init(source: String?, resourceType: FHIRResourceType, identifier: String) {
    self.source = source
    self.resourceType = resourceType
    self.identifier = identifier
  }

  /// Whether both have the same bytes.
  public static func == (a: RecordKey, b: RecordKey) -> Bool {
    a.resourceType == b.resourceType && a.identifier.byBytes == b.identifier.byBytes
      && a.source?.byBytes == b.source?.byBytes
  }

  /// Hashes the same bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(resourceType)
    hasher.combine(identifier.byBytes)
    hasher.combine(source?.byBytes)
  }
}

extension ClinicalRecord {
  /// The key of the record; `nil` if it has no identifier, or a resource type without clinical records.
  public var key: RecordKey? {
    guard let identifier, let resourceType else { return nil }
    return RecordKey(source: source, resourceType: resourceType, identifier: identifier)
  }
}
