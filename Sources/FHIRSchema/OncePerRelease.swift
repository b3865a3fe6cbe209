import Synchronization

/// Values that are made once for each release, when they are first asked for.
///
/// A release that no record needs costs nothing. The lock is held while a value is made, so that several threads that
/// ask at the start make one. Nothing asks on the way of a record.
package final class OncePerRelease<Value: Sendable>: Sendable {
  private let values = Mutex<[FHIRRelease: Value]>([:])

  package init() {}

  /// The value of a release, `nil` where nobody has asked for it yet.
  package func made(for release: FHIRRelease) -> Value? { values.withLock { $0[release] } }

  /// The value of a release, made if this is the first time.
  package func value(of release: FHIRRelease, make: () -> Value) -> Value {
    values.withLock { values in
      if let value = values[release] { return value }
      let value = make()
      values[release] = value
      return value
    }
  }
}
