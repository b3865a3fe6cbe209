import ClinicalRecords
import FHIRValidation

/// HealthKit's types as an Info.plist names them.
enum ClinicalTypes {
  /// What an entry of the required types is.
  enum Reading: Equatable {
    /// A clinical type, by its raw value.
    case clinical
    /// A type of another kind.
    case otherKind
    /// A clinical type, by the name that code uses; the raw value is meant.
    case shorthand(String)
    /// Nothing that HealthKit knows, and the raw value that is nearest.
    case unknown(nearest: String?)
  }

  static func reading(of identifier: String) -> Reading {
    if ClinicalTypeIdentifier(rawValue: identifier) != nil { return .clinical }
    if isOtherKind(identifier) { return .otherKind }
    let rawValues = ClinicalTypeIdentifier.allCases.map(\.rawValue)
    if let rawValue = rawValues.first(where: { shorthands(for: $0).contains(identifier.lowercased()) }) {
      return .shorthand(rawValue)
    }
    return .unknown(nearest: identifier.utf8.count > 8 ? NameHint.nearest(to: identifier, among: rawValues) : nil)
  }

  /// Which quantities and categories there are changes with each system, so any of a known family passes.
  private static func isOtherKind(_ identifier: String) -> Bool {
    let families = [
      "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCharacteristicTypeIdentifier",
      "HKCorrelationTypeIdentifier", "HKDocumentTypeIdentifier", "HKScoredAssessmentTypeIdentifier",
    ]
    let others = [
      "HKWorkoutTypeIdentifier", "HKWorkoutRouteTypeIdentifier", "HKActivitySummaryTypeIdentifier",
      "HKVisionPrescriptionTypeIdentifier", "HKDataTypeIdentifierAudiogram", "HKDataTypeIdentifierElectrocardiogram",
      "HKDataTypeIdentifierHeartbeatSeries", "HKDataTypeIdentifierStateOfMind",
    ]
    return others.contains(identifier) || families.contains { identifier.hasPrefix($0) && identifier != $0 }
  }

  /// A raw value as people write it: `allergyRecord`, `.allergyRecord`, `HKClinicalTypeIdentifier.allergyRecord`,
  /// `Allergy`; in lower case.
  private static func shorthands(for rawValue: String) -> [String] {
    let prefix = "hkclinicaltypeidentifier"
    let long = String(rawValue.lowercased().dropFirst(prefix.count))
    let short = String(long.dropLast("record".count))
    return [long, short].flatMap { [$0, "." + $0, prefix + "." + $0] }
  }
}
