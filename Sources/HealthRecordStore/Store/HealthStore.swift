/// An in-process health store that behaves like HealthKit's, for tests, for Linux, and for continuous integration.
///
/// ```swift
/// let store = HealthStore(responder: .grantAll)
/// await store.insert(contentsOf: records)
/// try await store.requestAuthorization(toShare: [], read: [.clinicalType(.allergyRecord)])
/// let allergies = try await store.clinicalRecords(ofType: .allergyRecord)
/// ```
///
/// A store stands for one device with one user and one app. The app's functions have HealthKit's names; the functions
/// of the user and of institutions are separate, in "The person's side". Where HealthKit's behaviour is unknown,
/// <doc:choices> lists what the store does.
public actor HealthStore {
  /// The app that uses the store.
  public nonisolated let configuration: AppConfiguration
  /// The current state of the device.
  public internal(set) var device: Device

  var responder: AuthorizationResponder
  var authorization = AuthorizationState()
  var records = RecordTable()
  var samples = SampleTable()
  /// The files that clinical notes name.
  var binaries: [BinaryKey: NoteAttachment.Binary] = [:]
  /// One sheet at a time: later requests wait for the earlier answer, which may decide their types, too.
  var sheetIsUp = false
  var waitingRequests: [CheckedContinuation<Void, Never>] = []
  var observers: [Int: (types: Set<ObjectType>, continuation: CheckedContinuation<Void, any Error>)] = [:]
  var observerCount = 0
  nonisolated let executor = StoreExecutor()

  /// Runs the store's jobs on a separate queue; see ``sync(_:)``.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// For a query without a limit, HealthKit's `HKObjectQueryNoLimit`.
  public static let noLimit = 0

  /// Makes a store without data and without decisions.
  public init(
    configuration: AppConfiguration = .complete, device: Device = Device(),
    responder: AuthorizationResponder = .grantAll
  ) {
    (self.configuration, self.device, self.responder) = (configuration, device, responder)
  }

  /// Whether the device has health data. `true` even if it is restricted: the calls then fail.
  public var isHealthDataAvailable: Bool { device.availability != .unavailable }

  /// Whether the device can have clinical records; fails like every call if there is no health data.
  public func supportsHealthRecords() throws(HealthError) -> Bool {
    try device.check()
    return device.supportsHealthRecords
  }
}
