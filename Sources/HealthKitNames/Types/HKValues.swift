// HealthKit documents what is declared here. `Schemas/healthkit.txt` has the other names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  public enum HKCategoryValue: Int, Sendable {
    case notApplicable = 0
  }

  public enum HKCategoryValueSleepAnalysis: Int, CaseIterable, Sendable {
    case inBed = 0
    case asleepUnspecified = 1
    case awake = 2
    case asleepCore = 3
    case asleepDeep = 4
    case asleepREM = 5
  }

  /// The FHIR releases of clinical records.
  public struct HKFHIRRelease: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let dstu2 = HKFHIRRelease(rawValue: "DSTU2")
    public static let r4 = HKFHIRRelease(rawValue: "R4")
    public static let unknown = HKFHIRRelease(rawValue: "unknown")
  }
#endif
