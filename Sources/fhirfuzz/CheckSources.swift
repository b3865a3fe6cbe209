import ClinicalSources
import FHIRFindings
import FHIRTape
import FHIRZlib

func checkZip(_ bytes: [UInt8]) { checkArchive(bytes) { try ZipArchive(MemoryBytes(bytes), limits: $0) } }
func checkTar(_ bytes: [UInt8]) { checkArchive(bytes) { try ZipArchive(tar: MemoryBytes(bytes), limits: $0) } }

/// Checks the reader of archives: it never traps, no path leads out, no file has more bytes than its archive states,
/// and the result depends neither on the run nor on the size of the pieces.
private func checkArchive(_ bytes: [UInt8], _ read: (ArchiveLimits) throws -> ZipArchive<MemoryBytes>) {
  var limits = ArchiveLimits()
  limits.maximumEntries = 50
  limits.maximumInflatedBytes = 256 << 10
  notThrowing("the archive") {
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
  }
}

/// Checks the reader of gzip files, as ``checkZip(_:)`` does; zlib must inflate the first member to the same bytes.
func checkGzip(_ bytes: [UInt8]) {
  var limits = ArchiveLimits()
  limits.maximumInflatedBytes = 256 << 10
  let contents = notThrowing("the source") {
    try checkContents { GzipSource(ChunkedSource(bytes, largest: 100), limits: limits) }
  }
  require(contents.count <= limits.maximumInflatedBytes + 1, "\(contents.count) bytes, beyond the limit")
  if let member = firstMember(of: bytes, most: limits.maximumInflatedBytes) {
    require(contents.starts(with: member), "zlib reads other bytes", member, contents)
  }
}

/// Reads a source in several ways, which must all give the same bytes followed by the same fault.
private func checkContents(_ open: () throws -> some ByteSource) throws -> [UInt8] {
  var first: (bytes: [UInt8], fault: Finding?)?
  for largest in [4096, 61] {
    var source: any ByteSource
    do { source = try open() } catch is SourceFault { return [] }
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

private func read(_ source: inout any ByteSource, _ largest: Int) throws -> (bytes: [UInt8], fault: Finding?) {
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

/// Checks the reader of health cards: whatever the bytes are, nothing traps, every place is in the decoded payloads, no
/// card is verified without a key, and two runs agree.
func checkCards(_ bytes: [UInt8]) {
  let reader = CardReader(keys: CardKeys(), now: 1_700_000_000)
  let (file, again) = bytes.withUnsafeBytes { (reader.read($0), reader.read($0)) }
  require(file.text == again.text, "two runs decode differently", file.text, again.text)
  for (card, other) in zip(file.cards, again.cards) {
    require(card.findings == other.findings, "two runs differ", card.findings, other.findings)
    requireSound(card.findings, in: file.text)
    require(card.payload.upperBound <= file.text.count, "a payload outside of the text")
    require([.noKey, .unreadable].contains(card.standing), "a card is \(card.standing) without a key")
    if let bundle = card.bundle {
      let line = file.bundleLine(of: card)
      require(card.payload.contains(bundle.lowerBound), "a Bundle outside of its payload")
      require((try? TapedJSON.read(line) { _ in }) != nil, "a Bundle that is no JSON")
    }
  }
}

/// Checks the reader of clinical documents, the reader of an export.xml and the joining of its stubs with files: nothing
/// traps, every place is in the file, and the result depends neither on the pieces of the input nor on the window.
func checkExport(_ bytes: [UInt8]) {
  var document = ChunkedSource(bytes, largest: max(bytes.count, 1))
  if let fault = try? ClinicalDocument(from: &document).fault { requireSound([fault.finding], in: bytes) }
  var limits = ExportLimits()
  limits.maximumStubBytes = 512
  limits.maximumStubs = 20
  limits.maximumFindings = 30
  let whole = export(bytes, paths: ["export.xml"], limits)
  let lines = LineTable(bytes)
  for stub in whole.stubs {
    require(isInside(stub.range, bytes) && stub.range.start < stub.range.end, "a stub outside of the file: \(stub)")
    require(bytes[stub.range.start...].starts(with: "<ClinicalRecord".utf8), "no stub begins at \(stub.range.start)")
    require(stub.position == lines.position(of: stub.range.start), "a stub on another line: \(stub)")
  }
  require(whole.stubs.count <= limits.maximumStubs, "\(whole.stubs.count) stubs, beyond the limit")
  require(whole.findings.count <= limits.maximumFindings + 1, "\(whole.findings.count) findings")
  requireSound(whole.findings, in: bytes)
  // Files for some of the stubs, and some that no stub names.
  let named = whole.stubs.map(\.resourceFilePath).enumerated().filter { $0.offset % 3 != 1 }.map {
    String($0.element.drop { $0 == "/" })
  }
  let paths = named + ["export.xml", "clinical-records/a.json", "clinical_records/b.json"]
  let joined = export(bytes, paths: paths, limits)
  checkTally(joined, paths)
  for (piece, window) in [(1, 64), (7, 100), (61, 64), (4096, 257)] {
    limits.windowBytes = window
    let again = export(bytes, paths: paths, limits, piece: piece)
    require(again.stubs == joined.stubs, "pieces of \(piece) bytes give other stubs", joined.stubs, again.stubs)
    require(
      again.findings == joined.findings, "pieces of \(piece) bytes give other findings", joined.findings,
      again.findings)
  }
}

private func export(_ bytes: [UInt8], paths: [String], _ limits: ExportLimits, piece: Int = .max) -> AppleHealthExport {
  let file = paths.firstIndex(of: "export.xml") ?? 0
  let source = ChunkedSource(bytes, largest: min(piece, max(bytes.count, 1)))
  return notThrowing("the reader") { try AppleHealthExport(file, of: paths, from: source, limits: limits) }
}

private func checkTally(_ export: AppleHealthExport, _ paths: [String]) {
  let tally = export.tally
  require(tally.joined + tally.stubsOfSameFile + tally.stubsWithoutFile == tally.stubs, "stubs do not add up: \(tally)")
  require(tally.stubs == export.stubs.count, "\(export.stubs.count) stubs, counted \(tally.stubs)")
  for (file, path) in paths.enumerated() {
    if let stub = export.stub(of: file) {
      require(path != "export.xml", "a stub of the export itself: \(stub)")
      require(!export.filesWithoutStub.contains(file), "\(path) has a stub and has none")
    }
  }
}
