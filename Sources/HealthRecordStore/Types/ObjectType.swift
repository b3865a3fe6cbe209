public import ClinicalRecords

/// A type of data that an app requests, reads or writes, by HealthKit's name of it.
///
/// ```swift
/// let types: Set<ObjectType> = [.workoutType(), .quantityType(.heartRate), .clinicalType(.allergyRecord)]
/// ```
///
/// The store keeps decisions about a type of any name, and has samples of those that have a function here:
///
/// ```swift
/// let birthday = ObjectType("HKCharacteristicTypeIdentifierDateOfBirth")
/// ```
public struct ObjectType: Hashable, Sendable {
  /// HealthKit's name of the type; errors list types in the order of these names.
  public let identifier: String
  /// Whether access is granted object by object, with a separate request, and not for the whole type.
  public let requiresPerObjectAuthorization: Bool

  /// Makes the type with a name.
  public init(_ identifier: String, requiresPerObjectAuthorization: Bool = false) {
    (self.identifier, self.requiresPerObjectAuthorization) = (identifier, requiresPerObjectAuthorization)
  }

  /// The type of clinical records with this identifier, read-only.
  public static func clinicalType(_ identifier: ClinicalTypeIdentifier) -> ObjectType {
    ObjectType(identifier.rawValue)
  }

  /// The type of samples whose value is a number with a unit.
  public static func quantityType(_ identifier: QuantityTypeIdentifier) -> ObjectType {
    ObjectType(identifier.rawValue)
  }

  /// The type of samples whose value is one of a few cases.
  public static func categoryType(_ identifier: CategoryTypeIdentifier) -> ObjectType {
    ObjectType(identifier.rawValue)
  }

  /// The type of workouts.
  public static func workoutType() -> ObjectType { ObjectType("HKWorkoutTypeIdentifier") }

  /// The type of vision prescriptions, to each of which the user grants access separately.
  public static func visionPrescriptionType() -> ObjectType {
    ObjectType("HKVisionPrescriptionTypeIdentifier", requiresPerObjectAuthorization: true)
  }

  /// The type of documents of the Clinical Document Architecture, which the user authorizes one by one at a query.
  public static func documentType() -> ObjectType { ObjectType("HKDocumentTypeIdentifierCDA") }

  /// The type of health cards. No app requests it: the user chooses cards at each query.
  package static let verifiableRecord = ObjectType("HKVerifiableClinicalRecord", requiresPerObjectAuthorization: true)

  /// The clinical type; `nil` for any other kind.
  public var clinicalType: ClinicalTypeIdentifier? { ClinicalTypeIdentifier(rawValue: identifier) }
}

extension Sequence<ObjectType> {
  /// The types in the order of their names, so that results do not depend on the order of a set.
  var sortedByIdentifier: [ObjectType] { sorted { $0.identifier < $1.identifier } }

  var identifierList: String { sortedByIdentifier.map(\.identifier).joined(separator: ", ") }
}
