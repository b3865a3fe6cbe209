import RowStore

/// What an index keeps of a record: a row of 64 bytes, whatever the record's size.
///
/// | word | of a record                                                  |
/// |------|--------------------------------------------------------------|
/// | 0, 1 | source, type and id without its case: the *folded* identity  |
/// | 2    | the id as written                                            |
/// | 3    | `meta.versionId` and `meta.lastUpdated`                      |
/// | 4, 5 | the content                                                  |
/// | 6    | number of the file, and the upper half of the offset         |
/// | 7    | lower half of the offset, distance to the Bundle entry, flags |
///
/// Rows are ordered word by word. So records that may be the same stand together, among them those of the same version,
/// among them those of the same content, and in the end they stand in the order of the input. Findings travel in rows of
/// their own meaning.
///
/// This is where a record stands, in the two last words of its row.
struct RowPlace {
  /// Set on a record that was taken out of a Bundle entry by entry.
  static let streamedEntry: UInt64 = 1 << 31
  /// Set on a record of a release that has `meta.source`.
  static let metaSource: UInt64 = 1 << 30
  /// A record is smaller than 256 MiB, so the distance from its entry takes 28 bits.
  private static let distanceMask: UInt64 = (1 << 28) - 1

  let upper: UInt64
  let lower: UInt64

  init(file: Int, offset: Int, entryDistance: Int, isStreamedEntry: Bool, hasMetaSource: Bool = false) {
    let offset = UInt64(truncatingIfNeeded: offset)
    upper = UInt64(truncatingIfNeeded: file) << 32 | offset >> 32
    lower =
      offset << 32 | UInt64(truncatingIfNeeded: entryDistance) & RowPlace.distanceMask
      | (isStreamedEntry ? RowPlace.streamedEntry : 0) | (hasMetaSource ? RowPlace.metaSource : 0)
  }

  init(_ row: IndexRow) {
    self.init(row.w6, row.w7)
  }

  init(_ upper: UInt64, _ lower: UInt64) {
    self.upper = upper
    self.lower = lower
  }

  var file: Int { Int(truncatingIfNeeded: upper >> 32) }
  var offset: Int { Int(truncatingIfNeeded: upper << 32 | lower >> 32) }
  /// How many bytes before the record its Bundle entry begins; 0 when it stands in none.
  var entryDistance: Int { Int(truncatingIfNeeded: lower & RowPlace.distanceMask) }
  var isStreamedEntry: Bool { lower & RowPlace.streamedEntry != 0 }
  /// Whether `meta.source` is an element of the record's release.
  var hasMetaSource: Bool { lower & RowPlace.metaSource != 0 }
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
