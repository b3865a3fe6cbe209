import FHIRZlib
import FHIRFindings
import FHIRTape
import ClinicalSources

func checkZip(_ bytes: [UInt8]) { checkArchive(bytes) { try ZipArchive(MemoryBytes(bytes), limits: $0) } }
func checkTar(_ bytes: [UInt8]) { checkArchive(bytes) { try TarArchive(MemoryBytes(bytes), limits: $0) } }

/// Checks the reader of archives: it never traps, no path leads out, no file has more bytes than its archive states,
/// and the result depends neither on the run nor on the size of the pieces.
private func checkArchive(_ bytes: [UInt8], _ read: (ArchiveLimits) throws -> some Archive) {
  var limits = ArchiveLimits()
  limits.maximumEntries = 50
  limits.maximumInflatedBytes = 256 << 10
  do {
    let archive = try read(limits)
    require(archive.count + archive.hiddenCount <= limits.maximumEntries, "\(archive.count) files, beyond the limit")
    archive.findings { finding in
      require(
        finding.range.start <= bytes.count, "a finding outside of the archive of \(bytes.count) bytes: \(finding)")
      require(!finding.message.isEmpty, "a finding without words: \(finding)")
    }
    var total = 0
    for file in 0..<archive.count {
      let path = archive.path(of: file)
      let names = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
      require(!names.contains("..") && names.first != "", "a path that leads out: \(path)")
      let contents = try checkContents { try archive.open(file) }
      // One byte more shows that there is too much.
      require(contents.count <= archive.size(of: file) + 1, "\(contents.count) bytes in \(path)")
      total += archive.size(of: file)
    }
    require(total <= limits.maximumInflatedBytes, "\(total) bytes, beyond the limit")
  } catch {
    require(false, "the bytes made the archive throw: \(error)")
  }
}

/// Checks the reader of gzip files, as ``checkZip(_:)`` does; the first member must inflate to the same bytes as with
/// zlib.
func checkGzip(_ bytes: [UInt8]) {
  var limits = ArchiveLimits()
  limits.maximumInflatedBytes = 256 << 10
  do {
    let contents = try checkContents { GzipSource(ChunkedSource(bytes, largest: 100), limits: limits) }
    require(contents.count <= limits.maximumInflatedBytes + 1, "\(contents.count) bytes, beyond the limit")
    if let member = firstMember(of: bytes, most: limits.maximumInflatedBytes) {
      require(contents.starts(with: member), "zlib reads other bytes", member, contents)
    }
  } catch {
    require(false, "the bytes made the source throw: \(error)")
  }
}

private let largestPiece = 4096

/// Reads a source in several ways, which must all give the same bytes followed by the same fault.
private func checkContents(_ open: () throws -> some ByteSource) throws -> [UInt8] {
  var first: (bytes: [UInt8], fault: Finding?)?
  for largest in [largestPiece, 61] {
    var source: any ByteSource
    do {
      source = try open()
    } catch is SourceFault {
      return []
    }
    // The second time from the beginning again, wherever the first reading ended.
    for _ in 0..<2 {
      let found = try read(&source, largest)
      try source.rewind()
      guard let first else {
        first = found
        continue
      }
      require(found.fault == first.fault, "\(found.fault as Any) instead of \(first.fault as Any)")
      require(found.bytes == first.bytes, "other bytes in pieces of \(largest)", first.bytes, found.bytes)
    }
  }
  return first?.bytes ?? []
}

private func read(
  _ source: inout any ByteSource, _ largest: Int
) throws -> (bytes: [UInt8], fault: Finding?) {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: largest, alignment: 16)
  defer { buffer.deallocate() }
  var bytes: [UInt8] = []
  do {
    while case let count = try source.read(into: buffer), count > 0 { bytes += buffer[..<count] }
  } catch let fault as SourceFault {
    let place = fault.finding.range.start
    require(place == bytes.count, "a fault at \(place) and not behind the \(bytes.count) bytes: \(fault)")
    return (bytes, fault.finding)
  }
  return (bytes, nil)
}

/// The first member as inflated by zlib's own reader of gzip; `nil` if it finds a fault or more than a limit.
private func firstMember(of bytes: [UInt8], most: Int) -> [UInt8]? {
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  stream.initialize(to: z_stream())
  defer { stream.deallocate() }
  let code = inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  require(code == Z_OK, "zlib cannot begin: \(code)")
  defer { inflateEnd(stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: most)
  let ending = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = uInt(input.count)
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = uInt(output.count)
      return inflate(stream, Z_FINISH)
    }
  }
  return ending == Z_STREAM_END ? Array(output[..<(most - Int(stream.pointee.avail_out))]) : nil
}
