import ClinicalRecords
import FHIRSupport

enum ClinicalTypes {
  /// The meaning of an entry of the required types.
  enum Reading: Equatable {
    /// The raw value of a clinical type.
    case clinical
    /// A type of another kind.
    case otherKind
    /// The name of a clinical type in code, where its raw value is required.
    case shorthand(String)
    /// Unknown to HealthKit, with the nearest raw value.
    case unknown(nearest: String?)
  }

  static func reading(of identifier: String) -> Reading {
    let rawValues = ClinicalTypeIdentifier.allCases.map(\.rawValue)
    if rawValues.contains(where: { $0.byBytes == identifier.byBytes }) { return .clinical }
    if isOtherKind(identifier.byBytes) { return .otherKind }
    if let rawValue = shorthands[identifier.lowercased().byBytes] { return .shorthand(rawValue) }
    return .unknown(nearest: identifier.utf8.count > 8 ? Spelling.nearest(to: identifier, among: rawValues) : nil)
  }

  /// Systems differ in their quantities and categories, so any name of a known family is accepted.
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

  /// Other spellings of a raw value: `allergyRecord`, `.allergyRecord`, `HKClinicalTypeIdentifier.allergyRecord`,
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
