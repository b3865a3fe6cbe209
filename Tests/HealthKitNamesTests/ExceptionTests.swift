#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore
  import Testing

  @Suite("Where HealthKit raises an exception")
  struct ExceptionTests {
    private static let sharing =
      "Authorization to share the following types is disallowed: HKClinicalTypeIdentifierAllergyRecord"

    @Test func clinicalTypesCannotBeShared() async throws {
      await Fixture.device().run {
        let store = HKHealthStore()
        await expectError(.errorInvalidArgument, Self.sharing) {
          try await store.requestAuthorization(toShare: [Fixture.allergies], read: [Fixture.allergies])
        }
        await expectError(.errorInvalidArgument, Self.sharing) {
          _ = try await store.statusForAuthorizationRequest(toShare: [Fixture.allergies], read: [])
        }
      }
    }

    @Test func nothingIsRequested() async throws {
      await Fixture.device().run {
        await withCheckedContinuation { continuation in
          HKHealthStore().requestAuthorization(toShare: nil, read: nil) { success, error in
            #expect(!success)
            #expect((error as? HKError)?.code == .errorInvalidArgument)
            #expect(error?.localizedDescription == "Must request authorization for at least one data type")
            continuation.resume()
          }
        }
      }
    }

    @Test func theUsageDescriptionIsMissing() async throws {
      var app = AppConfiguration.complete
      app.infoPlist[InfoPlistKey.shareUsage] = nil
      await Fixture.device(configuration: app).run {
        await expectError(.errorInvalidArgument) {
          try await HKHealthStore().requestAuthorization(toShare: [], read: [Fixture.heartRate])
        }
      }
    }

    @Test func clinicalRecordsCannotBeSaved() async throws {
      try await Fixture.device(asking: [Fixture.allergies]).run {
        let store = HKHealthStore()
        let record = try #require(try await store.samples(of: Fixture.allergies).first)
        await expectError(.errorInvalidArgument, Self.sharing) { try await store.save(record) }
        await expectError(.errorInvalidArgument) { try await store.delete(record) }
      }
    }

    @Test func wholeTypesOfSingleObjectsCannotBeRequested() async throws {
      await Fixture.device().run {
        await expectError(.errorInvalidArgument) {
          try await HKHealthStore().requestAuthorization(toShare: [], read: [HKObjectType.visionPrescriptionType()])
        }
        await expectError(.errorInvalidArgument) {
          try await HKHealthStore().requestPerObjectReadAuthorization(for: Fixture.heartRate, predicate: nil)
        }
      }
    }

    #if compiler(>=6.2)
      /// Unless a test asks for errors, the process ends as an app does on a device.
      @Test func theProcessEnds() async {
        await #expect(processExitsWith: .failure) {
          try await HKHealthStore().requestAuthorization(
            toShare: [HKClinicalType(.allergyRecord)], read: [HKClinicalType(.allergyRecord)])
        }
        await #expect(processExitsWith: .success) {
          try await HKHealthStore().requestAuthorization(toShare: [], read: [HKClinicalType(.allergyRecord)])
        }
      }
    #endif
  }
#endif
