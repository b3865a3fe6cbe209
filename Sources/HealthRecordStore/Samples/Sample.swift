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
    (self.uuid, self.type, self.value) = (uuid, type, value)
    (startDate, endDate) = (start, end ?? start)
  }

  /// Makes a sample of a quantity.
  public static func quantity(
    _ identifier: QuantityTypeIdentifier, _ value: Double, unit: String, start: Date, end: Date? = nil
  ) -> Sample {
    Sample(.quantityType(identifier), .quantity(value, unit: unit), start, end)
  }

  /// Makes a sample of a category.
  public static func category(_ identifier: CategoryTypeIdentifier, _ value: Int, start: Date, end: Date? = nil)
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

/// The samples of the app and of others, by type, in the order of their arrival.
struct SampleTable: Sendable {
  struct Entry {
    let sample: Sample
    let isOwn: Bool
    /// The table's change that added or deleted the sample.
    let sequence: UInt64
  }

  private var entries: [ObjectType: [Entry]] = [:]
  private var deletions: [ObjectType: [Entry]] = [:]
  private var known: Set<UUID> = []
  private(set) var sequence: UInt64 = 0

  /// Adds a sample; returns whether it is new: `false` if the table has one with the same UUID.
  @discardableResult
  mutating func add(_ sample: Sample, source: String?, isOwn: Bool) -> Bool {
    guard known.insert(sample.uuid).inserted else { return false }
    var sample = sample
    sample.source = source
    sequence += 1
    entries[sample.type, default: []].append(Entry(sample: sample, isOwn: isOwn, sequence: sequence))
    return true
  }

  mutating func removeOwn(_ sample: Sample) -> Bool {
    guard let index = entries[sample.type]?.firstIndex(where: { $0.isOwn && $0.sample.uuid == sample.uuid }),
      let entry = entries[sample.type]?.remove(at: index)
    else { return false }
    known.remove(sample.uuid)
    sequence += 1
    deletions[sample.type, default: []].append(Entry(sample: entry.sample, isOwn: true, sequence: sequence))
    return true
  }

  /// The samples of a type for which `isVisible` holds, and the app's own.
  func samples(of type: ObjectType, where isVisible: (Sample) -> Bool) -> [Sample] {
    (entries[type] ?? []).filter { $0.isOwn || isVisible($0.sample) }.map(\.sample)
  }

  func changes(of type: ObjectType, after sequence: UInt64) -> (added: [Entry], deleted: [Entry]) {
    ((entries[type] ?? []).filter { $0.sequence > sequence }, (deletions[type] ?? []).filter { $0.sequence > sequence })
  }
}
