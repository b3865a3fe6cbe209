import ClinicalRecords
import FHIRText

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
    let rawValues = ClinicalTypeIdentifier.allCases.map(\.rawValue)
    if rawValues.contains(where: { $0.byBytes == identifier.byBytes }) { return .clinical }
    if isOtherKind(identifier.byBytes) { return .otherKind }
    if let rawValue = shorthands[identifier.lowercased().byBytes] { return .shorthand(rawValue) }
    return .unknown(nearest: identifier.utf8.count > 8 ? Spelling.nearest(to: identifier, among: rawValues) : nil)
  }

  /// Which quantities and categories there are changes with each system, so any of a known family passes.
  private static func isOtherKind(_ identifier: ByteText) -> Bool {
    let families: [ByteText] = [
      "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCharacteristicTypeIdentifier",
      "HKCorrelationTypeIdentifier", "HKDocumentTypeIdentifier", "HKScoredAssessmentTypeIdentifier",
    ]
    let others: [ByteText] = [
      "HKWorkoutTypeIdentifier", "HKWorkoutRouteTypeIdentifier", "HKActivitySummaryTypeIdentifier",
      "HKVisionPrescriptionTypeIdentifier", "HKDataTypeIdentifierAudiogram", "HKDataTypeIdentifierElectrocardiogram",
      "HKDataTypeIdentifierHeartbeatSeries", "HKDataTypeIdentifierStateOfMind",
    ]
    return others.contains(identifier) || families.contains { identifier.hasPrefix($0) && identifier != $0 }
  }

  /// A raw value as people write it: `allergyRecord`, `.allergyRecord`, `HKClinicalTypeIdentifier.allergyRecord`,
  /// `Allergy`; in lower case.
  private static let shorthands: [ByteText: String] = {
    let prefix = "hkclinicaltypeidentifier"
    var rawValues: [ByteText: String] = [:]
    for rawValue in ClinicalTypeIdentifier.allCases.map(\.rawValue) {
      let long = String(rawValue.lowercased().dropFirst(prefix.count))
      let short = String(long.dropLast("record".count))
      for name in [long, short] {
        for spelling in [name, "." + name, prefix + "." + name] { rawValues[spelling.byBytes] = rawValue }
      }
    }
    return rawValues
  }()
}
