#if !canImport(HealthKit)
  import ClinicalRecords
  import Dispatch
  import Foundation
  public import HealthRecordStore
  import Synchronization

  /// The device for code written for HealthKit, on platforms without HealthKit.
  ///
  /// ```swift
  /// let device = SimulatedDevice(HealthStore(responder: .grantAll))
  /// try await device.run { try await app.showAllergies() }
  /// ```
  ///
  /// A test fills and changes ``store``, in the role of the institutions and the user; the app makes an `HKHealthStore`
  /// as on a device. Each call selects its device in this order: the one of the closure in which the calling task runs,
  /// set by ``run(isolation:_:)`` or ``sync(_:)``; the one in whose closure the `HKHealthStore` was made; the one that
  /// was installed last; else an empty device on which everything is granted.
  public final class SimulatedDevice: Sendable {
    /// The records, the samples, and the user's decisions.
    public let store: HealthStore
    /// What to do where HealthKit raises an exception.
    public let exceptions: Exceptions
    let objects = Mutex(ObjectTable())
    let exceptionsRaised = Mutex<[HKError]>([])

    /// Makes a device with a store.
    public init(_ store: HealthStore = HealthStore(), exceptions: Exceptions = .trap) {
      self.store = store
      self.exceptions = exceptions
    }

    @TaskLocal static var ofTask: SimulatedDevice?
    private static let installed = Mutex(SimulatedDevice())

    /// The device of the calling task, else the one that was installed last.
    public static var current: SimulatedDevice { ofTask ?? installed.withLock { $0 } }

    /// Makes this the device of the whole process, for tests that do not run in parallel.
    public func install() { SimulatedDevice.installed.withLock { $0 = self } }

    /// Makes this the device during a closure; tests that use it may run in parallel.
    public func run<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await SimulatedDevice.$ofTask.withValue(self, operation: body, isolation: isolation)
    }

    /// Makes this the device during a closure that is not `async`, and during handlers that are called later.
    public func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
      try SimulatedDevice.$ofTask.withValue(self, operation: body)
    }
  }

  // MARK: - For the HealthKit names

  extension SimulatedDevice {
    /// HealthKit calls an app's handlers on its own threads.
    static let handlerQueue = DispatchQueue(label: "HealthKitNames handlers", attributes: .concurrent)

    /// Calls a handler of the app with this as its device.
    func call(_ handler: @escaping @Sendable () -> Void) {
      SimulatedDevice.handlerQueue.async { self.sync { handler() } }
    }

    /// Passes the result of an operation, or its error, to a handler of the app.
    func answer<Value: Sendable>(
      _ completion: @escaping @Sendable (Value?, (any Error)?) -> Void,
      _ work: @escaping @Sendable () async throws -> Value
    ) {
      Task {
        do {
          let value = try await work()
          call { completion(value, nil) }
        } catch {
          let error = HKError.any(error)
          call { completion(nil, error) }
        }
      }
    }

    /// Tells a handler of the app whether an operation succeeded.
    func answer(
      _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
      _ work: @escaping @Sendable () async throws -> Void
    ) {
      answer({ (_: Void?, error) in completion(error == nil, error) }, work)
    }
  }

  extension HKError {
    /// Converts the store's error; returns any other error unchanged.
    static func any(_ error: any Error) -> any Error { (error as? HealthError).map { HKError($0) } ?? error }
  }

  extension SimulatedDevice {
    /// What to do where HealthKit raises an exception: for a request without types, an invalid unit, and the like.
    public enum Exceptions: Hashable, Sendable {
      /// The process ends with the exception's message, as an app does on a device.
      case trap
      /// The exception is recorded in ``SimulatedDevice/raised`` as an `HKError.errorInvalidArgument` with the
      /// exception's message as its description.
      ///
      /// A call that can throw throws it. Others continue with a value without effect: not a number, a unit that is
      /// incompatible with all others, a type without samples, a condition that matches nothing, an order that changes
      /// nothing.
      case error
    }

    /// The exceptions that HealthKit would have raised so far, in order; each of them would end an app.
    public var raised: [HKError] { exceptionsRaised.withLock { $0 } }

    /// Makes this the device during a closure, and throws the first exception that is raised meanwhile.
    ///
    /// ```swift
    /// let device = SimulatedDevice(exceptions: .error)
    /// #expect(throws: HKError.self) { try device.throwingExceptions { HKUnit(from: "beats") } }
    /// ```
    ///
    /// So a test also sees exceptions of calls that cannot throw, on any thread. Exceptions that a handler raises after
    /// the closure has ended are only in ``raised``. If the device traps on exceptions, they still trap.
    public func throwingExceptions<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
      let before = raised.count
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await run(isolation: isolation, body)) } catch { result = .failure(error) }
      return try value(of: result, after: before)
    }

    /// Makes this the device during a closure that is not `async`, and throws the first exception that is raised
    /// meanwhile.
    public func throwingExceptions<Result>(_ body: () throws -> Result) throws -> Result {
      let before = raised.count
      return try value(of: Swift.Result { try sync(body) }, after: before)
    }

    /// An app would have ended at its first exception, whatever was thrown after it.
    private func value<Result>(of result: Swift.Result<Result, any Error>, after count: Int) throws -> Result {
      let raised = raised
      if raised.count > count { throw raised[count] }
      return try result.get()
    }
  }

  // MARK: - For the HealthKit names

  extension SimulatedDevice {
    /// Raises an exception of HealthKit; returns if the test wants errors.
    @discardableResult
    func raise(_ sentence: String) -> HKError {
      if exceptions == .trap { fatalError("HealthKit raises an exception here: \(sentence)") }
      let error = HKError(HealthError(.errorInvalidArgument, sentence))
      exceptionsRaised.withLock { $0.append(error) }
      return error
    }

    /// Performs an operation for which HealthKit may raise an exception.
    func raising<Result>(_ body: () async throws -> Result) async throws -> Result {
      do {
        return try await body()
      } catch let error as HealthError {
        throw error.code == .errorInvalidArgument ? raise(error.message) : HKError(error)
      }
    }
  }
#endif
