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

  /// The first versions of Apple's systems that have the type.
  public var availability: SystemAvailability {
    switch self {
    case .coverageRecord: .healthRecords14
    case .clinicalNoteRecord: .clinicalNotes
    default: .healthRecords12
    }
  }
}

/// The first versions of Apple's systems that have a feature.
public struct SystemAvailability: Hashable, Sendable {
  /// A version of a system, such as 16.4.
  public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int

    /// Makes a version.
    public init(_ major: Int, _ minor: Int = 0) {
      self.major = major
      self.minor = minor
    }

    /// Whether one version is earlier than the other.
    public static func < (first: Version, second: Version) -> Bool {
      (first.major, first.minor) < (second.major, second.minor)
    }

    /// The numbers, divided by a full stop.
    public var description: String { "\(major).\(minor)" }
  }

  /// The first version of iOS.
  public let iOS: Version
  /// The first version of watchOS.
  public let watchOS: Version
  /// The first version of macOS.
  public let macOS: Version

  /// The seven types that were available first.
  static let healthRecords12 = SystemAvailability(iOS: Version(12), watchOS: Version(5), macOS: Version(13))
  /// Types that were added with R4.
  static let healthRecords14 = SystemAvailability(iOS: Version(14), watchOS: Version(7), macOS: Version(13))
  /// The type that was added with clinical notes.
  static let clinicalNotes = SystemAvailability(iOS: Version(16, 4), watchOS: Version(9, 4), macOS: Version(13, 3))
}
