/// The clinical type of a resource, and the evidence for it.
///
/// Either ``clinicalType`` or ``reason`` is present: for a resource without a clinical type in HealthKit, the reason is
/// always given.
public struct Classification: Hashable, Sendable {
  /// HealthKit's type, `nil` when no type fits.
  public let clinicalType: ClinicalTypeIdentifier?
  /// Why there is no clinical type, `nil` when there is one.
  public let reason: Reason?
  /// The evidence for the type or for its absence.
  public let basis: Basis
  let categorySet: ObservationCategorySet

  /// The evidence for a classification, the strongest first.
  public enum Basis: Hashable, Sendable {
    /// The resource type alone.
    case resourceType
    /// A coding of an Observation's category.
    case categoryCoding(SystemMatch)
    /// Words of an Observation's category: its text, a display, or a code in different letter case. The last resort.
    case categoryText
    /// Inferred: no category gives evidence, and the code is the LOINC code of a vital sign.
    case vitalSignCode
    /// Inferred: as ``vitalSignCode``, but from components, all of which are vital signs.
    case vitalSignComponents
    /// Inferred: no category gives evidence, and the code is the LOINC code of smoking status.
    case smokingStatusCode
    /// The resource has no evidence for a type.
    case nothing
  }

  /// How the system of the deciding coding compares with the published systems.
  public enum SystemMatch: String, Hashable, Sendable, CaseIterable {
    /// It is the system of DSTU2 or of R4.
    case exact
    /// It is one of them with a trailing slash.
    case trailingSlash
    /// It is another system; the code is one of the published ones.
    case otherSystem
    /// There is no system; the code is one of the published ones.
    case noSystem
  }

  /// Why a resource has no clinical type; the raw value is a permanent name for reports.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// An Observation of social history.
    case socialHistory = "observation-social-history"
    /// An Observation from imaging.
    case imaging = "observation-imaging"
    /// An Observation made during a procedure.
    case procedure = "observation-procedure"
    /// An answer in a survey.
    case survey = "observation-survey"
    /// An Observation of a physical examination.
    case exam = "observation-exam"
    /// An Observation made during a therapy.
    case therapy = "observation-therapy"
    /// An Observation of physical activity.
    case activity = "observation-activity"
    /// An Observation without a category, whose code gives no evidence either.
    case observationWithoutCategory = "observation-without-category"
    /// An Observation whose category is not a published one, or has no code.
    case unknownCategory = "observation-unknown-category"
    /// A Medication: medication records refer to it, and it is not a record itself.
    case medication = "medication"
    /// A MedicationAdministration: HealthKit has no such resource type.
    case medicationAdministration = "medication-administration"
    /// Any other resource type without a clinical type in HealthKit, such as Patient.
    case resourceType = "resource-type"
    /// A resource type that is a record only in another release, such as Coverage in R4.
    case release = "resource-type-of-other-release"
    /// Not a JSON object with a resource type.
    case notAResource = "not-a-resource"
  }

  /// The categories that the deciding codings or words of an Observation name, in order of precedence.
  public var categories: [ObservationCategory] { categorySet.categories }

  /// Whether an Observation is in categories that exclude each other. The order of precedence then decides: social
  /// history before vital signs before laboratory.
  public var isAmbiguous: Bool { categorySet.isAmbiguous }

  /// Whether the codes of an Observation were used in place of its category.
  public var isInferred: Bool {
    basis == .vitalSignCode || basis == .vitalSignComponents || basis == .smokingStatusCode
  }

  init(_ clinicalType: ClinicalTypeIdentifier, _ basis: Basis) {
    (self.clinicalType, reason, self.basis, categorySet) = (clinicalType, nil, basis, [])
  }

  init(none reason: Reason, _ basis: Basis) {
    (clinicalType, self.reason, self.basis, categorySet) = (nil, reason, basis, [])
  }

  /// The reasons of the categories without a clinical type, which are named after these.
  private static let reasons = ObservationCategory.allCases.map { Reason(rawValue: "observation-\($0.rawValue)") }

  init(_ category: ObservationCategory, among categories: ObservationCategorySet, _ basis: Basis) {
    clinicalType = category == .vitalSigns ? .vitalSignRecord : category == .laboratory ? .labResultRecord : nil
    reason = Self.reasons[category.caseNumber]
    self.basis = basis
    categorySet = categories
  }
}
