import ClinicalRecords

/// A health store in process that behaves like HealthKit's, for tests, for Linux, and for continuous integration.
///
/// ```swift
/// let store = HealthStore(responder: .grantAll)
/// await store.insert(contentsOf: records)
/// try await store.requestAuthorization(toShare: [], read: [.clinicalType(.allergyRecord)])
/// let allergies = try await store.clinicalRecords(ofType: .allergyRecord)
/// ```
///
/// One store is one device, with one person and one app. What the app can do is declared with HealthKit's names; what
/// the person and the institutions do is apart, in "The person's side". Where HealthKit's behaviour is not known, a
/// choice was made; <doc:choices> lists them.
public actor HealthStore {
  /// The app that uses the store.
  public nonisolated let configuration: AppConfiguration
  /// The device as it is now.
  public private(set) var device: Device

  var responder: AuthorizationResponder
  var authorization = AuthorizationState()
  var records = RecordTable()
  var samples = SampleTable()
  /// One sheet at a time: later requests wait for the earlier answer, which may decide theirs too.
  var sheetIsUp = false
  var waitingRequests: [CheckedContinuation<Void, Never>] = []
  var observers: [Int: Observer] = [:]
  var observerCount = 0
  nonisolated let executor = StoreExecutor()

  /// What runs the store's jobs: a queue of its own; see ``sync(_:)``.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Somebody who waits for a change of some types.
  struct Observer {
    let types: Set<ObjectType>
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// For a query without a limit, HealthKit's `HKObjectQueryNoLimit`.
  public static let noLimit = 0

  /// Makes a store without data, in which nothing is decided.
  ///
  /// - Parameters:
  ///   - configuration: the app that uses the store.
  ///   - device: the device that the store is on.
  ///   - responder: the person in front of the authorization sheet.
  public init(
    configuration: AppConfiguration = .complete, device: Device = Device(),
    responder: AuthorizationResponder = .grantAll
  ) {
    self.configuration = configuration
    self.device = device
    self.responder = responder
  }

  /// Whether the device has health data. `true` also when they are restricted: the calls then say so.
  public var isHealthDataAvailable: Bool { device.availability != .unavailable }

  /// Whether the device can have clinical records; fails as every call when there are no health data.
  public func supportsHealthRecords() throws(HealthError) -> Bool {
    try device.check()
    return device.supportsHealthRecords
  }

  func setDevice(_ device: Device) { self.device = device }
}
