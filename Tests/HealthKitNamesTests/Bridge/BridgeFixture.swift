#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore

  /// Records available through HealthKit's names.
  enum BridgeFixture {
    static func record(
      _ type: String, _ id: String, source: String = "City Clinic", day: Int = 0, version: FHIRVersion = .primaryDSTU2,
      members: String = ""
    ) -> ClinicalRecord? {
      ClinicalRecord(
        json: Array("{\"resourceType\": \"\(type)\", \"id\": \"\(id)\"\(members)}".utf8),
        origin: RecordOrigin(
          source: source, sourceURL: "https://fhir.example.org/\(type)/\(id)", fhirVersion: version,
          receivedDate: ReceivedDate("2019-01-0\(1 + day)T00:00:00Z")))
    }

    /// A store of HealthKit's names, for a device with the records.
    static func healthKit(_ records: [ClinicalRecord?], exceptions: SimulatedDevice.Exceptions = .error) async
      -> (HKHealthStore, SimulatedDevice)
    {
      let device = SimulatedDevice(exceptions: exceptions)
      await device.store.insert(contentsOf: records.compactMap { $0 })
      return (device.sync { HKHealthStore() }, device)
    }
  }
#endif
