/// A column of the table of records; the raw value is its permanent name in CSV and JSON.
///
/// New columns may be added at the end; the meaning of existing ones does not change. The command's article
/// `records-format` describes each.
package enum RecordColumn: String, CaseIterable, Sendable {
  case file, line, column, byteOffset, byteLength
  case release, releaseToldBy
  case source, resourceType, id, versionId, lastUpdated
  case clinicalType, noClinicalType, medicationType
  case patient, status, category, code, system, display
  case start, end, issued
  case valueType, value, comparator, unit, rangeLow, rangeHigh, range, interpretation, components
  case errors, warnings
  case identity, identityDigest, idDigest, versionDigest, contentDigest
  case performer, component, duplicateGroup, duplicateRole, card

  /// Whether its values are whole numbers, which JSON writes without quotes.
  package var isCount: Bool {
    switch self {
    case .line, .column, .byteOffset, .byteLength, .errors, .warnings, .component, .duplicateGroup: true
    default: false
    }
  }

  /// Whether it is a digest of a record's identity or content.
  package var isDigest: Bool {
    switch self {
    case .identityDigest, .idDigest, .versionDigest, .contentDigest: true
    default: false
    }
  }
}
