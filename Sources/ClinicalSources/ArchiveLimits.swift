/// How much of an archive or a compressed file is read; a few bytes can expand without limit.
///
/// Nothing is unpacked to memory or disk as a whole, so these bound time and not space.
public struct ArchiveLimits: Sendable {
  /// The most entries of a zip archive that are read; those after them, in the order of the directory, are not.
  public var maximumEntries = 250_000
  /// The most bytes of a zip archive's directory that are read; names may be long.
  public var maximumDirectoryBytes = 64 << 20
  /// The most inflated bytes that a packed byte may stand for: in each file beyond the first million, and in all files of
  /// an archive together beyond the first hundred million.
  ///
  /// Health records are packed 10 to 40 to 1; deflate itself cannot do better than 1,032 to 1.
  public var maximumRatio = 200
  /// The most inflated bytes of a compressed file, and of all entries of an archive together.
  public var maximumInflatedBytes = 1 << 40

  /// Files up to this size may be packed as well as they like.
  static let freeBytes = 1_000_000
  /// All entries of an archive together may be packed as well as they like up to this size: many small files that are
  /// each within ``freeBytes`` can be a bomb too.
  static let freeArchiveBytes = 100_000_000

  /// The defaults.
  public init() {}

  /// Whether inflated bytes are more than packed ones may stand for.
  func isBeyondRatio(_ inflated: Int, of packed: Int, free: Int = ArchiveLimits.freeBytes) -> Bool {
    inflated >= free && inflated / max(1, maximumRatio) >= max(1, packed)
  }
}
