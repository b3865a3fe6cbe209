public import FHIRValidation

/// The rules of the group `source`, each in its file under `Rules`.
///
/// They stand here and not in the catalogue of records, since they speak of where records come from; who lists or
/// explains rules takes both.
public enum SourceRule {
  /// All rules, sorted by name.
  public static let all: [Rule] = [
    duplicateStub,
    exportLimit,
    invalidReceivedDate,
    malformedStub,
    missingAttribute,
    missingFile,
    missingStub,
    outsidePath,
    stubDisagrees,
    unexpectedEnd,
    unknownEntity,
    unknownVersion,
    unsupportedEncoding,
  ]
}
