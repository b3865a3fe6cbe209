extension OwnReport {
  /// The columns of tables of records that no record has as a text or a number of that name.
  private static let columns: [StaticString] = [
    "file", "line", "column", "byteOffset", "byteLength", "release", "releaseToldBy", "versionId", "clinicalType",
    "noClinicalType", "medicationType", "valueType", "rangeLow", "rangeHigh", "range", "components", "errors",
    "warnings", "identity", "identityDigest", "idDigest", "versionDigest", "contentDigest",
  ]
  /// The columns that records have too. Without a `resourceType`, those of the second list show a table: in a record
  /// their values are objects.
  private static let sharedColumns: [StaticString] = [
    "source", "resourceType", "id", "lastUpdated", "status", "category", "code", "system", "start", "end", "issued",
  ]
  private static let columnsOfObjects: [StaticString] = [
    "patient", "display", "value", "comparator", "unit", "interpretation",
  ]

  /// Whether the first line is a row of a table of records: an object whose keys are all names of columns, and whose
  /// values are texts and numbers.
  ///
  /// A row with columns that records have too, such as only `resourceType` and `id`, is not distinct from a record.
  static func isTable(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isSeen = false
    var (hasType, hasObjectColumn) = (false, false)
    var index = 0
    repeat {
      index += 1
      guard let key = string(in: bytes, at: &index), take(":", in: bytes, at: &index) else { return false }
      if key.elementsEqual("type".utf8) {
        // With the findings, each line begins with its type.
        guard let value = string(in: bytes, at: &index), value.elementsEqual("record".utf8) else { return false }
        isSeen = true
        continue
      }
      guard skipValue(in: bytes, at: &index) else { return false }
      if columns.contains(where: { key.elementsEqual($0.utf8) }) {
        isSeen = true
      } else if columnsOfObjects.contains(where: { key.elementsEqual($0.utf8) }) {
        hasObjectColumn = true
      } else if sharedColumns.contains(where: { key.elementsEqual($0.utf8) }) {
        hasType = hasType || key.elementsEqual("resourceType".utf8)
      } else {
        return false
      }
    } while index < bytes.count && bytes[index] == UInt8(ascii: ",")
    // The row may go on beyond the sample.
    guard index >= bytes.count || bytes[index] == UInt8(ascii: "}") else { return false }
    return isSeen || hasObjectColumn && !hasType
  }

  /// The string at an index without its quotes; moves the index after it. A string that goes on beyond the sample ends
  /// there.
  private static func string(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Slice<UnsafeRawBufferPointer>? {
    guard take("\"", in: bytes, at: &index) else { return nil }
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index, bytes.count)
    defer { index += 1 }
    return bytes[start..<index]
  }

  /// Moves the index after a string or a number; `false` for another value.
  private static func skipValue(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Bool {
    guard index < bytes.count else { return true }
    if bytes[index] == UInt8(ascii: "\"") { return string(in: bytes, at: &index) != nil }
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
    return index > start
  }

  private static func take(_ mark: Unicode.Scalar, in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }
}
