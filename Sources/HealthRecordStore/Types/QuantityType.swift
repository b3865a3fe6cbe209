/// A type of samples that are a number with a unit.
public struct QuantityType: Hashable, Sendable {
  /// Which quantity.
  public let identifier: Identifier

  /// Makes the type.
  public init(_ identifier: Identifier) {
    self.identifier = identifier
  }

  /// The name of a quantity; the common ones are named here, and any raw value is accepted.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// HealthKit's raw value, such as `HKQuantityTypeIdentifierHeartRate`.
    public let rawValue: String

    /// Makes the identifier of a raw value.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    private init(_ name: String) {
      rawValue = "HKQuantityTypeIdentifier" + name
    }

    /// Energy burned by activity.
    public static let activeEnergyBurned = Identifier("ActiveEnergyBurned")
    /// Energy burned at rest.
    public static let basalEnergyBurned = Identifier("BasalEnergyBurned")
    /// Glucose in the blood.
    public static let bloodGlucose = Identifier("BloodGlucose")
    /// The lower pressure of the blood.
    public static let bloodPressureDiastolic = Identifier("BloodPressureDiastolic")
    /// The higher pressure of the blood.
    public static let bloodPressureSystolic = Identifier("BloodPressureSystolic")
    /// The mass of the body.
    public static let bodyMass = Identifier("BodyMass")
    /// The body mass index.
    public static let bodyMassIndex = Identifier("BodyMassIndex")
    /// The temperature of the body.
    public static let bodyTemperature = Identifier("BodyTemperature")
    /// The distance that was cycled.
    public static let distanceCycling = Identifier("DistanceCycling")
    /// The distance that was walked or run.
    public static let distanceWalkingRunning = Identifier("DistanceWalkingRunning")
    /// Flights of stairs that were climbed.
    public static let flightsClimbed = Identifier("FlightsClimbed")
    /// The rate of the heart.
    public static let heartRate = Identifier("HeartRate")
    /// Height.
    public static let height = Identifier("Height")
    /// The share of oxygen in the blood.
    public static let oxygenSaturation = Identifier("OxygenSaturation")
    /// The rate of breathing.
    public static let respiratoryRate = Identifier("RespiratoryRate")
    /// The rate of the heart at rest.
    public static let restingHeartRate = Identifier("RestingHeartRate")
    /// Steps.
    public static let stepCount = Identifier("StepCount")
  }
}
