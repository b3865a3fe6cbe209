public import ClinicalRecords

/// A type of data that an app requests, reads or writes.
///
/// ```swift
/// let types: Set<ObjectType> = [.workoutType(), .quantityType(.heartRate), .clinicalType(.allergyRecord)]
/// ```
public enum ObjectType: Hashable, Sendable {
  /// Clinical records of one type.
  case clinical(ClinicalType)
  /// Samples of one quantity.
  case quantity(QuantityType)
  /// Samples of one category.
  case category(CategoryType)
  /// Workouts.
  case workout(WorkoutType)
  /// Vision prescriptions.
  case prescription(PrescriptionType)
  /// Any other type: of documents, and those for which the store keeps decisions but no samples.
  case other(OtherType)

  /// The type of clinical records with this identifier.
  public static func clinicalType(_ identifier: ClinicalTypeIdentifier) -> ObjectType {
    .clinical(ClinicalType(identifier))
  }

  /// The type of the quantity with this identifier.
  public static func quantityType(_ identifier: QuantityType.Identifier) -> ObjectType {
    .quantity(QuantityType(identifier))
  }

  /// The type of the category with this identifier.
  public static func categoryType(_ identifier: CategoryType.Identifier) -> ObjectType {
    .category(CategoryType(identifier))
  }

  /// The type of workouts.
  public static func workoutType() -> ObjectType { .workout(WorkoutType()) }

  /// The type of vision prescriptions.
  public static func visionPrescriptionType() -> ObjectType { .prescription(PrescriptionType()) }

  /// The type of documents of the Clinical Document Architecture, which the user authorizes one by one at a query.
  public static func documentType() -> ObjectType { .other(OtherType("HKDocumentTypeIdentifierCDA")) }

  /// The type of health cards. No app requests it: the user chooses cards at each query.
  package static let verifiableRecord = ObjectType.other(
    OtherType("HKVerifiableClinicalRecord", requiresPerObjectAuthorization: true))

  /// HealthKit's name of the type; errors list types in the order of these names.
  public var identifier: String {
    switch self {
    case .clinical(let type): type.identifier.rawValue
    case .quantity(let type): type.identifier.rawValue
    case .category(let type): type.identifier.rawValue
    case .workout: "HKWorkoutTypeIdentifier"
    case .prescription: "HKVisionPrescriptionTypeIdentifier"
    case .other(let type): type.identifier
    }
  }

  /// Whether access is granted object by object, with a separate request, and not for the whole type.
  public var requiresPerObjectAuthorization: Bool {
    switch self {
    case .prescription: true
    case .other(let type): type.requiresPerObjectAuthorization
    case .clinical, .quantity, .category, .workout: false
    }
  }

  /// The clinical type; `nil` for any other kind.
  public var clinicalType: ClinicalType? {
    if case .clinical(let type) = self { type } else { nil }
  }
}

extension Sequence<ObjectType> {
  /// The types in the order of their names, so that results do not depend on the order of a set.
  var sortedByIdentifier: [ObjectType] { sorted { $0.identifier < $1.identifier } }

  /// The names in order, as in HealthKit's messages.
  var identifierList: String { sortedByIdentifier.map(\.identifier).joined(separator: ", ") }
}

/// A type of clinical records: read-only, one of HealthKit's nine.
public struct ClinicalType: Hashable, Sendable {
  /// The identifier of the type.
  public let identifier: ClinicalTypeIdentifier

  /// Makes the type.
  public init(_ identifier: ClinicalTypeIdentifier) {
    self.identifier = identifier
  }
}

/// The only type of workouts.
public struct WorkoutType: Hashable, Sendable {
  /// Makes the type.
  public init() {}
}

/// The type of vision prescriptions, to each of which the user grants access separately.
public struct PrescriptionType: Hashable, Sendable {
  /// Makes the type.
  public init() {}
}

/// A HealthKit type that has only a name; of most, the store has no samples.
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
