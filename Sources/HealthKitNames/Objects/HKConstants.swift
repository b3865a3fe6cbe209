// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  /// Keys of what an app adds to a sample.
  public let HKMetadataKeyExternalUUID = "HKExternalUUID"
  public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"
  public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"
  public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"
  public let HKMetadataKeyTimeZone = "HKTimeZone"
  public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"

  /// What samples can be sorted by.
  public let HKSampleSortIdentifierStartDate = "startDate"
  public let HKSampleSortIdentifierEndDate = "endDate"

  /// Key paths of predicates in words.
  public let HKPredicateKeyPathStartDate = "startDate"
  public let HKPredicateKeyPathEndDate = "endDate"
  public let HKPredicateKeyPathUUID = "UUID"
  public let HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier = "FHIRResource.identifier"
  public let HKPredicateKeyPathClinicalRecordFHIRResourceType = "FHIRResource.resourceType"

  /// For a query without a limit.
  public let HKObjectQueryNoLimit = 0
#endif
