#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore
  import Testing

  @Suite("Types, units, versions and errors")
  struct NameTests {
    @Test func typesAreEqualByTheirIdentifiers() {
      #expect(HKObjectType.quantityType(forIdentifier: .heartRate) == HKQuantityType(.heartRate))
      #expect(HKQuantityType(.heartRate).identifier == "HKQuantityTypeIdentifierHeartRate")
      #expect(HKQuantityType(.vo2Max).identifier == "HKQuantityTypeIdentifierVO2Max")
      let types: Set<HKObjectType> = [
        HKQuantityType(.heartRate), HKQuantityType(.heartRate), HKObjectType.workoutType(), .workoutType(),
        HKCharacteristicType(.dateOfBirth), HKObjectType.characteristicType(forIdentifier: .dateOfBirth)!,
      ]
      #expect(types.count == 3)
      #expect(HKObjectType.clinicalType(forIdentifier: HKClinicalTypeIdentifier(rawValue: "allergyRecord")) == nil)
      #expect(HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: "heartRate")) == nil)
      #expect(HKObjectType.categoryType(forIdentifier: .sleepAnalysis) == HKCategoryType(.sleepAnalysis))
    }

    /// The names here are those of the classification's vocabulary.
    @Test func clinicalNamesAreComplete() {
      let types: [HKClinicalTypeIdentifier] = [
        .allergyRecord, .clinicalNoteRecord, .conditionRecord, .coverageRecord, .immunizationRecord, .labResultRecord,
        .medicationRecord, .procedureRecord, .vitalSignRecord,
      ]
      #expect(types.map(\.rawValue) == ClinicalTypeIdentifier.allCases.map(\.rawValue))
      let resources: [HKFHIRResourceType] = [
        .allergyIntolerance, .condition, .coverage, .diagnosticReport, .documentReference, .immunization,
        .medicationDispense, .medicationOrder, .medicationRequest, .medicationStatement, .observation, .procedure,
      ]
      #expect(resources.map(\.rawValue) == FHIRResourceType.allCases.map(\.rawValue))
      #expect(HKError.Code.allCases.map(\.rawValue) == HealthError.Code.allCases.map(\.rawValue))
      #expect(HKWorkoutActivityType.cooldown.rawValue == 80)
      #expect(HKWorkoutActivityType.running.rawValue == 37)
    }

    @Test func versions() throws {
      let version = try HKFHIRVersion(fromVersionString: "4.0.1")
      #expect(version == .primaryR4())
      #expect(version.fhirRelease == .r4)
      #expect(version.stringRepresentation == "4.0.1")
      #expect(try HKFHIRVersion(fromVersionString: "3.0.2").fhirRelease == .unknown)
      #expect(throws: HKError.self) { try HKFHIRVersion(fromVersionString: "R4") }
    }

    @Test func errorsAreThoseOfTheDomain() throws {
      let error: any Error = HKError(.errorUserCanceled)
      do { throw error } catch HKError.errorUserCanceled {} catch { Issue.record(error) }
      #expect((error as NSError).domain == HKErrorDomain)
      #expect((error as NSError).code == 7)
      #expect((error as? HKError)?.code == .errorUserCanceled)
    }

    @Test(arguments: [
      (1.0, "mi", "m", 1609.344), (37.0, "degC", "degF", 98.6), (98.6, "degF", "degC", 37.0),
      (120.0, "mmHg", "kPa", 15.9987),
      (72.0, "count/min", "count/s", 1.2), (1.0, "kcal", "kJ", 4.184),
      (5.0, "mmol<180.1558800000541>/L", "mg/dL", 90.0779),
      (3.5, "ml/(kg*min)", "mL/kg·min^-1", 3.5), (1.0, "kg", "lb", 2.20462), (1.0, "W", "J/s", 1.0),
      (2.0, "1/min", "Hz", 1.0 / 30),
      (0.5, "%", "count", 0.5), (1.0, "L", "fl_oz_us", 33.814), (2.0, "kg*m^2/s^2", "J", 2.0),
    ])
    func units(value: Double, from: String, to: String, expected: Double) {
      let quantity = HKQuantity(unit: HKUnit(from: from), doubleValue: value)
      #expect(quantity.is(compatibleWith: HKUnit(from: to)))
      #expect(abs(quantity.doubleValue(for: HKUnit(from: to)) - expected) < 1e-4 * expected)
    }

    @Test func unitsAreWrittenAsTheyAreRead() {
      #expect(HKUnit.count().unitDivided(by: .minute()).unitString == "count/min")
      #expect(HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci)) == HKUnit(from: "mg/dL"))
      #expect(HKUnit.meter().unitRaised(toPower: 2).reciprocal().unitString == "1/m^2")
      for text in ["count/min", "mg/dL", "mL/(kg·min)", "1/s", "kg/m^2", "mmol<180.1558800000541>/L"] {
        #expect(HKUnit(from: text).unitString == text)
      }
      #expect(HKUnit.meter().unitDivided(by: .meter()).isNull())
      #expect(!HKQuantity(unit: .meter(), doubleValue: 1).is(compatibleWith: .second()))
      let mile = HKQuantity(unit: .mile(), doubleValue: 1)
      #expect(mile.compare(HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 2)) == .orderedAscending)
    }
  }

  @Suite("Which device it is")
  struct DeviceTests {
    /// An app often has one `HKHealthStore` for its whole lifetime.
    private static let shared = HKHealthStore()

    @Test func theTaskDecides() async throws {
      for count in 0..<2 {
        let device = SimulatedDevice(HealthStore(device: Device(supportsHealthRecords: count == 0)))
        #expect(device.sync { Self.shared.supportsHealthRecords() } == (count == 0))
        // Without a device of the task, the device at the creation of the access is used.
        let made = device.sync { HKHealthStore() }
        #expect(made.supportsHealthRecords() == (count == 0))
        // A handler is called with the device that was queried.
        let inside = await withCheckedContinuation { continuation in
          made.getRequestStatusForAuthorization(toShare: [], read: [Fixture.allergies]) { _, _ in
            continuation.resume(returning: Self.shared.supportsHealthRecords())
          }
        }
        #expect(inside == (count == 0))
      }
    }

    @Test func anInstalledDeviceIsThatOfTheProcess() {
      SimulatedDevice(HealthStore(device: Device(supportsHealthRecords: false))).install()
      defer { SimulatedDevice().install() }
      #expect(!HKHealthStore().supportsHealthRecords())
      #expect(SimulatedDevice().sync { HKHealthStore().supportsHealthRecords() })
    }

    /// Many waiting tasks take no thread that the store needs.
    @Test func waitingTakesNoThreadOfThePool() async {
      let device = SimulatedDevice()
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<200 { group.addTask { device.sync { HKHealthStore.isHealthDataAvailable() } } }
        for await isAvailable in group { #expect(isAvailable) }
      }
      #expect(device.store.sync { $0.recordCount } == 0)
      #expect(device.store.sync { _ in device.store.sync { $0.recordCount } } == 0)
    }
  }
#endif
