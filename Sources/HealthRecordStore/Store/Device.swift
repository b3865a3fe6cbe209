/// The device that the store is on, as far as health data depend on it.
public struct Device: Hashable, Sendable {
  /// Whether there are health data at all.
  public var availability: Availability
  /// Whether the device can have clinical records. Without them every clinical type looks empty; nothing fails.
  public var supportsHealthRecords: Bool
  /// Whether the device is locked: queries then fail with ``HealthError/Code/errorDatabaseInaccessible``; saving goes on.
  public var isLocked: Bool
  /// Whether a guest uses the device.
  public var isGuestUserSession: Bool

  /// Whether there are health data.
  public enum Availability: Hashable, Sendable {
    /// There are.
    case available
    /// The device has none.
    case unavailable
    /// The device has them, and an enterprise has restricted them.
    case restricted
  }

  /// Makes a device; without arguments, one on which everything works.
  public init(
    availability: Availability = .available, supportsHealthRecords: Bool = true, isLocked: Bool = false,
    isGuestUserSession: Bool = false
  ) {
    self.availability = availability
    self.supportsHealthRecords = supportsHealthRecords
    self.isLocked = isLocked
    self.isGuestUserSession = isGuestUserSession
  }

  /// Refuses every call when there are no health data.
  func check() throws(HealthError) {
    switch availability {
    case .available: break
    case .unavailable: throw HealthError(.errorHealthDataUnavailable)
    case .restricted: throw HealthError(.errorHealthDataRestricted)
    }
  }

  /// Refuses queries, also while the device is locked.
  func checkReading() throws(HealthError) {
    try check()
    if isLocked { throw HealthError(.errorDatabaseInaccessible) }
  }
}
