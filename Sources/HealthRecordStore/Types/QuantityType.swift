/// A type of samples whose value is a number with a unit.
public struct QuantityType: Hashable, Sendable {
  /// The identifier of the quantity.
  public let identifier: Identifier

  /// Makes the type.
  public init(_ identifier: Identifier) {
    self.identifier = identifier
  }

  /// The name of a quantity; frequent ones have constants, and any raw value is accepted.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// HealthKit's raw value, such as `HKQuantityTypeIdentifierHeartRate`.
    public let rawValue: String

    /// Makes an identifier from a raw value.
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
    /// Blood glucose.
    public static let bloodGlucose = Identifier("BloodGlucose")
    /// Diastolic blood pressure.
    public static let bloodPressureDiastolic = Identifier("BloodPressureDiastolic")
    /// Systolic blood pressure.
    public static let bloodPressureSystolic = Identifier("BloodPressureSystolic")
    /// Body mass.
    public static let bodyMass = Identifier("BodyMass")
    /// The body mass index.
    public static let bodyMassIndex = Identifier("BodyMassIndex")
    /// Body temperature.
    public static let bodyTemperature = Identifier("BodyTemperature")
    /// Distance cycled.
    public static let distanceCycling = Identifier("DistanceCycling")
    /// Distance walked or run.
    public static let distanceWalkingRunning = Identifier("DistanceWalkingRunning")
    /// Flights of stairs climbed.
    public static let flightsClimbed = Identifier("FlightsClimbed")
    /// Heart rate.
    public static let heartRate = Identifier("HeartRate")
    /// Height.
    public static let height = Identifier("Height")
    /// Oxygen saturation of the blood.
    public static let oxygenSaturation = Identifier("OxygenSaturation")
    /// Respiratory rate.
    public static let respiratoryRate = Identifier("RespiratoryRate")
    /// Resting heart rate.
    public static let restingHeartRate = Identifier("RestingHeartRate")
    /// Steps.
    public static let stepCount = Identifier("StepCount")
  }
}
