// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  /// The types of clinical records.
  public struct HKClinicalTypeIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ name: String) { rawValue = "HKClinicalTypeIdentifier" + name }

    public static let allergyRecord = HKClinicalTypeIdentifier("AllergyRecord")
    public static let clinicalNoteRecord = HKClinicalTypeIdentifier("ClinicalNoteRecord")
    public static let conditionRecord = HKClinicalTypeIdentifier("ConditionRecord")
    public static let coverageRecord = HKClinicalTypeIdentifier("CoverageRecord")
    public static let immunizationRecord = HKClinicalTypeIdentifier("ImmunizationRecord")
    public static let labResultRecord = HKClinicalTypeIdentifier("LabResultRecord")
    public static let medicationRecord = HKClinicalTypeIdentifier("MedicationRecord")
    public static let procedureRecord = HKClinicalTypeIdentifier("ProcedureRecord")
    public static let vitalSignRecord = HKClinicalTypeIdentifier("VitalSignRecord")
  }
#endif
