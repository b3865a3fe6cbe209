public import FHIRDiagnostics

extension RuleCatalog {
  /// What a ``RecordIndex`` finds in the records of a whole run.
  public static let identity = RuleCatalog([
    .caseDiffers,
    .conflictingRecord,
    .duplicateRecord,
    .missingId,
    .newerVersion,
  ])
}
