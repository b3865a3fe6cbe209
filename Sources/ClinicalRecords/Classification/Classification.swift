/// What kind of clinical record a resource is, and what says so.
///
/// Either ``clinicalType`` or ``reason`` is there: a resource that HealthKit has no clinical type for is never passed
/// over in silence.
public struct Classification: Hashable, Sendable {
  /// HealthKit's type, `nil` when no type fits.
  public let clinicalType: ClinicalTypeIdentifier?
  /// Why there is no clinical type, `nil` when there is one.
  public let reason: Reason?
  /// What decided, either way.
  public let basis: Basis
  let categorySet: ObservationCategorySet

  /// What a classification rests on, the strongest first.
  public enum Basis: Hashable, Sendable {
    /// The resource type alone.
    case resourceType
    /// A coding of an Observation's category.
    case categoryCoding(SystemMatch)
    /// Words of an Observation's category: its text, a display, or a code in other letters. A last resort.
    case categoryText
    /// Inferred: there is no category that says anything, and the code is the LOINC code of a vital sign.
    case vitalSignCode
    /// Inferred: as ``vitalSignCode``, from components that are vital signs, all of them.
    case vitalSignComponents
    /// Inferred: there is no category that says anything, and the code is the LOINC code of smoking status.
    case smokingStatusCode
    /// Nothing in the resource decides.
    case nothing
  }

  /// How the system of a coding that decided compares with the published ones.
  public enum SystemMatch: String, Hashable, Sendable, CaseIterable {
    /// It is the system of DSTU2 or of R4.
    case exact
    /// It is one of them with a slash at its end.
    case trailingSlash
    /// It is another system; the code is one of the published ones.
    case otherSystem
    /// There is none; the code is one of the published ones.
    case noSystem
  }

  /// Why a resource has no clinical type; the raw value is a permanent name for reports.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// An Observation of social history.
    case socialHistory = "observation-social-history"
    /// An Observation in images.
    case imaging = "observation-imaging"
    /// An Observation in the course of a procedure.
    case procedure = "observation-procedure"
    /// An answer in a survey.
    case survey = "observation-survey"
    /// An Observation of a physical examination.
    case exam = "observation-exam"
    /// An Observation in the course of a therapy.
    case therapy = "observation-therapy"
    /// An Observation of physical activity.
    case activity = "observation-activity"
    /// An Observation without a category, whose code decides nothing either.
    case observationWithoutCategory = "observation-without-category"
    /// An Observation with a category that is none of the published ones, or has no code.
    case unknownCategory = "observation-unknown-category"
    /// A Medication: what a medication record refers to, not a record of its own.
    case medication = "medication"
    /// A MedicationAdministration: HealthKit has no such resource type.
    case medicationAdministration = "medication-administration"
    /// Any other resource type that HealthKit has no clinical type for, such as Patient.
    case resourceType = "resource-type"
    /// A resource type that is a record in another release only, such as Coverage in R4.
    case release = "resource-type-of-other-release"
    /// No JSON object with a resource type.
    case notAResource = "not-a-resource"
  }

  /// The categories that an Observation's deciding codings or words name, in the order of precedence.
  public var categories: [ObservationCategory] { categorySet.categories }

  /// Whether an Observation is in categories that exclude each other, so that a precedence had to choose: social
  /// history before vital signs before laboratory.
  public var isAmbiguous: Bool { categorySet.isAmbiguous }

  /// Whether codes of an Observation replaced its category.
  public var isInferred: Bool {
    switch basis {
    case .vitalSignCode, .vitalSignComponents, .smokingStatusCode: true
    default: false
    }
  }

  init(_ clinicalType: ClinicalTypeIdentifier, _ basis: Basis) {
    self.clinicalType = clinicalType
    reason = nil
    self.basis = basis
    categorySet = []
  }

  init(none reason: Reason, _ basis: Basis) {
    clinicalType = nil
    self.reason = reason
    self.basis = basis
    categorySet = []
  }

  /// The classification of an Observation by the first of its categories.
  init(_ category: ObservationCategory, among categories: ObservationCategorySet, _ basis: Basis) {
    switch category {
    case .vitalSigns: (clinicalType, reason) = (.vitalSignRecord, nil)
    case .laboratory: (clinicalType, reason) = (.labResultRecord, nil)
    case .socialHistory: (clinicalType, reason) = (nil, .socialHistory)
    case .imaging: (clinicalType, reason) = (nil, .imaging)
    case .procedure: (clinicalType, reason) = (nil, .procedure)
    case .survey: (clinicalType, reason) = (nil, .survey)
    case .exam: (clinicalType, reason) = (nil, .exam)
    case .therapy: (clinicalType, reason) = (nil, .therapy)
    case .activity: (clinicalType, reason) = (nil, .activity)
    }
    self.basis = basis
    categorySet = categories
  }
}
