#if !canImport(HealthKit)
  import HealthKitNames
  import HealthRecordStore

  private struct App {
    func showAllergies() async throws {}
  }

  private func runApp(_ app: App) async throws {
    // begin
    let device = SimulatedDevice(HealthStore(responder: .grantAll))
    try await device.run { try await app.showAllergies() }
    // end
  }

  private func predicateInWords() -> NSPredicate {
    // begin
    let mine = NSPredicate(format: "%K == %@", HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, "2")
    // end
    return mine
  }
#endif
