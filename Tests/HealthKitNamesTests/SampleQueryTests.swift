#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore
  import Testing

  @Suite("Queries of samples")
  struct SampleQueryTests {
    @Test func allAllergiesAndTheJSONOfOne() async throws {
      let device = try await Fixture.device(asking: [Fixture.allergies])
      let samples = await withCheckedContinuation { continuation in
        device.sync {
          let query = HKSampleQuery(
            sampleType: Fixture.allergies, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil
          ) { _, samples, error in
            // HealthKit calls from its own thread.
            #expect(!Thread.isMainThread)
            #expect(error == nil)
            continuation.resume(returning: samples)
          }
          HKHealthStore().execute(query)
        }
      }
      let records = try #require(samples as? [HKClinicalRecord])
      #expect(records.count == 3)
      let record = try #require(records.first)
      #expect(record.clinicalType == Fixture.allergies)
      #expect(record.sampleType == Fixture.allergies)
      #expect(record.startDate == ISO8601DateFormatter().date(from: "2019-06-03T12:00:00Z"))
      #expect(record.endDate == record.startDate)
      #expect(record.sourceRevision.source.name == "City Clinic")
      #expect(record.sourceRevision.source.bundleIdentifier.hasPrefix("com.apple.public.health.clinical."))
      let resource = try #require(record.fhirResource)
      #expect(resource.resourceType == .allergyIntolerance)
      #expect(resource.sourceURL == URL(string: "https://fhir.example.org/AllergyIntolerance/2"))
      #expect(resource.fhirVersion == .primaryDSTU2())
      #expect(resource.fhirVersion.fhirRelease == .dstu2)
      let json = try JSONSerialization.jsonObject(with: resource.data, options: []) as? [String: Any]
      #expect(json?["id"] as? String == "2")
    }

    @Test func bothClinicalPredicates() async throws {
      try await Fixture.device(asking: [Fixture.allergies, Fixture.medications]).run {
        let store = HKHealthStore()
        #expect(try await store.identifiers(of: Fixture.medications) == ["3", "4", "5"])
        let orders = HKQuery.predicateForClinicalRecords(withFHIRResourceType: .medicationOrder)
        #expect(try await store.identifiers(of: Fixture.medications, orders) == ["3"])
        let unknown = HKQuery.predicateForClinicalRecords(withFHIRResourceType: HKFHIRResourceType(rawValue: "Patient"))
        #expect(try await store.identifiers(of: Fixture.medications, unknown) == [])
        let county = try #require(
          try await store.samples(of: Fixture.allergies).first { $0.source.name != "City Clinic" })
        let one = HKQuery.predicateForClinicalRecords(
          from: county.sourceRevision.source, fhirResourceType: .allergyIntolerance, identifier: "2")
        #expect(try await store.samples(of: Fixture.allergies, one) == [county])
      }
    }

    @Test func predicatesCombine() async throws {
      try await Fixture.device(asking: [Fixture.medications]).run {
        let store = HKHealthStore()
        let order = HKQuery.predicateForClinicalRecords(withFHIRResourceType: .medicationOrder)
        let statement = HKQuery.predicateForClinicalRecords(withFHIRResourceType: .medicationStatement)
        let all = try await store.samples(of: Fixture.medications)
        let third = HKQuery.predicateForObject(with: all[2].uuid)
        let ofApp = NSPredicate { object, _ in (object as? HKClinicalRecord)?.fhirResource?.identifier == "4" }
        let cases: [(NSPredicate, [String])] = [
          (NSCompoundPredicate(orPredicateWithSubpredicates: [order, statement]), ["3", "4"]),
          (NSCompoundPredicate(andPredicateWithSubpredicates: [order, statement]), []),
          (NSCompoundPredicate(notPredicateWithSubpredicate: order), ["4", "5"]),
          (NSCompoundPredicate(orPredicateWithSubpredicates: [order, third]), ["3", "5"]),
          (NSCompoundPredicate(andPredicateWithSubpredicates: [statement, ofApp]), ["4"]),
          (NSCompoundPredicate(andPredicateWithSubpredicates: [order, ofApp]), []),
          (NSCompoundPredicate(notPredicateWithSubpredicate: ofApp), ["3", "5"]),
          (NSPredicate(value: false), []), (NSPredicate(value: true), ["3", "4", "5"]),
          (HKQuery.predicateForObjects(from: all[0].sourceRevision.source), ["3", "4", "5"]),
          (HKQuery.predicateForObjects(from: [HKSource.default()]), []),
          (HKQuery.predicateForSamples(withStart: nil, end: all[0].startDate), []),
          (
            HKQuery.predicateForSamples(withStart: all[0].startDate, end: nil, options: .strictStartDate),
            ["3", "4", "5"]
          ),
        ]
        for (number, (predicate, expected)) in cases.enumerated() {
          #expect(try await store.identifiers(of: Fixture.medications, predicate) == expected, "\(number)")
          #expect(
            try await store.identifiers(of: Fixture.medications, predicate, limit: 1) == Array(expected.prefix(1)))
        }
      }
    }

    @Test func predicatesInWords() async throws {
      try await Fixture.device(asking: [Fixture.medications]).run {
        let store = HKHealthStore()
        let all = try await store.samples(of: Fixture.medications)
        let identifier = HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier
        let type = HKPredicateKeyPathClinicalRecordFHIRResourceType
        let cases: [(NSPredicate, [String])] = [
          (NSPredicate(format: "%K == %@", identifier, "4"), ["4"]),
          (NSPredicate(format: "%K = %@", type, HKFHIRResourceType.medicationOrder.rawValue), ["3"]),
          (NSPredicate(format: "FHIRResource.resourceType != 'MedicationOrder'"), ["4", "5"]),
          (NSPredicate(format: "%K IN %@", identifier, ["3", "5", "6"]), ["3", "5"]),
          (NSPredicate(format: "NOT (%K == %@ OR %K == %@)", identifier, "3", identifier, "4"), ["5"]),
          (NSPredicate(format: "%K == %@ AND startDate < %@", identifier, "3", Date.now), ["3"]),
          (NSPredicate(format: "startDate >= %@ && endDate <= %@", argumentArray: [Date.now, Date.now]), []),
          (NSPredicate(format: "UUID == %@", all[1].uuid), ["4"]),
        ]
        for (number, (predicate, expected)) in cases.enumerated() {
          #expect(try await store.identifiers(of: Fixture.medications, predicate) == expected, "\(number)")
        }
      }
    }

    @Test func ordersAndLimits() async throws {
      try await Fixture.device(asking: [Fixture.allergies]).run { () async throws in
        let store = HKHealthStore()
        let oldest = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
        let newest = NSSortDescriptor(keyPath: \HKSample.endDate, ascending: false)
        #expect(try await store.samples(of: Fixture.allergies, nil, [oldest]).map(\.startDate).isAscending)
        #expect(try await store.identifiers(nil, limit: 1, [oldest]) == ["1"])
        #expect(try await store.identifiers(nil, [newest]) == ["2", "2", "1"])
        #expect(try await store.identifiers(nil, limit: 2) == ["2", "2"])
      }
    }

    @Test func severalTypesAtOnce() async throws {
      try await Fixture.device(asking: [Fixture.allergies, Fixture.medications]).run {
        let descriptors = [
          HKQueryDescriptor(sampleType: Fixture.allergies, predicate: nil),
          HKQueryDescriptor(
            sampleType: Fixture.medications,
            predicate: HKQuery.predicateForClinicalRecords(withFHIRResourceType: .medicationOrder)),
          HKQueryDescriptor(
            sampleType: Fixture.medications,
            predicate: HKQuery.predicateForClinicalRecords(withFHIRResourceType: .medicationRequest)),
        ]
        let found = await withCheckedContinuation { continuation in
          HKHealthStore().execute(
            HKSampleQuery(queryDescriptors: descriptors, limit: 4) { _, samples, _ in
              continuation.resume(returning: samples ?? [])
            })
        }
        #expect(found.compactMap { ($0 as? HKClinicalRecord)?.fhirResource?.identifier } == ["2", "2", "1", "3"])
      }
    }

    @Test func descriptorsForTasks() async throws {
      try await Fixture.device(asking: [Fixture.allergies]).run {
        let query = HKSampleQueryDescriptor(
          predicates: [.clinicalRecord(type: Fixture.allergies)],
          sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 2)
        let records = try await query.result(for: HKHealthStore())
        #expect(records.map { $0.fhirResource?.identifier } == ["2", "2"])
        #expect(records.map(\.startDate.timeIntervalSince1970) == [1_559_563_200, 1_559_476_800])
      }
      await Fixture.device().run {
        await expectError(.errorAuthorizationNotDetermined) {
          _ = try await HKSampleQueryDescriptor(
            predicates: [.sample(type: Fixture.allergies)], sortDescriptors: []
          ).result(for: HKHealthStore())
        }
      }
    }

    @Test func sourcesOfAType() async throws {
      try await Fixture.device(asking: [Fixture.allergies]).run {
        let names = await withCheckedContinuation { continuation in
          HKHealthStore().execute(
            HKSourceQuery(sampleType: Fixture.allergies, samplePredicate: nil) { _, sources, _ in
              continuation.resume(returning: sources?.map(\.name).sorted())
            })
        }
        #expect(names == ["City Clinic", "County Hospital"])
      }
    }
  }

  extension [Date] {
    fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy(<=) }
  }
#endif
