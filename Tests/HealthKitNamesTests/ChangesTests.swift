#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore
  import Testing

  @Suite("Changes and observers", .timeLimit(.minutes(5)))
  struct ChangesTests {
    private struct Change: Equatable, Sendable {
      var added: [String] = []
      var deleted: [UUID] = []
      var code: HKError.Code?

      init(added: [String] = [], deleted: [UUID] = [], code: HKError.Code? = nil) {
        self.added = added
        self.deleted = deleted
        self.code = code
      }

      init(_ samples: [HKSample]?, _ deleted: [HKDeletedObject]?, _ error: (any Error)?) {
        added = (samples ?? []).map { ($0 as? HKClinicalRecord)?.fhirResource?.identifier ?? "sample" }
        self.deleted = (deleted ?? []).map(\.uuid)
        code = (error as? HKError)?.code
      }
    }

    @Test func anAnchoredQueryWithUpdates() async throws {
      let device = try await Fixture.device(asking: [Fixture.allergies])
      let told = Told<Change>()
      let store = device.sync { HKHealthStore() }
      let query = HKAnchoredObjectQuery(
        type: Fixture.allergies, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
      ) { _, samples, deleted, anchor, error in
        #expect(anchor != nil)
        told.tell(Change(samples, deleted, error))
      }
      query.updateHandler = { _, samples, deleted, _, error in told.tell(Change(samples, deleted, error)) }
      store.execute(query)
      #expect(await told.next() == Change(added: ["2", "2", "1"]))
      await Fixture.load("AllergyIntolerance", "7", into: device.store)
      #expect(await told.next() == Change(added: ["7"]))
      // An update has the same UUID; other types do not affect the query.
      let gone = try #require(try await store.samples(of: Fixture.allergies).last)
      await Fixture.load("Condition", "8", into: device.store)
      await device.store.deleteRecord(
        RecordKey(source: "City Clinic", resourceType: .allergyIntolerance, identifier: "7"))
      #expect(await told.next() == Change(deleted: [gone.uuid]))
      // While the device is locked, nothing is reported.
      await device.store.changeDevice { $0.isLocked = true }
      await Fixture.load("AllergyIntolerance", "9", into: device.store)
      await device.store.changeDevice { $0.isLocked = false }
      #expect(await told.next() == Change(added: ["9"]))
      store.stop(query)
      await Fixture.load("AllergyIntolerance", "10", into: device.store)
      let before = told.calls
      try await Task.sleep(for: .milliseconds(50))
      #expect(told.calls == before)
    }

    @Test func anchorsAreKeptBetweenLaunches() async throws {
      let device = try await Fixture.device(asking: [Fixture.allergies, Fixture.medications])
      try await device.run {
        let store = HKHealthStore()
        var query = HKAnchoredObjectQueryDescriptor(
          predicates: [.clinicalRecord(type: Fixture.allergies), .clinicalRecord(type: Fixture.medications)],
          anchor: nil, limit: 2)
        var found: [String] = []
        while true {
          let result = try await query.result(for: store)
          if result.addedSamples.isEmpty { break }
          #expect(result.addedSamples.count <= 2)
          found += result.addedSamples.compactMap { $0.fhirResource?.identifier }
          let data = try NSKeyedArchiver.archivedData(
            withRootObject: result.newAnchor, requiringSecureCoding: true)
          let kept = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
          #expect(kept == result.newAnchor)
          query.anchor = kept
        }
        #expect(found == ["2", "2", "1", "3", "4", "5"])
        await Fixture.load("AllergyIntolerance", "1", into: device.store, text: "newer")
        let update = try await query.result(for: store)
        #expect(update.addedSamples.map(\.displayName) == ["newer"])
        #expect(update.deletedObjects.isEmpty)
      }
    }

    @Test func changesOfSamples() async throws {
      let device = await Fixture.device()
      try await device.run {
        let store = HKHealthStore()
        try await store.requestAuthorization(toShare: [Fixture.heartRate], read: [Fixture.heartRate])
        let saved = Fixture.beats(60)
        try await store.save([saved, Fixture.beats(61)])
        var query = HKAnchoredObjectQueryDescriptor(
          predicates: [.quantitySample(type: Fixture.heartRate)], anchor: nil, limit: 1)
        let first = try await query.result(for: store)
        #expect(first.addedSamples == [saved])
        query.anchor = first.newAnchor
        query.limit = nil
        try await store.delete(saved)
        await device.store.insert(.quantity(.heartRate, 62, unit: "count/min", start: Fixture.now()), from: "Watch")
        let second = try await query.result(for: store)
        #expect(second.addedSamples.map { $0.quantity.doubleValue(for: Fixture.perMinute) } == [61, 62])
        #expect(second.deletedObjects.map(\.uuid) == [saved.uuid])
        query.anchor = second.newAnchor
        let third = try await query.result(for: store)
        #expect(third.addedSamples.isEmpty && third.deletedObjects.isEmpty)
      }
    }

    /// Changes that only the app's own condition excludes must not look like the end of the changes.
    @Test func aConditionOfTheAppAndALimit() async throws {
      try await Fixture.device(asking: [Fixture.medications]).run {
        let last = NSPredicate { object, _ in (object as? HKClinicalRecord)?.fhirResource?.identifier == "5" }
        let query = HKAnchoredObjectQueryDescriptor(
          predicates: [.clinicalRecord(type: Fixture.medications, predicate: last)], anchor: nil, limit: 1)
        let result = try await query.result(for: HKHealthStore())
        #expect(result.addedSamples.map { $0.fhirResource?.identifier } == ["5"])
      }
    }

    @Test func changesAsASequence() async throws {
      let device = try await Fixture.device(asking: [Fixture.allergies])
      let told = Told<[String]>()
      let reader = Task {
        try await device.run {
          let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.clinicalRecord(type: Fixture.allergies)], anchor: nil)
          for try await change in query.results(for: HKHealthStore()) {
            told.tell(change.addedSamples.compactMap { $0.fhirResource?.identifier })
          }
        }
        told.tell(["end"])
      }
      #expect(await told.next() == ["2", "2", "1"])
      await Fixture.load("AllergyIntolerance", "7", into: device.store)
      #expect(await told.next() == ["7"])
      reader.cancel()
      #expect(await told.next() == ["end"])
    }

    @Test func observersAreCalled() async throws {
      let device = try await Fixture.device(asking: [Fixture.allergies, Fixture.medications])
      let told = Told<String>()
      let store = device.sync { HKHealthStore() }
      let one = HKObserverQuery(sampleType: Fixture.allergies, predicate: nil) { _, completion, error in
        told.tell(error == nil ? "changed" : "error")
        completion()
      }
      store.execute(one)
      #expect(await told.next() == "changed")
      await Fixture.load("AllergyIntolerance", "7", into: device.store)
      #expect(await told.next() == "changed")
      store.stop(one)
      let descriptors = [Fixture.allergies, Fixture.medications].map {
        HKQueryDescriptor(sampleType: $0, predicate: nil)
      }
      let several = HKObserverQuery(queryDescriptors: descriptors) { _, types, completion, _ in
        told.tell((types ?? []).map(\.identifier).sorted().joined(separator: " "))
        completion()
      }
      store.execute(several)
      #expect(
        await told.next() == "HKClinicalTypeIdentifierAllergyRecord HKClinicalTypeIdentifierMedicationRecord")
      await Fixture.load("MedicationOrder", "8", into: device.store)
      #expect(await told.next() == "HKClinicalTypeIdentifierMedicationRecord")
      store.stop(several)
      store.execute(
        HKObserverQuery(sampleType: Fixture.heartRate, predicate: nil) { _, _, error in
          told.tell("\((error as? HKError)?.code == .errorAuthorizationNotDetermined)")
        })
      #expect(await told.next() == "true")
    }
  }
#endif
