public import FHIRFindings

/// The pages of specifications on which several rules rest.
extension Rule {
  static let compactCards = "https://spec.smarthealth.cards/#health-cards-are-compact"
  static let signedCards =
    "https://spec.smarthealth.cards/#health-cards-are-encoded-as-compact-serialization-json-web-signatures-jws"
  static let issuerKeys = "https://spec.smarthealth.cards/#determining-keys-associated-with-an-issuer"
  static let healthKitRecords = "https://developer.apple.com/documentation/healthkit/hkclinicalrecord"
  static let zipFormat = "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"
}

extension RuleCatalog {
  /// The rules about files, archives and exports, whatever records they hold.
  public static let sources = RuleCatalog([
    .compressionRatio, .exportTooLarge, .inflatedSize, .tooManyEntries, .damagedData, .damagedDirectory,
    .duplicateEntry, .duplicateStub, .encryptedEntry, .headerMismatch, .invalidReceivedDate, .malformedDocument,
    .malformedStub, .missingAttribute, .missingFile, .missingStub, .nameEncoding, .nestedArchive, .notAFile, .notJson,
    .outsidePath, .overlappingEntry, .stubDisagrees, .trailingData, .truncated, .truncatedExport, .undeclaredEntity,
    .unknownVersion, .unsafePath, .unsupportedArchive, .unsupportedEncoding, .wrongChecksum, .wrongSize,
  ])

  /// The rules about SMART Health Cards, besides those about the records in them.
  package static let cards = RuleCatalog([
    .damagedPayload, .expired, .invalidChunks, .invalidClaim, .invalidHeader, .invalidKey, .longAddress, .malformed,
    .missingClaim, .notMinified, .notMinimal, .notYetValid, .revoked, .tooLarge, .unknownKey, .wrongIssuer,
    .wrongSignature,
  ])

  /// Those about cards of which nothing can be read.
  package static let unreadableCards = RuleCatalog([
    .damagedPayload, .invalidChunks, .invalidHeader, .malformed, .tooLarge,
  ])
}
