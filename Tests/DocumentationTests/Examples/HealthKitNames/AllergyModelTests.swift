#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore
  import Testing

  @Suite("A model of a view with HealthKit's names", .timeLimit(.minutes(2)))
  @MainActor
  struct AllergyModelTests {
    private let device = SimulatedDevice(HealthStore(), exceptions: .error)

    private func load(_ type: String, _ id: String) async {
      let json = #"{"resourceType": "\#(type)", "id": "\#(id)"}"#
      await device.store.load(
        Array(json.utf8),
        origin: RecordOrigin(
          source: "City Clinic", fhirVersion: .primaryDSTU2, receivedDate: ReceivedDate("2019-06-01T12:00:00Z")))
    }

    /// Waits for handlers, which are called on threads of their own.
    private func wait(_ condition: () -> Bool) async throws {
      while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func handlersReachTheMainActor() async throws {
      await load("AllergyIntolerance", "1")
      let model = device.sync { AllergyModel() }
      model.load()
      try await wait { !model.records.isEmpty }
      #expect(model.records.map { $0.fhirResource?.identifier } == ["1"])
      #expect(model.problem == nil)
      await load("AllergyIntolerance", "2")
      await model.refresh()
      #expect(model.records.count == 2)
    }

    @Test func changesReachTheMainActor() async throws {
      await load("AllergyIntolerance", "1")
      let model = device.sync { AllergyModel() }
      await model.refresh()
      model.observe()
      try await wait { model.anchor != nil && model.changes > 0 }
      await load("AllergyIntolerance", "2")
      try await wait { model.changes > 1 && model.records.contains { $0.fhirResource?.identifier == "2" } }
      model.stop()
      model.follow()
      await load("AllergyIntolerance", "3")
      try await wait { model.records.contains { $0.fhirResource?.identifier == "3" } }
      model.stop()
    }

    @Test func aClosedSheetIsTold() async throws {
      let device = SimulatedDevice(HealthStore(responder: .cancel))
      let model = device.sync { AllergyModel() }
      await model.refresh()
      #expect(model.problem == .errorUserCanceled)
    }

    @Test func allTypesSideBySide() async throws {
      for (type, id) in [("Condition", "1"), ("Condition", "2"), ("Procedure", "3")] { await load(type, id) }
      let loader = device.sync { RecordLoader() }
      let all = try await device.run { try await loader.all() }
      #expect(all.count == 9)
      let conditions = try #require(all[HKClinicalType(.conditionRecord)])
      #expect(conditions.count == 2)
      let day = try #require(conditions.first?.startDate)
      let other = conditions[0].uuid
      #expect(
        try await device.run { try await loader.conditions(since: day, except: other) } == [conditions[1]])
      #expect(
        try await device.run {
          try await loader.conditions(since: day.addingTimeInterval(1), except: other)
        }.isEmpty)
    }

    @Test func prescriptionsAreChosen() async throws {
      let date = Date(timeIntervalSince1970: 1_560_000_000)
      let responder = AuthorizationResponder { sheet in
        .decide(AuthorizationAnswer.Grants(objects: Set(sheet.objects.map(\.uuid))))
      }
      let device = SimulatedDevice(HealthStore(responder: responder))
      await device.store.insert(.visionPrescription(issued: date), from: "Optician")
      #expect(try await device.run { try await RecordLoader().prescriptions() } == [date])
    }

    @Test func anAppMayHideTheStoreBehindItsOwnProtocol() async throws {
      try await device.run {
        let access: any HealthAccess = HKHealthStore()
        #expect(access.authorizationStatus(for: .workoutType()).words == "not asked")
        try await access.requestAuthorization(toShare: [.workoutType()], read: [])
        #expect(access.authorizationStatus(for: .workoutType()).words == "allowed")
      }
    }
  }
#endif
