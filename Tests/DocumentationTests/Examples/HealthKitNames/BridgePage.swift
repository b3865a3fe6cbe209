import ClinicalRecords
import HealthKitNames
import HealthRecordStore

// begin
/// The app's store: HealthKit's on a device, one with the given records elsewhere.
func makeRecordStore(samples: [ClinicalRecord]) async -> any ClinicalRecordStore {
  if HKHealthStore.isHealthDataAvailable() { return HealthKitRecordStore(HKHealthStore()) }
  let store = HealthStore()
  await store.insert(contentsOf: samples)
  return store
}
// end

func bridge() -> any ClinicalRecordStore {
  // begin
  let store: any ClinicalRecordStore = HealthKitRecordStore(HKHealthStore())
  // end
  return store
}
