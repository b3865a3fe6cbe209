// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  /// Characteristics of the user that do not change.
  public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ name: String) { rawValue = "HKCharacteristicTypeIdentifier" + name }

    public static let activityMoveMode = HKCharacteristicTypeIdentifier("ActivityMoveMode")
    public static let biologicalSex = HKCharacteristicTypeIdentifier("BiologicalSex")
    public static let bloodType = HKCharacteristicTypeIdentifier("BloodType")
    public static let dateOfBirth = HKCharacteristicTypeIdentifier("DateOfBirth")
    public static let fitzpatrickSkinType = HKCharacteristicTypeIdentifier("FitzpatrickSkinType")
    public static let wheelchairUse = HKCharacteristicTypeIdentifier("WheelchairUse")
  }
#endif
