/// A type of samples whose value is one of a few cases.
public struct CategoryType: Hashable, Sendable {
  /// The identifier of the category.
  public let identifier: Identifier

  /// Makes the type.
  public init(_ identifier: Identifier) {
    self.identifier = identifier
  }

  /// The name of a category; frequent ones have constants, and any raw value is accepted.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// HealthKit's raw value, such as `HKCategoryTypeIdentifierSleepAnalysis`.
    public let rawValue: String

    /// Makes an identifier from a raw value.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    private init(_ name: String) {
      rawValue = "HKCategoryTypeIdentifier" + name
    }

    /// An hour in which the user stood.
    public static let appleStandHour = Identifier("AppleStandHour")
    /// A headache.
    public static let headache = Identifier("Headache")
    /// A heart rate above the user's limit.
    public static let highHeartRateEvent = Identifier("HighHeartRateEvent")
    /// A heart rate below the user's limit.
    public static let lowHeartRateEvent = Identifier("LowHeartRateEvent")
    /// Menstruation.
    public static let menstrualFlow = Identifier("MenstrualFlow")
    /// Mindful minutes.
    public static let mindfulSession = Identifier("MindfulSession")
    /// Sleep.
    public static let sleepAnalysis = Identifier("SleepAnalysis")
  }
}
