#if !canImport(HealthKit)
  import Foundation
  import HealthRecordStore
  import Synchronization

  extension SimulatedDevice {
    /// What happens where HealthKit raises an exception: for a request of no types, a unit that is none, and the like.
    public enum Exceptions: Hashable, Sendable {
      /// The process ends with the exception's sentence, as an app does on a device.
      case trap
      /// The exception is noted in ``SimulatedDevice/raised`` as an `HKError.errorInvalidArgument`, whose description is
      /// its sentence.
      ///
      /// A call that can fail fails with it. One that cannot goes on with what means nothing: a number that is none, a unit
      /// that fits no other, a type that has no samples, a condition that nothing meets, an order that changes nothing.
      case error
    }

    /// The exceptions that HealthKit would have raised so far, the first first; each of them ends an app.
    public var raised: [HKError] { exceptionsRaised.withLock { $0 } }

    /// Makes this the device of all that a closure does, and throws the first exception that is raised meanwhile.
    ///
    /// ```swift
    /// let device = SimulatedDevice(exceptions: .error)
    /// #expect(throws: HKError.self) { try device.throwingExceptions { HKUnit(from: "beats") } }
    /// ```
    ///
    /// So a test sees those too that a call cannot throw, on whatever thread they are raised; not those that a handler
    /// raises after the closure has ended, which ``raised`` has. On a device whose exceptions are a trap they stay one.
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

    /// Makes this the device of all that a closure does which is not `async`, and throws the first exception that is raised
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

    /// An app would not have come further than to its first exception, whatever was thrown after it.
    private func throwException(after count: Int) throws {
      let raised = raised
      if raised.count > count { throw raised[count] }
    }
  }

  // MARK: - For the names

  extension SimulatedDevice {
    /// Says that HealthKit raises an exception here; returns where a test wants errors.
    @discardableResult
    func raise(_ sentence: String) -> HKError {
      if exceptions == .trap { fatalError("HealthKit raises an exception here: \(sentence)") }
      let error = HKError(HealthError(.errorInvalidArgument, sentence))
      exceptionsRaised.withLock { $0.append(error) }
      return error
    }

    /// Does what HealthKit may refuse by an exception.
    func raising<Result>(_ body: () async throws -> Result) async throws -> Result {
      do {
        return try await body()
      } catch let error as HealthError {
        throw error.code == .errorInvalidArgument ? raise(error.message) : HKError(error)
      }
    }
  }
#endif
