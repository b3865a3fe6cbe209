import ClinicalRecords
import Foundation

/// The samples of the app and of others, by type, in the order in which they came.
struct SampleTable: Sendable {
  private struct Entry {
    let sample: Sample
    let isOwn: Bool
  }

  private var entries: [ObjectType: [Entry]] = [:]
  private var known: Set<UUID> = []

  /// Keeps a sample; one of the same UUID is not kept twice.
  mutating func add(_ sample: Sample, source: String?, isOwn: Bool) {
    guard known.insert(sample.uuid).inserted else { return }
    var sample = sample
    sample.source = source
    entries[sample.type, default: []].append(Entry(sample: sample, isOwn: isOwn))
  }

  /// Deletes one of the app's own samples.
  mutating func removeOwn(_ sample: Sample) -> Bool {
    guard let index = entries[sample.type]?.firstIndex(where: { $0.isOwn && $0.sample.uuid == sample.uuid }) else {
      return false
    }
    entries[sample.type]?.remove(at: index)
    known.remove(sample.uuid)
    return true
  }

  /// The samples of a type that `isVisible` lets through; the app's own always are.
  func samples(of type: ObjectType, where isVisible: (Sample) -> Bool) -> [Sample] {
    (entries[type] ?? []).filter { $0.isOwn || isVisible($0.sample) }.map(\.sample)
  }
}

extension Sample {
  /// The sample as predicates and sorts see it.
  struct Subject: QuerySubject {
    let sample: Sample

    var resourceType: FHIRResourceType? { nil }
    var source: String? { sample.source }
    var startDate: Date? { sample.startDate }
    var endDate: Date? { sample.endDate }
    var identifier: String { sample.uuid.uuidString }
  }
}
