/// The only type of workouts.
public struct WorkoutType: Hashable, Sendable {
  /// Makes the type.
  public init() {}
}

/// The type of vision prescriptions, to each of which the user grants access separately.
public struct PrescriptionType: Hashable, Sendable {
  /// Makes the type.
  public init() {}
}
