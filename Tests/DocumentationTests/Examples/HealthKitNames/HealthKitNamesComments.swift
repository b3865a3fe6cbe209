#if !canImport(HealthKit)
  import HealthKitNames
  import HealthRecordStore
  import Testing

  private struct App {
    func showAllergies() async throws {}
  }

  private func runApp(_ app: App) async throws {
    // begin
    let device = SimulatedDevice(HealthStore(responder: .grantAll))
    try await device.run { try await app.showAllergies() }
    // end
  }

  private func exceptions() {
    // begin
    let device = SimulatedDevice(exceptions: .error)
    #expect(throws: HKError.self) { try device.throwingExceptions { HKUnit(from: "beats") } }
    // end
  }

  private func predicateInWords() -> NSPredicate {
    // begin
    let mine = NSPredicate(format: "%K == %@", HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, "2")
    // end
    return mine
  }
#endif
