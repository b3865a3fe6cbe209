/// Why a value in the place of a record was not judged; the raw value is a permanent name for reports.
public enum NotJudged: String, CaseIterable, Hashable, Sendable {
  /// The text is empty.
  case empty = "empty"
  /// A file in an archive that cannot or must not be opened.
  case notOpened = "not-opened"
  /// A file that should hold JSON and is of another kind, such as FHIR XML.
  case otherFormat = "other-format"
  /// The text is not JSON.
  case notJSON = "not-json"
  /// The text nests deeper than the limit.
  case tooDeep = "too-deep"
  /// The text is larger than the limit.
  case tooLarge = "record-too-large"
  /// A health card, or a part of one, of which no records can be read.
  case unreadableCard = "unreadable-card"
  /// A JSON value that is not an object.
  case notAnObject = "not-an-object"
  /// An object without a `resourceType` that is a string.
  case missingResourceType = "missing-resource-type"
  /// A record of a release that the validator has no definitions of. It still counts as a record.
  case otherRelease = "other-release"
  /// A resource type that the release does not define.
  case unknownResourceType = "unknown-resource-type"

  /// Whether there was no JSON value to judge.
  var isUnreadable: Bool { [.empty, .notJSON, .tooDeep, .tooLarge, .unreadableCard].contains(self) }
}
