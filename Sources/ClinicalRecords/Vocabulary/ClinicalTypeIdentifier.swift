/// HealthKit's types of clinical records, under HealthKit's raw values.
///
/// The members are those of `HKClinicalTypeIdentifier`:
/// <https://developer.apple.com/documentation/healthkit/hkclinicaltypeidentifier>.
public enum ClinicalTypeIdentifier: String, CaseIterable, Hashable, Sendable, Codable {
  /// Allergies and adverse reactions.
  case allergyRecord = "HKClinicalTypeIdentifierAllergyRecord"
  /// Notes and reports: documents and finding reports.
  case clinicalNoteRecord = "HKClinicalTypeIdentifierClinicalNoteRecord"
  /// Conditions, problems and diagnoses.
  case conditionRecord = "HKClinicalTypeIdentifierConditionRecord"
  /// Insurance.
  case coverageRecord = "HKClinicalTypeIdentifierCoverageRecord"
  /// Vaccines that were given or not given.
  case immunizationRecord = "HKClinicalTypeIdentifierImmunizationRecord"
  /// Results of laboratory tests.
  case labResultRecord = "HKClinicalTypeIdentifierLabResultRecord"
  /// Medications that were ordered, dispensed or stated to be taken.
  case medicationRecord = "HKClinicalTypeIdentifierMedicationRecord"
  /// Procedures that were done.
  case procedureRecord = "HKClinicalTypeIdentifierProcedureRecord"
  /// Vital signs that were measured in a clinic.
  case vitalSignRecord = "HKClinicalTypeIdentifierVitalSignRecord"

  /// The name that Apple's Health app shows, in English.
  public var displayName: String {
    switch self {
    case .allergyRecord: "Allergies"
    case .clinicalNoteRecord: "Clinical Notes"
    case .conditionRecord: "Conditions"
    case .coverageRecord: "Insurance"
    case .immunizationRecord: "Immunizations"
    case .labResultRecord: "Lab Results"
    case .medicationRecord: "Medications"
    case .procedureRecord: "Procedures"
    case .vitalSignRecord: "Clinical Vitals"
    }
  }
}
