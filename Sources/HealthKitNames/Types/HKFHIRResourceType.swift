// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  /// The FHIR resource types of clinical records.
  public struct HKFHIRResourceType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ name: String) { rawValue = name }

    public static let allergyIntolerance = HKFHIRResourceType("AllergyIntolerance")
    public static let condition = HKFHIRResourceType("Condition")
    public static let coverage = HKFHIRResourceType("Coverage")
    public static let diagnosticReport = HKFHIRResourceType("DiagnosticReport")
    public static let documentReference = HKFHIRResourceType("DocumentReference")
    public static let immunization = HKFHIRResourceType("Immunization")
    public static let medicationDispense = HKFHIRResourceType("MedicationDispense")
    public static let medicationOrder = HKFHIRResourceType("MedicationOrder")
    public static let medicationRequest = HKFHIRResourceType("MedicationRequest")
    public static let medicationStatement = HKFHIRResourceType("MedicationStatement")
    public static let observation = HKFHIRResourceType("Observation")
    public static let procedure = HKFHIRResourceType("Procedure")
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
