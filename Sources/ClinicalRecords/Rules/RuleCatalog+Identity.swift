public import FHIRFindings

extension RuleCatalog {
  /// The rules about the identity of records, which a ``RecordIndex`` applies to a whole run.
  public static let identity = RuleCatalog([
    .caseDiffers,
    .conflictingRecord,
    .duplicateRecord,
    .missingId,
    .newerVersion,
  ])
}
