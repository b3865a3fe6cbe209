import FHIRTape

extension ArchiveListing {
  /// Lists an archive without a usable directory by the entries' own headers, each at the end of the previous data.
  ///
  /// An entry that was written to a pipe does not state the length of its data in advance; the data is inflated once to
  /// find its end. The entry in which a truncated archive ends is listed too, because its beginning can be read.
  mutating func recover<Bytes>(_ bytes: Bytes, _ window: ByteWindow<Bytes>) throws {
    var place = 0
    var measured = 0
    while let header = try ZipHeader(at: place, window, isLocal: true), unlistedCount == 0 {
      let whole = try window.bytes(at: place, count: header.count)
      let fixed = ZipHeader.fixedLocalCount
      let name = Array(whole[fixed..<fixed + header.nameCount])
      let start = place + header.count
      var next = start.addingReportingOverflow(header.packedSize)
      var descriptor: (checksum: UInt32, packedSize: Int, size: Int)?
      if header.hasDescriptor, header.packedSize == 0 {
        // The bytes up to this place hold the data measured so far.
        if limits.isBeyondRatio(measured, of: place, free: ArchiveLimits.freeArchiveBytes) {
          return append(SourceFault.archiveRatio(at: place, limits))
        }
        let rest = ByteRange(bytes, start..<max(start, bytes.count))
        let (data, packedSize) = try measure(header, rest)
        descriptor = (data.value, packedSize ?? rest.count, data.count)
        measured += data.count
        next.partialValue =
          try packedSize.map { try end(ofData: start..<start + $0, inflated: data.count, window) } ?? .max
      }
      append(header, named: name, at: place, descriptor: descriptor)
      if next.overflow { break }
      place = next.partialValue
    }
  }

  /// Inflates data of unknown length; the packed size is `nil` if their end is not found.
  private func measure<Bytes>(
    _ header: ZipHeader, _ rest: ByteRange<Bytes>
  ) throws -> (data: ByteChecksum, packedSize: Int?) {
    var data = ByteChecksum()
    guard header.method == 8, !header.isEncrypted else { return (data, nil) }
    let inflater = Inflater(rest)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while !limits.isBeyondRatio(data.count, of: inflater.taken), data.count <= limits.maximumInflatedBytes {
      let (made, ending) = try inflater.inflate(into: buffer)
      data.add(UnsafeRawBufferPointer(rebasing: buffer[..<made]))
      if ending == .ended { return (data, inflater.taken) }
      if ending != .none { break }
    }
    return (data, nil)
  }

  /// The end of the descriptor after the data: with or without a signature, and sizes in eight or in four bytes.
  func end<Bytes>(ofData data: Range<Int>, inflated: Int, _ window: ByteWindow<Bytes>) throws -> Int {
    let (size, place) = (data.count, data.upperBound)
    let descriptor = try window.bytes(at: place, count: 24)
    let first = descriptor.number(at: 0, size: 4) == ZipSignature.descriptor ? 8 : 4
    for width in [8, 4] where descriptor.number(at: first, size: width) == size {
      if width == 4 || descriptor.number(at: first + 8, size: 8) == inflated { return place + first + 2 * width }
    }
    return place
  }

  /// Finds bytes that are neither of an entry of the directory nor of the directory itself: entries that only their own
  /// headers show, and what stands before or behind the archive.
  mutating func findUnlisted<Bytes: RandomAccessBytes>(_ bytes: Bytes, _ entries: [ArchiveEntry], _ own: [Range<Int>])
    throws
  {
    let window = ByteWindow(bytes, size: 1 << 10)
    let listed = entries.map { (range: $0.extent, entry: Optional($0)) } + own.map { (range: $0, entry: nil) }
    var place = 0
    var last: ArchiveEntry?
    for next in listed.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) + [(bytes.count..<bytes.count, nil)] {
      // The extent of an entry lacks what only its own header shows, such as the descriptor behind its data.
      if next.range.lowerBound > place, let entry = last,
        let header = try ZipHeader(at: entry.offset, window, isLocal: true)
      {
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
        let isEntry = try ZipHeader(at: start, window, isLocal: true) != nil
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
