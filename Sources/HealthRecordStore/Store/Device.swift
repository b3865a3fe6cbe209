/// The state of the device, as far as health data depend on it.
public struct Device: Hashable, Sendable {
  /// Whether there is health data.
  public var availability: Availability
  /// Whether the device can have clinical records. Otherwise every clinical type looks empty; no call fails.
  public var supportsHealthRecords: Bool
  /// Whether the device is locked: queries fail with ``HealthError/Code/errorDatabaseInaccessible``; saving works.
  public var isLocked: Bool
  /// Whether a guest uses the device.
  public var isGuestUserSession: Bool

  /// Whether there is health data.
  public enum Availability: Hashable, Sendable {
    /// There is health data.
    case available
    /// The device has none.
    case unavailable
    /// The device has health data, and an enterprise has restricted access.
    case restricted
  }

  /// Makes a device; without arguments, one without restrictions.
  public init(
    availability: Availability = .available, supportsHealthRecords: Bool = true, isLocked: Bool = false,
    isGuestUserSession: Bool = false
  ) {
    (self.availability, self.supportsHealthRecords) = (availability, supportsHealthRecords)
    (self.isLocked, self.isGuestUserSession) = (isLocked, isGuestUserSession)
  }

  /// Refuses every call if there is no health data.
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
