import FHIRSupport

/// The part of a row with a record's place. An index keeps a row of 64 bytes for each record, whatever the record's
/// size.
///
/// | word | meaning                                                      |
/// |------|--------------------------------------------------------------|
/// | 0, 1 | source, type and case-folded id: the *folded* identity       |
/// | 2    | the id as written                                            |
/// | 3    | `meta.versionId` and `meta.lastUpdated`                      |
/// | 4, 5 | the content                                                  |
/// | 6    | number of the file, and the upper half of the offset         |
/// | 7    | lower half of the offset, flags                              |
///
/// Rows are ordered word by word. So records that may be the same are adjacent, within those the ones of one version,
/// within those the ones of equal content, and finally they are in the order of the input. Rows of findings have a
/// different layout.
///
/// This type is the last two words of a row.
struct RowPlace {
  /// Set for a record with neither a known source nor a version.
  private static let unattributed: UInt64 = 1

  let upper: UInt64
  let lower: UInt64

  init(file: Int, offset: Int, isUnattributed: Bool) {
    let offset = UInt64(truncatingIfNeeded: offset)
    upper = UInt64(truncatingIfNeeded: file) << 32 | offset >> 32
    lower = offset << 32 | (isUnattributed ? RowPlace.unattributed : 0)
  }

  init(_ row: IndexRow) {
    (upper, lower) = (row.w6, row.w7)
  }

  var file: Int { Int(truncatingIfNeeded: upper >> 32) }
  var offset: Int { Int(truncatingIfNeeded: upper << 32 | lower >> 32) }
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

  /// Compares by the order of the input.
  public static func < (lhs: RecordLocation, rhs: RecordLocation) -> Bool {
    lhs.file != rhs.file ? lhs.file < rhs.file : lhs.offset < rhs.offset
  }
}
