/// What an index keeps of a record: 64 bytes, whatever the record's size.
///
/// | word | of a record                                                  |
/// |------|--------------------------------------------------------------|
/// | 0, 1 | source, type and id without its case: the *folded* identity  |
/// | 2    | the id as written                                            |
/// | 3    | `meta.versionId` and `meta.lastUpdated`                      |
/// | 4, 5 | the content                                                  |
/// | 6    | number of the file, and the upper half of the offset         |
/// | 7    | lower half of the offset, flags                              |
///
/// Rows are ordered word by word. So records that may be the same stand together, among them those of the same version,
/// among them those of the same content, and in the end they stand in the order of the input. ``RowSorter`` sorts rows
/// of any meaning; findings travel through it too.
package struct IndexRow: Equatable {
  package var w0: UInt64
  package var w1: UInt64
  package var w2: UInt64
  package var w3: UInt64
  package var w4: UInt64
  package var w5: UInt64
  package var w6: UInt64
  package var w7: UInt64

  package init(
    _ w0: UInt64 = 0, _ w1: UInt64 = 0, _ w2: UInt64 = 0, _ w3: UInt64 = 0, _ w4: UInt64 = 0, _ w5: UInt64 = 0,
    _ w6: UInt64 = 0, _ w7: UInt64 = 0
  ) {
    self.w0 = w0
    self.w1 = w1
    self.w2 = w2
    self.w3 = w3
    self.w4 = w4
    self.w5 = w5
    self.w6 = w6
    self.w7 = w7
  }

  static let byteCount = 64

  @inline(__always)
  static func < (lhs: IndexRow, rhs: IndexRow) -> Bool {
    if lhs.w0 != rhs.w0 { return lhs.w0 < rhs.w0 }
    if lhs.w1 != rhs.w1 { return lhs.w1 < rhs.w1 }
    if lhs.w2 != rhs.w2 { return lhs.w2 < rhs.w2 }
    if lhs.w3 != rhs.w3 { return lhs.w3 < rhs.w3 }
    if lhs.w4 != rhs.w4 { return lhs.w4 < rhs.w4 }
    if lhs.w5 != rhs.w5 { return lhs.w5 < rhs.w5 }
    if lhs.w6 != rhs.w6 { return lhs.w6 < rhs.w6 }
    return lhs.w7 < rhs.w7
  }
}

/// Where a record stands, in the two last words of its row.
struct RowPlace {
  /// Set on a record that was taken out of a Bundle entry by entry.
  private static let streamedEntry: UInt64 = 1
  /// Set on a record with neither a known source nor a version.
  private static let unattributed: UInt64 = 2

  let upper: UInt64
  let lower: UInt64

  init(file: Int, offset: Int, isStreamedEntry: Bool, isUnattributed: Bool) {
    let offset = UInt64(truncatingIfNeeded: offset)
    upper = UInt64(truncatingIfNeeded: file) << 32 | offset >> 32
    lower =
      offset << 32 | (isStreamedEntry ? RowPlace.streamedEntry : 0) | (isUnattributed ? RowPlace.unattributed : 0)
  }

  init(_ row: IndexRow) {
    (upper, lower) = (row.w6, row.w7)
  }

  var file: Int { Int(truncatingIfNeeded: upper >> 32) }
  var offset: Int { Int(truncatingIfNeeded: upper << 32 | lower >> 32) }
  var isStreamedEntry: Bool { lower & RowPlace.streamedEntry != 0 }
  /// Whether the record has neither a known source nor a version.
  var isUnattributed: Bool { lower & RowPlace.unattributed != 0 }
  var location: RecordLocation { RecordLocation(file: file, offset: offset) }
}

/// A place in a run: a file by its number, and a byte in it.
public struct RecordLocation: Hashable, Sendable, Comparable {
  /// The file's number in the order of the run.
  public var file: Int
  /// The offset of the record's first byte in the file.
  public var offset: Int

  /// Makes a place.
  public init(file: Int, offset: Int) {
    self.file = file
    self.offset = offset
  }

  /// Orders as the input does.
  public static func < (lhs: RecordLocation, rhs: RecordLocation) -> Bool {
    lhs.file != rhs.file ? lhs.file < rhs.file : lhs.offset < rhs.offset
  }
}
