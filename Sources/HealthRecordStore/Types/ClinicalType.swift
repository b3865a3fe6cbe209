public import ClinicalRecords

/// A type of clinical records: read-only, one of HealthKit's nine.
public struct ClinicalType: Hashable, Sendable {
  /// The identifier of the type.
  public let identifier: ClinicalTypeIdentifier

  /// Makes the type.
  public init(_ identifier: ClinicalTypeIdentifier) {
    self.identifier = identifier
  }
}
