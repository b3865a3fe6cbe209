import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a pack, mapped into memory: only what is looked up is read from the disk.
///
/// The contents are divided into blocks with a checksum each. A block is compared with its checksum when it is first
/// used, so that opening a large pack costs nothing, and an answer still never rests on damaged bytes.
final class PackBytes: Sendable {
  let count: Int
  // Nothing writes to these bytes, and they live as long as this object.
  private nonisolated(unsafe) let start: UnsafeRawPointer
  private let isMapped: Bool
  /// How many bytes have contents, from the first byte on: those with checksums of their blocks.
  let contents: Int
  /// Where the checksums of the blocks are: behind the directory.
  private let sums: Int
  /// For each block: 0 if it has not been compared, 1 if it is sound, 2 if it is damaged.
  private nonisolated(unsafe) let states: UnsafeMutablePointer<Atomic<UInt8>>
  private let blockCount: Int
  private let firstDamage = Atomic<Int>(-1)

  convenience init(path: String) throws(TerminologyPackError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw TerminologyPackError(systemCode: errno) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw TerminologyPackError(systemCode: errno) }
    guard info.st_mode & S_IFMT == S_IFREG else { throw TerminologyPackError("it is not a file") }
    let count = Int(info.st_size)
    guard count >= PackLayout.leastCount else { throw TerminologyPackError(PackLayout.noPack) }
    guard let block = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), block != MAP_FAILED else {
      throw TerminologyPackError(systemCode: errno)
    }
    try self.init(UnsafeRawPointer(block), count, isMapped: true)
  }

  convenience init(copying bytes: [UInt8]) throws(TerminologyPackError) {
    guard bytes.count >= PackLayout.leastCount else { throw TerminologyPackError(PackLayout.noPack) }
    let block = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 16)
    bytes.withUnsafeBytes { block.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    try self.init(UnsafeRawPointer(block), bytes.count, isMapped: false)
  }

  private init(_ start: UnsafeRawPointer, _ count: Int, isMapped: Bool) throws(TerminologyPackError) {
    (self.start, self.count, self.isMapped) = (start, count, isMapped)
    var failure: TerminologyPackError?
    var directory = 0..<0
    do throws(TerminologyPackError) { directory = try PackLayout.directory(start, count) } catch { failure = error }
    (contents, sums) = (directory.lowerBound, directory.upperBound)
    blockCount = (contents + (1 << PackLayout.blockShift) - 1) >> PackLayout.blockShift
    states = .allocate(capacity: max(blockCount, 1))
    for block in 0..<blockCount { (states + block).initialize(to: Atomic(0)) }
    // From here on the bytes are released by `deinit`.
    if let failure { throw failure }
  }

  deinit {
    states.deallocate()
    if isMapped { munmap(UnsafeMutableRawPointer(mutating: start), count) } else { start.deallocate() }
  }

  /// The bytes of the directory, whose checksum has been compared.
  var directory: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start + contents, count: sums - contents) }

  /// What is damaged, among what was used so far; `nil` if nothing is.
  var damage: PackDamage? {
    let block = firstDamage.load(ordering: .relaxed)
    return block < 0 ? nil : PackDamage(offset: block << PackLayout.blockShift)
  }

  @inline(__always)
  func bytes(_ section: PackSection, at offset: Int, _ count: Int) throws(PackDamage) -> UnsafeRawPointer {
    guard offset >= 0, count >= 0, offset <= section.count &- count else { throw PackDamage(offset: section.start) }
    let first = section.start &+ offset
    if count > 0 {
      var block = first >> PackLayout.blockShift
      let last = (first &+ count &- 1) >> PackLayout.blockShift
      while block <= last {
        if states[block].load(ordering: .relaxed) != 1 { try compare(block) }
        block &+= 1
      }
    }
    return start + first
  }

  @inline(__always) func word32(_ section: PackSection, _ index: Int) throws(PackDamage) -> Int {
    Int(try bytes(section, at: index &* 4, 4).load(as: UInt32.self))
  }

  @inline(__always) func word64(_ section: PackSection, _ index: Int) throws(PackDamage) -> UInt64 {
    try bytes(section, at: index &* 8, 8).load(as: UInt64.self)
  }

  @inline(__always)
  func text(_ section: PackSection, at offset: Int, _ count: Int) throws(PackDamage) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: try bytes(section, at: offset, count).assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Compares a block with its checksum.
  @inline(never) private func compare(_ block: Int) throws(PackDamage) {
    let offset = block << PackLayout.blockShift
    let size = min(1 << PackLayout.blockShift, contents - offset)
    let sum = PackLayout.sum(UnsafeRawBufferPointer(start: start + offset, count: size))
    let isSound = sum == (start + sums + block * 8).load(as: UInt64.self)
    states[block].store(isSound ? 1 : 2, ordering: .relaxed)
    if isSound { return }
    _ = firstDamage.compareExchange(expected: -1, desired: block, ordering: .relaxed)
    throw PackDamage(offset: offset)
  }

  func compareAll() throws(PackDamage) { for block in 0..<blockCount { try compare(block) } }
}

/// A range of the contents of a pack.
package struct PackSection: Hashable, Sendable {
  package var start: Int
  /// In bytes.
  package var count: Int

  package init(start: Int = 0, count: Int = 0) { (self.start, self.count) = (start, count) }
}

/// A part of a pack that is not what was written.
package struct PackDamage: Error, Hashable, Sendable {
  /// About where the damage is, in bytes.
  package let offset: Int
}
