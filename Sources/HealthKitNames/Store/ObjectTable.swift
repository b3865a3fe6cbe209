#if !canImport(HealthKit)
  import ClinicalRecords
  import Foundation
  import HealthRecordStore
  import Synchronization

  /// The facts of HealthKit's objects that the store does not have: UUIDs of records, bundle identifiers, metadata.
  struct ObjectTable {
    private var recordUUIDs: [RecordKey: UUID] = [:]
    private var sources: [String?: HKSource] = [:]
    /// The objects that the app has saved, so that queries return their metadata.
    var saved: [UUID: HKSample] = [:]
    /// The files that the app has added to them.
    var files: [UUID: [HKAttachment]] = [:]

    /// The UUID of a record, constant for the lifetime of the device.
    mutating func uuid(of key: RecordKey) -> UUID {
      if let known = recordUUIDs[key] { return known }
      let new = UUID()
      recordUUIDs[key] = new
      return new
    }

    mutating func institution(named name: String?) -> HKSource {
      if let known = sources[name] { return known }
      let source = HKSource(name: name, bundleIdentifier: "com.apple.public.health.clinical.\(UUID().uuidString)")
      sources[name] = source
      return source
    }
  }

  extension SimulatedDevice {
    /// The app as a source; its bundle identifier is from Info.plist, else its name.
    var app: HKSource {
      let app = store.configuration
      return HKSource(name: app.name, bundleIdentifier: app.infoPlist["CFBundleIdentifier"]?.string ?? app.name)
    }

    func object(_ content: HKObject.Content) -> HKSample? {
      switch content {
      case .record(let record): object(record)
      case .sample(let sample): object(sample)
      }
    }

    /// HealthKit's object for a record; `nil` for one without a key or a type, which no store holds.
    func object(_ record: ClinicalRecord) -> HKClinicalRecord? {
      guard let key = record.key, let type = record.clinicalType else { return nil }
      let (uuid, source) = objects.withLock { ($0.uuid(of: key), $0.institution(named: key.source)) }
      return HKClinicalRecord(record, key, type: type, uuid: uuid, source: source)
    }

    /// HealthKit's object for a sample, a document with or without its XML: the one that the app has saved, or a new one.
    func object(_ sample: Sample, includesData: Bool = true) -> HKSample? {
      let saved = objects.withLock { $0.saved[sample.uuid] }
      // Whether a document has its content depends on the query.
      if let saved, !(saved is HKDocumentSample) { return saved }
      let source = sample.source.map { HKSource(name: $0, bundleIdentifier: $0) } ?? app
      switch sample.value {
      case .quantity(let value, let unit):
        return HKQuantitySample(
          sample, type: HKQuantityType(sample.type),
          quantity: HKQuantity(unit: HKUnit(stored: unit), doubleValue: value), source: source)
      case .category(let value):
        return HKCategorySample(sample, type: HKCategoryType(sample.type), value: value, source: source)
      case .workout(let activity):
        let known = HKWorkoutActivityType.allCases.first { "\($0)" == activity }
        return HKWorkout(sample, activity: known ?? .other, source: source)
      case .prescription:
        return HKVisionPrescription(sample, source: source)
      case .document(let document):
        return HKCDADocumentSample(
          sample, document, includesData: includesData, source: source, metadata: saved?.metadata)
      case .verifiableRecord(let record):
        return HKVerifiableClinicalRecord(sample, record, source: source)
      }
    }
  }
#endif
