#if !canImport(HealthKit)
  import ClinicalRecords
  import Dispatch
  import Foundation
  public import HealthRecordStore
  import Synchronization

  /// The device that code written for HealthKit finds where HealthKit is not.
  ///
  /// ```swift
  /// let device = SimulatedDevice(HealthStore(responder: .grantAll))
  /// try await device.run { try await app.showAllergies() }
  /// ```
  ///
  /// A test fills and changes ``store``, which plays the institutions and the person; the app makes an `HKHealthStore` as
  /// it does on a device. Which device that one uses is decided at each call, in this order: the one that the calling task
  /// is in a closure of, by ``run(isolation:_:)`` or ``sync(_:)``; the one in whose closure the `HKHealthStore` was made;
  /// the one that was installed last; else an empty one on which everything is granted.
  public final class SimulatedDevice: Sendable {
    /// The records, the samples, the decisions, and the person who makes them.
    public let store: HealthStore
    /// What happens where HealthKit raises an exception.
    public let exceptions: Exceptions
    let objects = Mutex(ObjectTable())
    let exceptionsRaised = Mutex<[HKError]>([])

    /// Makes a device around a store.
    public init(_ store: HealthStore = HealthStore(), exceptions: Exceptions = .trap) {
      self.store = store
      self.exceptions = exceptions
    }

    @TaskLocal static var ofTask: SimulatedDevice?
    private static let installed = Mutex(SimulatedDevice())

    /// The device of the calling task, else the one that was installed last.
    public static var current: SimulatedDevice { ofTask ?? installed.withLock { $0 } }

    /// Makes this the device of the whole process, for tests that do not run side by side.
    public func install() { SimulatedDevice.installed.withLock { $0 = self } }

    /// Makes this the device of all that a closure does; tests that do so may run side by side.
    public func run<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await SimulatedDevice.$ofTask.withValue(self, operation: body, isolation: isolation)
    }

    /// Makes this the device of all that a closure does which is not `async`, and of the handlers that are called later.
    public func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
      try SimulatedDevice.$ofTask.withValue(self, operation: body)
    }
  }

  // MARK: - For the names

  extension SimulatedDevice {
    /// HealthKit calls an app's handlers on threads of its own.
    static let handlerQueue = DispatchQueue(label: "HealthKitNames handlers", attributes: .concurrent)

    /// Calls a handler of the app, in which this is the device.
    func call(_ handler: @escaping @Sendable () -> Void) {
      SimulatedDevice.handlerQueue.async { self.sync { handler() } }
    }

    /// Gives the outcome of some work to a handler of the app.
    func answer(
      _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
      _ work: @escaping @Sendable () async throws -> Void
    ) {
      Task {
        do {
          try await work()
          call { completion(true, nil) }
        } catch {
          let error = HKError.any(error)
          call { completion(false, error) }
        }
      }
    }
  }

  extension HKError {
    /// HealthKit's form of an error of the store; any other error as it is.
    static func any(_ error: any Error) -> any Error { (error as? HealthError).map { HKError($0) } ?? error }
  }
#endif
