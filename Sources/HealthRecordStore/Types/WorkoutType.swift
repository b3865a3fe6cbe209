/// The type of workouts; there is one.
public struct WorkoutType: Hashable, Sendable {
  /// Makes the type.
  public init() {}
}

/// The type of vision prescriptions; the person gives access to each of them apart.
public struct PrescriptionType: Hashable, Sendable {
  /// Makes the type.
  public init() {}
}
