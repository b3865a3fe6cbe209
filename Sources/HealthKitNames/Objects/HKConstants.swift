// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// Keys of the metadata that an app adds to a sample.
  public let HKMetadataKeyExternalUUID = "HKExternalUUID"
  public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"
  public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"
  public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"
  public let HKMetadataKeyTimeZone = "HKTimeZone"
  public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"

  /// Keys by which samples can be sorted.
  public let HKSampleSortIdentifierStartDate = "startDate"
  public let HKSampleSortIdentifierEndDate = "endDate"

  /// Key paths for predicates in the format language.
  public let HKPredicateKeyPathStartDate = "startDate"
  public let HKPredicateKeyPathEndDate = "endDate"
  public let HKPredicateKeyPathUUID = "UUID"
  public let HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier = "FHIRResource.identifier"
  public let HKPredicateKeyPathClinicalRecordFHIRResourceType = "FHIRResource.resourceType"
  public let HKPredicateKeyPathCDATitle = "title"
  public let HKPredicateKeyPathCDAPatientName = "patient_name"
  public let HKPredicateKeyPathCDAAuthorName = "author_name"
  public let HKPredicateKeyPathCDACustodianName = "custodian_name"

  /// The key of an error's user info with the reason why a document is refused.
  public let HKDetailedCDAValidationErrorKey = "HKDetailedCDAValidationError"

  /// The limit of a query without a limit.
  public let HKObjectQueryNoLimit = 0

  /// The domain of HealthKit's errors.
  public let HKErrorDomain = "HKErrorDomain"

  /// A HealthKit error with its code.
  public struct HKError: _BridgedStoredNSError {
    public let _nsError: NSError
    public init(_nsError: NSError) { self._nsError = _nsError }
    public static var errorDomain: String { HKErrorDomain }
    public static var _nsErrorDomain: String { HKErrorDomain }

    init(_ error: HealthError) {
      self.init(
        Code(rawValue: error.code.rawValue) ?? .unknownError, userInfo: [NSLocalizedDescriptionKey: error.message])
    }
  }

  extension HKUnit {
    public class func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit { symbol("mol<\(gramsPerMole)>") }
    public class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
      symbol("\(prefix.symbol)mol<\(gramsPerMole)>")
    }

    static func symbol(_ symbol: String) -> HKUnit { HKUnit([Factor(symbol: symbol, power: 1)]) }
  }

  /// The molar mass of glucose, in grams.
  public let HKUnitMolarMassBloodGlucose = 180.1558800000541

  /// Prefixes for powers of ten.
  public enum HKMetricPrefix: Int, Sendable {
    case none, pico, nano, micro, milli, centi, deci, deca, hecto, kilo, mega, giga, tera, femto

    /// The prefix as HealthKit writes it in units.
    var symbol: String { ["", "p", "n", "mc", "m", "c", "d", "da", "h", "k", "M", "G", "T", "f"][rawValue] }
  }
#endif
