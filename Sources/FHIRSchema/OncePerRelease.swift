public import Synchronization

/// Values that are made once for each release, on first use.
///
/// A release that no record needs costs nothing. The lock is held while a value is made, so that several threads that
/// start at the same time make only one. The judging of records does not use it, but every run over a file asks once: it
/// is inlinable, because the unspecialised form asks the runtime for each generic type each time.
@usableFromInline
package final class OncePerRelease<Value: Sendable>: Sendable {
  @usableFromInline let values = Mutex<[(release: FHIRRelease, value: Value)]>([])

  @inlinable package init() {}

  /// The value of a release, `nil` if it has not been made yet.
  @inlinable package func made(for release: FHIRRelease) -> Value? {
    values.withLock { Self.value(of: release, in: $0) }
  }

  @inlinable package func value(of release: FHIRRelease, make: () -> Value) -> Value {
    values.withLock { values in
      if let value = Self.value(of: release, in: values) { return value }
      let value = make()
      values.append((release, value))
      return value
    }
  }

  /// There are few releases: a dictionary would take longer.
  @inlinable static func value(of release: FHIRRelease, in values: [(release: FHIRRelease, value: Value)]) -> Value? {
    values.first { $0.release == release }?.value
  }
}
