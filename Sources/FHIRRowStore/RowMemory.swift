#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Room for rows: address space for all of them, of which only what is written takes memory.
///
/// Nothing moves as the rows become more. Behind the first few megabytes the kernel is asked for large pages: a fault
/// each 2 MiB instead of each 4 KiB is a tenth of what it costs to fill the memory.
struct RowMemory: ~Copyable {
  private static let largePage = 2 << 20

  let rows: UnsafeMutablePointer<IndexRow>
  private let byteCount: Int

  /// - Parameter capacity: how many rows there is room for, more than none.
  init(capacity: Int) throws(TemporaryFileError) {
    byteCount = capacity * IndexRow.byteCount
    var flags = MAP_PRIVATE | MAP_ANON
    #if os(Linux)
      flags |= MAP_NORESERVE
    #endif
    guard let block = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), block != MAP_FAILED else {
      throw TemporaryFileError(code: errno)
    }
    #if os(Linux)
      // The first one is left out, so that few rows do not take a whole one.
      let first = (UInt(bitPattern: block) + 2 * UInt(Self.largePage) - 1) & ~(UInt(Self.largePage) - 1)
      let end = (UInt(bitPattern: block) + UInt(byteCount)) & ~(UInt(Self.largePage) - 1)
      if first < end, let start = UnsafeMutableRawPointer(bitPattern: first) {
        madvise(start, Int(end - first), MADV_HUGEPAGE)
      }
    #endif
    rows = block.bindMemory(to: IndexRow.self, capacity: capacity)
  }

  deinit { munmap(rows, byteCount) }
}
