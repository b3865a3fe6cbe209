public import FHIRSchema
package import FHIRTape

/// The FHIR resource types that HealthKit has records of; the raw value is the `resourceType` of the JSON.
///
/// The members are those of `HKFHIRResourceType`. `Medication` and `MedicationAdministration` are not among them:
/// HealthKit has no records of these types.
public enum FHIRResourceType: String, CaseIterable, Hashable, Sendable, Codable {
  /// An allergy or intolerance.
  case allergyIntolerance = "AllergyIntolerance"
  /// A condition, problem or diagnosis.
  case condition = "Condition"
  /// An insurance plan; a record in R4 only.
  case coverage = "Coverage"
  /// A report on tests, with its interpretation.
  case diagnosticReport = "DiagnosticReport"
  /// A reference to a document.
  case documentReference = "DocumentReference"
  /// A vaccination.
  case immunization = "Immunization"
  /// A medication that was dispensed.
  case medicationDispense = "MedicationDispense"
  /// A medication that was ordered, in DSTU2.
  case medicationOrder = "MedicationOrder"
  /// A medication that was ordered, in R4.
  case medicationRequest = "MedicationRequest"
  /// A medication that a patient takes, took or will take.
  case medicationStatement = "MedicationStatement"
  /// A measurement or a simple assertion.
  case observation = "Observation"
  /// An action that was performed for a patient.
  case procedure = "Procedure"

  /// The clinical type of all records of this resource type; `nil` for an Observation, whose content decides.
  public var clinicalType: ClinicalTypeIdentifier? {
    switch self {
    case .allergyIntolerance: .allergyRecord
    case .condition: .conditionRecord
    case .coverage: .coverageRecord
    // Includes reports of laboratory tests: HealthKit does not say, and the test results are separate records.
    case .diagnosticReport, .documentReference: .clinicalNoteRecord
    case .immunization: .immunizationRecord
    case .medicationDispense, .medicationOrder, .medicationRequest, .medicationStatement: .medicationRecord
    case .observation: nil
    case .procedure: .procedureRecord
    }
  }

  /// Whether HealthKit has records of this resource type in a release; if the release is not judged, in any release. Of
  /// those that are judged, it has records of DSTU2 and R4.
  public func isRecord(in release: FHIRRelease) -> Bool {
    if release != .dstu2, release != .r4, FHIRRelease.compiled.contains(release) { return false }
    return switch self {
    case .coverage, .medicationRequest: release != .dstu2
    case .medicationOrder: release != .r4
    default: true
    }
  }

  /// The type of the resource at `index`; `nil` if HealthKit has no records of it.
  package init?(_ tape: Tape, at index: TapeIndex) {
    guard let name = tape.resourceTypeIndex(of: index) else { return nil }
    self.init(tape, typeIndex: name)
  }

  package init?(_ tape: Tape, typeIndex name: TapeIndex) {
    guard let type = tape.withText(name, Self.names.value) ?? nil else { return nil }
    self = type
  }

  static let names = NamesAsBytes(allCases.map { ($0.rawValue, $0) })
}
