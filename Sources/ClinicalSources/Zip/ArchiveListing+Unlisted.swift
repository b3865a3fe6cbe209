extension ArchiveListing {
  /// Finds bytes that are neither of an entry of the directory nor of the directory itself: entries that only their own
  /// headers show, and what stands before or behind the archive.
  ///
  /// - Parameters:
  ///   - entries: those of the directory, with folders.
  ///   - own: the bytes of the directory and of its end.
  mutating func findUnlisted<Bytes: RandomAccessBytes>(_ bytes: Bytes, _ entries: [ArchiveEntry], _ own: [Range<Int>])
    throws
  {
    let window = ByteWindow(bytes, size: 1 << 10)
    let listed = entries.map { (range: $0.extent, entry: Optional($0)) } + own.map { (range: $0, entry: nil) }
    var place = 0
    var last: ArchiveEntry?
    for next in listed.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) + [(bytes.count..<bytes.count, nil)] {
      // The extent of an entry lacks what only its own header shows, such as the descriptor behind its data.
      if next.range.lowerBound > place, let entry = last, let header = try ZipHeader(localAt: entry.offset, window) {
        let start = entry.offset + header.count
        place = start + entry.packedSize
        if header.hasDescriptor { place = try end(ofData: start..<place, inflated: entry.size, window) }
      }
      if next.range.lowerBound > place { try addUnlisted(place..<min(next.range.lowerBound, bytes.count), window) }
      guard next.range.upperBound > place else { continue }
      (place, last) = (next.range.upperBound, next.entry)
    }
  }

  /// Adds a fault for bytes that are not all zero.
  private mutating func addUnlisted<Bytes>(_ range: Range<Int>, _ window: ByteWindow<Bytes>) throws {
    var start = range.lowerBound
    while start < range.upperBound {
      let piece = try window.bytes(at: start, count: min(1 << 16, range.upperBound - start))
      if piece.isEmpty { return }
      // By words, since a sparse archive can have gigabytes of zeros.
      var zeros = 0
      while zeros + 8 <= piece.count, piece.loadUnaligned(fromByteOffset: zeros, as: UInt64.self) == 0 { zeros += 8 }
      if let first = piece[zeros...].firstIndex(where: { $0 != 0 }) {
        start += first
        let isEntry = try ZipHeader(localAt: start, window) != nil
        let count = range.upperBound - start
        return append(
          .trailingData(
            at: start, expected: "only what the directory of the archive lists",
            found: isEntry ? "an entry that only its own header shows" : "\(count) other byte\(count == 1 ? "" : "s")"))
      }
      start += piece.count
    }
  }
}
