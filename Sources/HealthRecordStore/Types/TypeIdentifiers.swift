/// The name of a quantity; frequent ones have constants, and any raw value is accepted.
public struct QuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// HealthKit's raw value, such as `HKQuantityTypeIdentifierHeartRate`.
  public let rawValue: String

  /// Makes an identifier from a raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { rawValue = "HKQuantityTypeIdentifier" + name }

  /// Energy burned by activity.
  public static let activeEnergyBurned = QuantityTypeIdentifier("ActiveEnergyBurned")
  /// Energy burned at rest.
  public static let basalEnergyBurned = QuantityTypeIdentifier("BasalEnergyBurned")
  /// Blood glucose.
  public static let bloodGlucose = QuantityTypeIdentifier("BloodGlucose")
  /// Diastolic blood pressure.
  public static let bloodPressureDiastolic = QuantityTypeIdentifier("BloodPressureDiastolic")
  /// Systolic blood pressure.
  public static let bloodPressureSystolic = QuantityTypeIdentifier("BloodPressureSystolic")
  /// Body mass.
  public static let bodyMass = QuantityTypeIdentifier("BodyMass")
  /// The body mass index.
  public static let bodyMassIndex = QuantityTypeIdentifier("BodyMassIndex")
  /// Body temperature.
  public static let bodyTemperature = QuantityTypeIdentifier("BodyTemperature")
  /// Distance cycled.
  public static let distanceCycling = QuantityTypeIdentifier("DistanceCycling")
  /// Distance walked or run.
  public static let distanceWalkingRunning = QuantityTypeIdentifier("DistanceWalkingRunning")
  /// Flights of stairs climbed.
  public static let flightsClimbed = QuantityTypeIdentifier("FlightsClimbed")
  /// Heart rate.
  public static let heartRate = QuantityTypeIdentifier("HeartRate")
  /// Height.
  public static let height = QuantityTypeIdentifier("Height")
  /// Oxygen saturation of the blood.
  public static let oxygenSaturation = QuantityTypeIdentifier("OxygenSaturation")
  /// Respiratory rate.
  public static let respiratoryRate = QuantityTypeIdentifier("RespiratoryRate")
  /// Resting heart rate.
  public static let restingHeartRate = QuantityTypeIdentifier("RestingHeartRate")
  /// Steps.
  public static let stepCount = QuantityTypeIdentifier("StepCount")
}

/// The name of a category; frequent ones have constants, and any raw value is accepted.
public struct CategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// HealthKit's raw value, such as `HKCategoryTypeIdentifierSleepAnalysis`.
  public let rawValue: String

  /// Makes an identifier from a raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { rawValue = "HKCategoryTypeIdentifier" + name }

  /// An hour in which the user stood.
  public static let appleStandHour = CategoryTypeIdentifier("AppleStandHour")
  /// A headache.
  public static let headache = CategoryTypeIdentifier("Headache")
  /// A heart rate above the user's limit.
  public static let highHeartRateEvent = CategoryTypeIdentifier("HighHeartRateEvent")
  /// A heart rate below the user's limit.
  public static let lowHeartRateEvent = CategoryTypeIdentifier("LowHeartRateEvent")
  /// Menstruation.
  public static let menstrualFlow = CategoryTypeIdentifier("MenstrualFlow")
  /// Mindful minutes.
  public static let mindfulSession = CategoryTypeIdentifier("MindfulSession")
  /// Sleep.
  public static let sleepAnalysis = CategoryTypeIdentifier("SleepAnalysis")
}
