#if !canImport(HealthKit)
  import Foundation
  import HealthRecordStore
  import Synchronization

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
      do {
        let result = try await run(isolation: isolation, body)
        try throwException(after: before)
        return result
      } catch {
        try throwException(after: before)
        throw error
      }
    }

    /// Makes this the device during a closure that is not `async`, and throws the first exception that is raised
    /// meanwhile.
    public func throwingExceptions<Result>(_ body: () throws -> Result) throws -> Result {
      let before = raised.count
      do {
        let result = try sync(body)
        try throwException(after: before)
        return result
      } catch {
        try throwException(after: before)
        throw error
      }
    }

    /// An app would have ended at its first exception, whatever was thrown after it.
    private func throwException(after count: Int) throws {
      let raised = raised
      if raised.count > count { throw raised[count] }
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
