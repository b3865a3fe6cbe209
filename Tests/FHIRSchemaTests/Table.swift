import FHIRSchema

/// Tables for the tests.
enum Table {
  /// The table of the checked-in DSTU2 text.
  static let dstu2 = SchemaTable.of(.dstu2)

  /// Reads a small text; the result points into memory that is never freed, like a literal.
  static func text(_ text: String) throws(SchemaText.FormatError) -> SchemaText {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return try SchemaText(UnsafeBufferPointer(bytes))
  }

  /// The row of a member by its name, looked up as by the walk.
  static func member(_ name: String, of type: TypeID, in table: SchemaTable) -> Int {
    let bytes = Array(name.utf8) + Array(repeating: 0, count: 8)
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return -1 }
      return table.rows.member(named: start, length: bytes.count - 8, of: table.rows.types + type.row).row
    }
  }
}
