import ClinicalRecords
import Foundation

/// The samples of the app and of others, by type, in the order of their arrival.
struct SampleTable: Sendable {
  struct Entry {
    let sample: Sample
    let isOwn: Bool
    /// The table's change that added the sample.
    let sequence: UInt64
  }

  struct Deletion {
    let sample: Sample
    let sequence: UInt64
  }

  private var entries: [ObjectType: [Entry]] = [:]
  private var deletions: [ObjectType: [Deletion]] = [:]
  private var known: Set<UUID> = []
  /// Counts the changes of all types.
  private(set) var sequence: UInt64 = 0

  /// Adds a sample.
  ///
  /// - Returns: whether it is new: `false` if the table has one with the same UUID.
  @discardableResult
  mutating func add(_ sample: Sample, source: String?, isOwn: Bool) -> Bool {
    guard known.insert(sample.uuid).inserted else { return false }
    var sample = sample
    sample.source = source
    sequence += 1
    entries[sample.type, default: []].append(Entry(sample: sample, isOwn: isOwn, sequence: sequence))
    return true
  }

  /// Deletes one of the app's own samples.
  mutating func removeOwn(_ sample: Sample) -> Bool {
    guard let index = entries[sample.type]?.firstIndex(where: { $0.isOwn && $0.sample.uuid == sample.uuid }),
      let entry = entries[sample.type]?.remove(at: index)
    else { return false }
    known.remove(sample.uuid)
    sequence += 1
    deletions[sample.type, default: []].append(Deletion(sample: entry.sample, sequence: sequence))
    return true
  }

  /// The samples of a type for which `isVisible` holds, and the app's own.
  func samples(of type: ObjectType, where isVisible: (Sample) -> Bool) -> [Sample] {
    (entries[type] ?? []).filter { $0.isOwn || isVisible($0.sample) }.map(\.sample)
  }

  /// The samples of a type that were added after a change.
  func entries(of type: ObjectType, after sequence: UInt64) -> some Sequence<Entry> {
    (entries[type] ?? []).lazy.filter { $0.sequence > sequence }
  }

  /// The deletions of a type after a change.
  func deletions(of type: ObjectType, after sequence: UInt64) -> some Sequence<Deletion> {
    (deletions[type] ?? []).lazy.filter { $0.sequence > sequence }
  }
}

extension Sample {
  /// The view of the sample for predicates and sort descriptors.
  struct Subject: QuerySubject {
    let sample: Sample

    var resourceType: FHIRResourceType? { nil }
    var source: String? { sample.source }
    var startDate: Date? { sample.startDate }
    var endDate: Date? { sample.endDate }
    var identifier: String { sample.uuid.uuidString }
  }
}
