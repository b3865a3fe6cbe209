public import ClinicalRecords
import FHIRText

/// What identifies a clinical record: identifier, FHIR resource type and source, all three.
///
/// Two institutions may use one identifier for different things, and one institution uses it once a resource type.
public struct RecordKey: Hashable, Sendable {
  /// The institution, `nil` when unknown.
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

  /// Whether both are the same, by the bytes.
  public static func == (a: RecordKey, b: RecordKey) -> Bool {
    a.resourceType == b.resourceType && a.identifier.byBytes == b.identifier.byBytes
      && a.source?.byBytes == b.source?.byBytes
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(resourceType)
    hasher.combine(identifier.byBytes)
    hasher.combine(source?.byBytes)
  }
}

extension ClinicalRecord {
  /// What identifies the record, `nil` when it has no identifier or is of a resource type without records.
  public var key: RecordKey? {
    guard let identifier, let resourceType else { return nil }
    return RecordKey(source: source, resourceType: resourceType, identifier: identifier)
  }
}
