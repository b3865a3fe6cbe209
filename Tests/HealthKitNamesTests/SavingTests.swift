#if !canImport(HealthKit)
  import HealthKitNames
  import HealthRecordStore
  import Testing

  @Suite("Saving samples")
  struct SavingTests {
    @Test func whatIsSavedIsFound() async throws {
      try await Fixture.device().run {
        let store = HKHealthStore()
        let sleep = HKCategoryType(.sleepAnalysis)
        let types: Set<HKSampleType> = [Fixture.heartRate, sleep, .workoutType()]
        await expectError(.errorAuthorizationNotDetermined) { try await store.save(Fixture.beats(60)) }
        try await store.requestAuthorization(toShare: types, read: [])
        let night = HKCategorySample(
          type: sleep, value: HKCategoryValueSleepAnalysis.asleepREM.rawValue, start: Fixture.now(),
          end: Fixture.now(3600))
        let run = HKWorkout(activityType: .running, start: Fixture.now(), end: Fixture.now(1800))
        try await store.save([night, run])
        let beats = Fixture.beats(72, metadata: [HKMetadataKeyWasUserEntered: true])
        await withCheckedContinuation { continuation in
          store.save(beats) { success, error in
            #expect(success && error == nil)
            continuation.resume()
          }
        }
        let found = try #require(try await store.samples(of: Fixture.heartRate).first as? HKQuantitySample)
        #expect(found == beats)
        #expect(found.uuid == beats.uuid)
        #expect(found.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(found.sourceRevision.source == .default())
        #expect(found.quantity.doubleValue(for: HKUnit(from: "count/s")) == 1.2)
        #expect((try await store.samples(of: sleep).first as? HKCategorySample)?.value == 5)
        let workout = try #require(try await store.samples(of: .workoutType()).first as? HKWorkout)
        #expect(workout.workoutActivityType == .running)
        #expect(workout.duration == 1800)
        let running = HKQuery.predicateForWorkouts(with: .running)
        #expect(try await store.samples(of: .workoutType(), running) == [run])
        let ofUser = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered)
        #expect(try await store.deleteObjects(of: Fixture.heartRate, predicate: ofUser) == 1)
        #expect(try await store.samples(of: Fixture.heartRate).isEmpty)
        await expectError(.errorInvalidArgument) { try await store.delete(beats) }
      }
    }

    @Test func writingIsDenied() async throws {
      try await Fixture.device(.denyAll).run {
        let store = HKHealthStore()
        try await store.requestAuthorization(toShare: [Fixture.heartRate], read: [])
        #expect(store.authorizationStatus(for: Fixture.heartRate) == .sharingDenied)
        await expectError(.errorAuthorizationDenied) { try await store.save(Fixture.beats(60)) }
      }
    }

    @Test func samplesOfOthers() async throws {
      let device = await Fixture.device()
      await device.store.insert(
        .workout(activity: "running", start: Fixture.now(), end: Fixture.now(60)), from: "Watch")
      await device.store.insert(.quantity(.heartRate, 80, unit: "beats per hour", start: Fixture.now()), from: "Watch")
      try await device.run {
        let store = HKHealthStore()
        try await store.requestAuthorization(toShare: [], read: [HKObjectType.workoutType(), Fixture.heartRate])
        let workout = try #require(try await store.samples(of: .workoutType()).first as? HKWorkout)
        #expect(workout.workoutActivityType == .running)
        #expect(workout.sourceRevision.source.name == "Watch")
        // A unit that HealthKit does not have is a separate dimension.
        let beats = try #require(try await store.samples(of: Fixture.heartRate).first as? HKQuantitySample)
        #expect(!beats.quantity.is(compatibleWith: Fixture.perMinute))
      }
    }
  }
#endif
