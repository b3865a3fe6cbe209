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

    /// The device throws the exceptions that a call cannot throw; the app's code does not change.
    @Test func callsThatCannotThrow() throws {
      let device = SimulatedDevice(exceptions: .error)
      let calls: [(String, () -> Bool)] = [
        ("Unable to parse factorization string beats", { !HKUnit(from: "beats").isNull() }),
        ("Unable to parse factorization string m/", { HKUnit(from: "m/") != .meter() }),
        (
          "Attempt to convert incompatible units: m, s",
          { HKQuantity(unit: .meter(), doubleValue: 1).doubleValue(for: .second()).isNaN }
        ),
        (
          "Attempt to convert incompatible units: s, m",
          {
            let second = HKQuantity(unit: .second(), doubleValue: 1)
            return HKQuantity(unit: .meter(), doubleValue: 1).compare(second) == .orderedSame
          }
        ),
        (
          "HKQuantitySample of HKQuantityTypeIdentifierHeartRate requires a unit compatible with count/min. "
            + "Incompatible unit: kg",
          {
            let quantity = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 60)
            let sample = HKQuantitySample(type: Fixture.heartRate, quantity: quantity, start: .now, end: .now)
            return sample.quantity == quantity
          }
        ),
        (
          "There is no clinical type allergyRecord",
          { HKClinicalType(HKClinicalTypeIdentifier(rawValue: "allergyRecord")).identifier == "allergyRecord" }
        ),
        (
          "HealthKitNames does not understand the predicate 'name BEGINSWITH %@'",
          { !NSPredicate(format: "name BEGINSWITH %@", "a").evaluate(with: Fixture.beats(60)) }
        ),
        (
          "Samples are sorted by startDate or endDate, not by displayName",
          {
            let order = NSSortDescriptor(key: "displayName", ascending: true)
            return order.compare(Fixture.beats(60), to: Fixture.beats(61, at: 1)) == .orderedSame
          }
        ),
      ]
      for (number, (sentence, goesOnAsSaid)) in calls.enumerated() {
        let error = #expect(throws: HKError.self) {
          try device.throwingExceptions { #expect(goesOnAsSaid(), "\(sentence)") }
        }
        #expect(error?.code == .errorInvalidArgument)
        #expect(error?.localizedDescription == sentence)
        #expect(device.raised.count == number + 1)
      }
      #expect(try device.throwingExceptions { HKUnit(from: "count/min").unitString } == "count/min")
    }

    @Test func unitsFitTheirTypes() throws {
      let fitting: [(HKQuantityTypeIdentifier, String)] = [
        (.bodyMass, "lb"), (.bloodGlucose, "mmol<180.1558800000541>/L"), (.bodyTemperature, "degF"),
        (.oxygenSaturation, "%"), (.stepCount, "count"), (.heartRate, "count/s"), (.vo2Max, "mL/(kg·min)"),
        (.dietaryWater, "fl_oz_us"), (.runningPower, "W"), (.insulinDelivery, "IU"), (.bodyMassIndex, "count"),
        (HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierOfTheFuture"), "m"),
      ]
      for (identifier, unit) in fitting {
        #expect(HKQuantityType(identifier).is(compatibleWith: HKUnit(from: unit)), "\(identifier.rawValue) \(unit)")
      }
      #expect(!HKQuantityType(.bodyMass).is(compatibleWith: .meter()))
      #expect(!HKQuantityType(.heartRate).is(compatibleWith: .count()))
    }

    /// The first exception would end an app; later ones and other errors would not.
    @Test func theFirstExceptionIsThrown() async throws {
      let device = await Fixture.device()
      await expectError(.errorInvalidArgument, "Unable to parse factorization string beats") {
        try await device.throwingExceptions {
          _ = HKUnit(from: "beats")
          try await HKHealthStore().requestAuthorization(toShare: [], read: [])
        }
      }
      #expect(device.raised.count == 2)
      await expectError(.errorInvalidArgument, Self.sharing) {
        try await device.throwingExceptions {
          await withCheckedContinuation { continuation in
            HKHealthStore().requestAuthorization(toShare: [Fixture.allergies], read: nil) { success, error in
              #expect(!success && error != nil)
              continuation.resume()
            }
          }
        }
      }
      await expectError(.errorAuthorizationNotDetermined) {
        try await device.throwingExceptions { _ = try await HKHealthStore().identifiers() }
      }
      #expect(device.raised.count == 3)
    }

    #if compiler(>=6.2)
      /// Unless a test requests errors, the process ends as an app does on a device.
      @Test func theProcessEnds() async {
        await #expect(processExitsWith: .failure) {
          try await HKHealthStore().requestAuthorization(
            toShare: [HKClinicalType(.allergyRecord)], read: [HKClinicalType(.allergyRecord)])
        }
        await #expect(processExitsWith: .failure) { _ = HKUnit(from: "beats") }
        await #expect(processExitsWith: .success) {
          try await HKHealthStore().requestAuthorization(toShare: [], read: [HKClinicalType(.allergyRecord)])
        }
      }
    #endif
  }
#endif
