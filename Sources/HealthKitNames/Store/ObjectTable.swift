#if !canImport(HealthKit)
  import ClinicalRecords
  import Foundation
  import HealthRecordStore
  import Synchronization

  /// What HealthKit's objects have and the store has not: UUIDs of records, bundle identifiers, what an app adds.
  struct ObjectTable {
    private var recordUUIDs: [RecordKey: UUID] = [:]
    private var sources: [String?: HKSource] = [:]
    /// The objects that the app has saved, so that a query gives back what it added to them.
    var saved: [UUID: HKSample] = [:]

    /// The UUID of a record, the same as long as the device lives.
    mutating func uuid(of key: RecordKey) -> UUID {
      if let known = recordUUIDs[key] { return known }
      let new = UUID()
      recordUUIDs[key] = new
      return new
    }

    /// The source of an institution.
    mutating func institution(named name: String?) -> HKSource {
      if let known = sources[name] { return known }
      let source = HKSource(name: name, bundleIdentifier: "com.apple.public.health.clinical.\(UUID().uuidString)")
      sources[name] = source
      return source
    }
  }

  extension SimulatedDevice {
    /// The app as a source; its bundle identifier is that of Info.plist, else its name.
    var app: HKSource {
      let app = store.configuration
      return HKSource(name: app.name, bundleIdentifier: app.infoPlist["CFBundleIdentifier"]?.string ?? app.name)
    }

    /// HealthKit's form of a record, `nil` of one without a key or a type, which no store keeps.
    func object(_ record: ClinicalRecord) -> HKClinicalRecord? {
      guard let key = record.key, let type = record.clinicalType else { return nil }
      let (uuid, source) = objects.withLock { ($0.uuid(of: key), $0.institution(named: key.source)) }
      return HKClinicalRecord(record, key, type: type, uuid: uuid, source: source)
    }

    /// HealthKit's form of a sample: the object that the app has saved, or a new one.
    func object(_ sample: Sample) -> HKSample? {
      if let saved = objects.withLock({ $0.saved[sample.uuid] }) { return saved }
      let source = sample.source.map { HKSource(name: $0, bundleIdentifier: $0) } ?? app
      switch (sample.type, sample.value) {
      case (.quantity, .quantity(let value, let unit)):
        return HKQuantitySample(
          sample, type: HKQuantityType(sample.type),
          quantity: HKQuantity(unit: HKUnit(stored: unit), doubleValue: value), source: source)
      case (.category, .category(let value)):
        return HKCategorySample(sample, type: HKCategoryType(sample.type), value: value, source: source)
      case (.workout, .workout(let activity)):
        let known = HKWorkoutActivityType.allCases.first { "\($0)" == activity }
        return HKWorkout(sample, activity: known ?? .other, source: source)
      case (.prescription, .prescription):
        return HKVisionPrescription(sample, source: source)
      default:
        return nil
      }
    }
  }
#endif
