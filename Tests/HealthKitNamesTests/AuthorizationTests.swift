#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore
  import Testing

  @Suite("Authorization in the shapes of HealthKit's articles")
  struct AuthorizationTests {
    /// Five types, as an app that records workouts requests them.
    private static let workoutTypes: Set = [
      HKQuantityType.workoutType(), HKQuantityType(.activeEnergyBurned), HKQuantityType(.distanceWalkingRunning),
      HKQuantityType(.stepCount), HKQuantityType(.heartRate),
    ]

    @Test func fiveTypesWithATask() async throws {
      try await Fixture.device().run {
        let store = HKHealthStore()
        let types = Self.workoutTypes
        #expect(types.count == 5)
        #expect(try await store.statusForAuthorizationRequest(toShare: types, read: types) == .shouldRequest)
        if HKHealthStore.isHealthDataAvailable() {
          try await store.requestAuthorization(toShare: types, read: types)
        }
        #expect(try await store.statusForAuthorizationRequest(toShare: types, read: types) == .unnecessary)
        for type in types { #expect(store.authorizationStatus(for: type) == .sharingAuthorized) }
        #expect(store.authorizationStatus(for: HKQuantityType(.height)) == .notDetermined)
      }
    }

    @Test func fiveTypesWithAHandler() async throws {
      let allTypes = Set([
        HKObjectType.workoutType(), HKObjectType.quantityType(forIdentifier: .activeEnergyBurned)!,
        HKObjectType.quantityType(forIdentifier: .distanceCycling)!,
        HKObjectType.quantityType(forIdentifier: .stepCount)!, HKObjectType.quantityType(forIdentifier: .heartRate)!,
      ])
      let responder = AuthorizationResponder.byType(share: [.workoutType()])
      await Fixture.device(responder).run {
        let store = HKHealthStore()
        await withCheckedContinuation { continuation in
          store.requestAuthorization(toShare: allTypes, read: allTypes) { success, error in
            // The app does not learn that the user has denied most of it.
            #expect(success)
            #expect(error == nil)
            continuation.resume()
          }
        }
        #expect(store.authorizationStatus(for: .workoutType()) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: Fixture.heartRate) == .sharingDenied)
      }
    }

    @Test func clinicalTypesWithoutAnythingToShare() async throws {
      await Fixture.device().run {
        let store = HKHealthStore()
        #expect(store.supportsHealthRecords())
        guard let allergiesType = HKObjectType.clinicalType(forIdentifier: .allergyRecord),
          let medicationsType = HKObjectType.clinicalType(forIdentifier: .medicationRecord)
        else {
          Issue.record("there are such types")
          return
        }
        let status = await withCheckedContinuation { continuation in
          store.requestAuthorization(toShare: nil, read: [allergiesType, medicationsType]) { success, error in
            guard success else { fatalError("\(String(describing: error))") }
            store.getRequestStatusForAuthorization(toShare: [], read: [allergiesType]) { status, _ in
              continuation.resume(returning: status)
            }
          }
        }
        #expect(status == .unnecessary)
        #expect(store.authorizationStatus(for: allergiesType) == .notDetermined)
      }
    }

    @Test func deniedReadsLookLikeNoData() async throws {
      try await Fixture.device(asking: [Fixture.allergies], .denyAll).run { () async throws in
        #expect(try await HKHealthStore().identifiers() == [])
      }
    }

    @Test func queryingATypeThatWasNotRequestedIsAnError() async throws {
      await Fixture.device().run {
        await expectError(.errorAuthorizationNotDetermined, "Authorization not determined") {
          _ = try await HKHealthStore().identifiers()
        }
      }
    }

    @Test func requiredTypesAreNotNamed() async throws {
      var app = AppConfiguration.complete
      let required: [ClinicalTypeIdentifier] = [.allergyRecord, .medicationRecord, .conditionRecord]
      app.infoPlist[InfoPlistKey.requiredTypes] = .array(required.map { .string($0.rawValue) })
      let responder = AuthorizationResponder.byType(read: [.clinicalType(.allergyRecord)])
      await Fixture.device(responder, configuration: app).run {
        await expectError(.errorRequiredAuthorizationDenied) {
          try await HKHealthStore().requestAuthorization(
            toShare: [], read: [Fixture.allergies, Fixture.medications, HKClinicalType(.conditionRecord)])
        }
      }
    }

    @Test func prescriptionsAreAskedForOneByOne() async throws {
      let store = HealthStore(
        responder: AuthorizationResponder { sheet in
          .decide(AuthorizationAnswer.Grants(objects: Set(sheet.objects.prefix(1).map(\.uuid))))
        })
      let old = Sample.visionPrescription(issued: Fixture.now())
      let new = Sample.visionPrescription(issued: Fixture.now(1000))
      await store.insert(old, from: "Optician")
      await store.insert(new, from: "Optician")
      try await SimulatedDevice(store).run {
        let health = HKHealthStore()
        let type = HKObjectType.visionPrescriptionType()
        #expect(type.requiresPerObjectAuthorization())
        #expect(try await health.samples(of: type).isEmpty)
        let recent = HKQuery.predicateForSamples(withStart: Fixture.now(500), end: nil)
        try await health.requestPerObjectReadAuthorization(for: type, predicate: recent)
        #expect(try await health.samples(of: type).map(\.uuid) == [new.uuid])
        await withCheckedContinuation { continuation in
          let medications = HKObjectType.userAnnotatedMedicationType()
          health.requestPerObjectReadAuthorization(for: medications, predicate: nil) { success, error in
            #expect(success && error == nil)
            continuation.resume()
          }
        }
      }
    }

    @Test func guestsAndDevicesWithoutHealthData() async throws {
      let device = try await Fixture.device(asking: [Fixture.allergies])
      await device.store.changeDevice { $0.isGuestUserSession = true }
      try await device.run {
        let store = HKHealthStore()
        #expect(try await store.identifiers().count == 3)
        try await store.requestAuthorization(toShare: [Fixture.heartRate], read: [])
        #expect(store.authorizationStatus(for: Fixture.heartRate) == .notDetermined)
        await expectError(.errorNotPermissibleForGuestUserMode) { try await store.save(Fixture.beats(60)) }
      }
      await device.store.changeDevice { $0.availability = .unavailable }
      await device.run {
        #expect(!HKHealthStore.isHealthDataAvailable())
        #expect(!HKHealthStore().supportsHealthRecords())
        await expectError(.errorHealthDataUnavailable) { _ = try await HKHealthStore().identifiers() }
      }
    }

    @Test func backgroundDeliveryNeedsItsEntitlement() async throws {
      await Fixture.device().run {
        await expectError(
          .errorAuthorizationDenied, "Missing com.apple.developer.healthkit.background-delivery entitlement."
        ) {
          try await HKHealthStore().enableBackgroundDelivery(for: Fixture.heartRate, frequency: .immediate)
        }
      }
      var app = AppConfiguration.complete
      app.entitlements[EntitlementKey.backgroundDelivery] = true
      try await Fixture.device(configuration: app).run {
        try await HKHealthStore().enableBackgroundDelivery(for: Fixture.heartRate, frequency: .hourly)
      }
    }
  }
#endif
