public import Foundation

/// A sample that is not a clinical record: a quantity, a category, a workout, a prescription, a document, a health card.
///
/// ```swift
/// try await store.save(.quantity(.heartRate, 72, unit: "count/min", start: .now))
/// ```
public struct Sample: Hashable, Sendable, Identifiable {
  /// Identifies the sample.
  public let uuid: UUID
  /// The type of the sample.
  public let type: ObjectType
  /// When it begins.
  public let startDate: Date
  /// When it ends.
  public let endDate: Date
  /// The value of the sample.
  public internal(set) var value: Value
  /// The app that saved it; `nil` before it is saved.
  public internal(set) var source: String?

  /// Identifies the sample.
  public var id: UUID { uuid }

  /// The kinds of values.
  public enum Value: Hashable, Sendable {
    /// A number with a unit.
    case quantity(Double, unit: String)
    /// The raw value of a category's member.
    case category(Int)
    /// The name of an activity.
    case workout(activity: String)
    /// A prescription, without details.
    case prescription
    /// A document; `nil` if another query than that of documents found it.
    case document(StoredDocument?)
    /// A health card.
    case verifiableRecord(VerifiableRecord)
  }

  init(_ type: ObjectType, _ value: Value, _ start: Date, _ end: Date?, uuid: UUID = UUID()) {
    self.uuid = uuid
    self.type = type
    self.value = value
    startDate = start
    endDate = end ?? start
  }

  /// Makes a sample of a quantity.
  public static func quantity(
    _ identifier: QuantityType.Identifier, _ value: Double, unit: String, start: Date, end: Date? = nil
  ) -> Sample {
    Sample(.quantityType(identifier), .quantity(value, unit: unit), start, end)
  }

  /// Makes a sample of a category.
  public static func category(_ identifier: CategoryType.Identifier, _ value: Int, start: Date, end: Date? = nil)
    -> Sample
  {
    Sample(.categoryType(identifier), .category(value), start, end)
  }

  /// Makes a workout.
  public static func workout(activity: String, start: Date, end: Date? = nil) -> Sample {
    Sample(.workoutType(), .workout(activity: activity), start, end)
  }

  /// Makes a vision prescription.
  public static func visionPrescription(issued: Date, expires: Date? = nil) -> Sample {
    Sample(.visionPrescriptionType(), .prescription, issued, expires)
  }
}
