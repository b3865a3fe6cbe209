import Synchronization

/// Values that are made once for each release, on first use.
///
/// A release that no record needs costs nothing. The lock is held while a value is made, so that several threads that
/// start at the same time make only one. The judging of records does not use it.
package final class OncePerRelease<Value: Sendable>: Sendable {
  private let values = Mutex<[FHIRRelease: Value]>([:])

  package init() {}

  /// The value of a release, `nil` if it has not been made yet.
  package func made(for release: FHIRRelease) -> Value? { values.withLock { $0[release] } }

  /// The value of a release, made on first use.
  package func value(of release: FHIRRelease, make: () -> Value) -> Value {
    values.withLock { values in
      if let value = values[release] { return value }
      let value = make()
      values[release] = value
      return value
    }
  }
}
