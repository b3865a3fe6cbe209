#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory for rows: address space for all of them, of which only written pages use memory.
///
/// Rows never move as their number grows. After the first few megabytes it requests large pages from the kernel: a page
/// fault for each 2 MiB instead of each 4 KiB takes a tenth of the time to fill the memory.
struct RowMemory: ~Copyable {
  private static let largePage = 2 << 20
  /// Up to so many bytes are taken from the heap: for a few rows, mapping pages would take longer than all other work.
  private static let heapBytes = 64 << 10

  let rows: UnsafeMutablePointer<IndexRow>
  private let byteCount: Int

  /// - Parameter capacity: the maximum number of rows, more than zero.
  init(capacity: Int) throws(TemporaryFileError) {
    byteCount = capacity * IndexRow.byteCount
    if byteCount <= Self.heapBytes {
      rows = .allocate(capacity: capacity)
      return
    }
    var flags = MAP_PRIVATE | MAP_ANON
    #if os(Linux)
      flags |= MAP_NORESERVE
    #endif
    guard let block = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), block != MAP_FAILED else {
      throw TemporaryFileError(code: errno)
    }
    #if os(Linux)
      // The first page stays small, so that few rows do not use a whole large one.
      let first = (UInt(bitPattern: block) + 2 * UInt(Self.largePage) - 1) & ~(UInt(Self.largePage) - 1)
      let end = (UInt(bitPattern: block) + UInt(byteCount)) & ~(UInt(Self.largePage) - 1)
      if first < end, let start = UnsafeMutableRawPointer(bitPattern: first) {
        madvise(start, Int(end - first), MADV_HUGEPAGE)
      }
    #endif
    rows = block.bindMemory(to: IndexRow.self, capacity: capacity)
  }

  deinit { if byteCount <= Self.heapBytes { rows.deallocate() } else { munmap(rows, byteCount) } }
}
