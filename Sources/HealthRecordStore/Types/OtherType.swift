/// A HealthKit type of which the store has no samples.
///
/// ```swift
/// let birthday = ObjectType.other(OtherType("HKCharacteristicTypeIdentifierDateOfBirth"))
/// ```
public struct OtherType: Hashable, Sendable {
  /// HealthKit's name of the type.
  public let identifier: String
  /// Whether access is granted object by object, and not for the whole type.
  public let requiresPerObjectAuthorization: Bool

  /// Makes the type.
  public init(_ identifier: String, requiresPerObjectAuthorization: Bool = false) {
    self.identifier = identifier
    self.requiresPerObjectAuthorization = requiresPerObjectAuthorization
  }
}
