public import FHIRDiagnostics

extension RuleCatalog {
  /// The rules about files, archives and exports, whatever records they hold.
  public static let sources = RuleCatalog([
    .compressionRatio,
    .exportTooLarge,
    .inflatedSize,
    .tooManyEntries,
    .damagedData,
    .damagedDirectory,
    .duplicateEntry,
    .duplicateStub,
    .encryptedEntry,
    .headerMismatch,
    .invalidReceivedDate,
    .malformedStub,
    .missingAttribute,
    .missingFile,
    .missingStub,
    .nameEncoding,
    .nestedArchive,
    .notAFile,
    .notJson,
    .outsidePath,
    .overlappingEntry,
    .stubDisagrees,
    .trailingData,
    .truncated,
    .truncatedExport,
    .undeclaredEntity,
    .unknownVersion,
    .unsafePath,
    .unsupportedArchive,
    .unsupportedEncoding,
    .wrongChecksum,
    .wrongSize,
  ])
}
