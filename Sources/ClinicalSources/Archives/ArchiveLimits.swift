/// Limits on reading an archive or a compressed file, in which a few bytes can expand without limit.
///
/// No archive is unpacked to memory or disk as a whole, so these limits bound time, not space.
public struct ArchiveLimits: Sendable {
  /// The largest number of entries of a zip archive that are read, in the order of the directory.
  public var maximumEntries = 250_000
  /// The largest number of bytes of a zip archive's directory that are read; names may be long.
  public var maximumDirectoryBytes = 64 << 20
  /// The largest ratio of inflated to compressed bytes: in each file beyond the first million inflated bytes, and in
  /// all files of an archive together beyond the first hundred million.
  ///
  /// Health records compress 10 to 40 to 1; deflate cannot exceed 1,032 to 1.
  public var maximumRatio = 200
  /// The largest number of inflated bytes of a compressed file, and of all entries of an archive together.
  public var maximumInflatedBytes = 1 << 40

  /// Files up to this size may have any ratio.
  static let freeBytes = 1_000_000
  /// Up to this size, all entries of an archive together may have any ratio. Many small files, each within
  /// ``freeBytes``, can form a decompression bomb too.
  static let freeArchiveBytes = 100_000_000

  /// Makes the default limits.
  public init() {}

  /// Whether the ratio of inflated to compressed bytes exceeds the limit.
  func isBeyondRatio(_ inflated: Int, of packed: Int, free: Int = ArchiveLimits.freeBytes) -> Bool {
    inflated >= free && inflated / max(1, maximumRatio) >= max(1, packed)
  }
}
