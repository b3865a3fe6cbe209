#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore
  import Synchronization
  import Testing

  /// Devices with records for the tests.
  enum Fixture {
    static let allergies = HKClinicalType(.allergyRecord)
    static let medications = HKClinicalType(.medicationRecord)
    static let heartRate = HKQuantityType(.heartRate)
    static let perMinute = HKUnit.count().unitDivided(by: .minute())

    static func load(
      _ type: String, _ id: String, into store: HealthStore, source: String = "City Clinic", day: Int = 1,
      version: FHIRVersion = .primaryDSTU2, text: String = ""
    ) async {
      let json = #"{"resourceType": "\#(type)", "id": "\#(id)", "substance": {"text": "\#(text)"}}"#
      await store.load(
        Array(json.utf8),
        origin: RecordOrigin(
          source: source, sourceURL: "https://fhir.example.org/\(type)/\(id)", fhirVersion: version,
          receivedDate: ReceivedDate("2019-06-0\(day)T12:00:00Z")))
    }

    /// Two allergies with one identifier from two institutions, and the medications of both releases.
    static func device(
      _ responder: AuthorizationResponder = .grantAll, configuration: AppConfiguration = .complete,
      exceptions: SimulatedDevice.Exceptions = .error
    ) async -> SimulatedDevice {
      let store = HealthStore(configuration: configuration, responder: responder)
      await load("AllergyIntolerance", "2", into: store, day: 3)
      await load("AllergyIntolerance", "2", into: store, source: "County Hospital", day: 2)
      await load("AllergyIntolerance", "1", into: store, day: 1)
      await load("MedicationOrder", "3", into: store)
      await load("MedicationStatement", "4", into: store)
      await load("MedicationRequest", "5", into: store, version: .primaryR4)
      return SimulatedDevice(store, exceptions: exceptions)
    }

    /// The same device after a request for the types was answered.
    static func device(asking types: Set<HKObjectType>, _ responder: AuthorizationResponder = .grantAll) async throws
      -> SimulatedDevice
    {
      let device = await device(responder)
      try await device.run { try await HKHealthStore().requestAuthorization(toShare: [], read: types) }
      return device
    }

    static func now(_ seconds: Double = 0) -> Date { Date(timeIntervalSince1970: 1_560_000_000 + seconds) }

    static func beats(_ value: Double, at seconds: Double = 0, metadata: [String: Any]? = nil) -> HKQuantitySample {
      HKQuantitySample(
        type: heartRate, quantity: HKQuantity(unit: perMinute, doubleValue: value), start: now(seconds),
        end: now(seconds), metadata: metadata)
    }
  }

  extension HKHealthStore {
    /// The identifiers that a query of clinical records finds.
    func identifiers(
      of type: HKClinicalType = Fixture.allergies, _ predicate: NSPredicate? = nil, limit: Int = HKObjectQueryNoLimit,
      _ order: [NSSortDescriptor]? = nil
    ) async throws -> [String] {
      try await samples(of: type, predicate, limit: limit, order).compactMap {
        ($0 as? HKClinicalRecord)?.fhirResource?.identifier
      }
    }

    /// The results of a query with a handler.
    func samples(
      of type: HKSampleType, _ predicate: NSPredicate? = nil, limit: Int = HKObjectQueryNoLimit,
      _ order: [NSSortDescriptor]? = nil
    ) async throws -> [HKSample] {
      try await withCheckedThrowingContinuation { continuation in
        execute(
          HKSampleQuery(sampleType: type, predicate: predicate, limit: limit, sortDescriptors: order) {
            _, samples, error in
            continuation.resume(with: samples.map { .success($0) } ?? .failure(error ?? HKError(.unknownError)))
          })
      }
    }
  }

  /// The values passed to handlers, in order.
  final class Told<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation
    private let count = Mutex(0)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// The number of calls.
    var calls: Int { count.withLock { $0 } }

    func tell(_ value: Value) {
      count.withLock { $0 += 1 }
      continuation.yield(value)
    }

    /// Returns the next value; waits for it.
    func next() async -> Value? {
      for await value in stream { return value }
      return nil
    }
  }

  /// Expects HealthKit's error with a code.
  func expectError(
    _ code: HKError.Code, _ message: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as HKError {
      #expect(error.code == code, sourceLocation: sourceLocation)
      if let message { #expect(error.localizedDescription == message, sourceLocation: sourceLocation) }
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }
#endif
