// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
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
#endif
