import FHIRFindings
import FHIRTape
import FHIRSupport

/// Finds the stubs of clinical records in an export.xml of any size, in bounded memory. The scanner reads only tags
/// named `ClinicalRecord` and otherwise skips from one `<` to the next. So it does not parse the document type
/// declaration, which some versions of iOS write with a fault that stops every XML parser, and it ignores control
/// characters elsewhere in the file. It recognises the constructs that can contain the text `<ClinicalRecord` without
/// meaning it: comments, CDATA sections, processing instructions, and quoted texts in declarations. It never expands an
/// entity declaration, so entities cannot grow.
struct ExportScanner: ~Copyable {
  private var source: any ByteSource
  var window: PaddedBuffer
  var position = 0
  /// The offset in the file of the window's first byte.
  private(set) var base = 0
  private(set) var sourceHasEnded = false
  /// Counts lines; its position is `counted` in the window.
  private var cursor = PositionCursor()
  private var counted = 0
  private var startsWithMark = false
  private var root = Root.awaited
  private(set) var findings: ExportFindings
  /// Whether all stubs are within the limits.
  private(set) var hasAllStubs = true
  let limits: ExportLimits
  /// The previous stub, most of whose texts the next one shares.
  var previous = ExportStub()
  /// The date of the export, as it states it; empty if it states none.
  private(set) var date = ""

  private enum Root { case awaited, open, closed }

  init(_ source: any ByteSource, limits: ExportLimits) {
    (self.source, self.limits) = (source, limits)
    window = PaddedBuffer(capacity: limits.windowBytes)
    findings = ExportFindings(limit: limits.maximumFindings)
  }

  mutating func scan() throws -> [ExportStub] {
    var stubs: [ExportStub] = []
    try begin()
    while let stub = try next() {
      guard stubs.count < limits.maximumStubs else {
        hasAllStubs = false
        findings.report(
          .exportTooLarge, at: stub.range,
          "expected at most \(limits.maximumStubs) entries in an export, found more; the rest was not read")
        break
      }
      stubs.append(stub)
    }
    return stubs
  }

  /// Reads the bytes before the first element: the byte order mark and the encoding.
  private mutating func begin() throws {
    try load(1024)
    let bytes = window.bytes
    startsWithMark = bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let isWide = (bytes[0] == 0xFE && bytes[1] == 0xFF) || (bytes[0] == 0xFF && bytes[1] == 0xFE)
    if window.count > 1, isWide || bytes[0] == 0 || bytes[1] == 0 {
      report(.unsupportedEncoding, at: 0..<2, "expected UTF-8, found UTF-16 or another wide encoding")
      position = window.count
      source = MemorySource(UnsafeRawBufferPointer(start: nil, count: 0))
      return
    }
    if startsWithMark { position = 3 }
    if looking(at: "<?xml"), let encoding = declaredEncoding() {
      let name = text(encoding)
      guard !["utf-8", "us-ascii"].contains(name.lowercased().byBytes) else { return }
      report(
        .unsupportedEncoding, at: encoding, "expected UTF-8, found the encoding '\(name.shortened())'; read as UTF-8")
    }
  }

  private mutating func next() throws -> ExportStub? {
    while try skip(to: UInt8(ascii: "<"), keeping: 0) {
      try load(16)
      switch window.bytes[position + 1] {
      case UInt8(ascii: "C") where looking(at: "<ClinicalRecord"):
        if let stub = try readStub() { return stub }
      case UInt8(ascii: "!"): try skipDeclaration()
      case UInt8(ascii: "?"): try skip(2, past: "?>", of: "the processing instruction")
      case UInt8(ascii: "H") where looking(at: "<HealthData"):
        root = .open
        position += 1
      case UInt8(ascii: "E") where looking(at: "<ExportDate value="):
        try load(64)
        let value = text(position..<min(position + 64, window.count)).split { "\"'>".contains($0) }
        if value.count > 1 { date = String(value[1]) }
        position += 1
      case UInt8(ascii: "/") where looking(at: "</HealthData"):
        root = .closed
        position += 1
      default: position += 1
      }
    }
    if root == .open {
      root = .closed
      report(.truncatedExport, at: position..<position, "expected '</HealthData>', found the end of the file")
    }
    return nil
  }

  // MARK: - Skipped constructs

  private mutating func skipDeclaration() throws {
    if looking(at: "<!--") {
      try skip(4, past: "-->", of: "the comment")
    } else if looking(at: "<![CDATA[") {
      try skip(9, past: "]]>", of: "the CDATA section")
    } else if looking(at: "<!ENTITY") || looking(at: "<!NOTATION") || looking(at: "<!DOCTYPE") {
      try skipQuotes()
    } else {
      position += 1
    }
  }

  /// Skips past the end of a construct that began here; reports a construct that never ends.
  private mutating func skip(_ opening: Int, past end: StaticString, of what: String) throws {
    let start = base + position
    let length = end.utf8CodeUnitCount
    position += opening
    let least = base + position + length
    while try skip(to: UInt8(ascii: ">"), keeping: length - 1) {
      position += 1
      if base + position >= least, looking(at: end, position - length) { return }
    }
    findings.report(
      .truncatedExport, at: SourceRange(start: start, end: start + opening),
      "expected the end of \(what) that begins here, found the end of the file")
  }

  /// Skips the quoted texts of a declaration, up to its `>` or to the `[` before its internal subset. A quotation
  /// longer than the limit of a tag is none: a faulty declaration must not hide the rest of the file.
  private mutating func skipQuotes() throws {
    position += 1
    try load(limits.maximumStubBytes)
    let end = min(window.count, position + limits.maximumStubBytes)
    while position < end {
      switch window.bytes[position] {
      case UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "["): return
      case let quote where Self.isQuote(quote):
        position += 1
        guard let close = place(of: quote, in: position..<end) else { return }
        position = close + 1
      default: position += 1
      }
    }
  }

  // MARK: - The window

  /// Moves to the next occurrence of a byte, and keeps some before it in the window; `false` at the end of the file.
  private mutating func skip(to byte: UInt8, keeping kept: Int) throws -> Bool {
    while true {
      if let found = place(of: byte, in: position..<window.count) {
        position = found
        return true
      }
      position = window.count
      if sourceHasEnded { return false }
      try fill(from: max(0, position - kept))
    }
  }

  func place(of byte: UInt8, in range: Range<Int>) -> Int? {
    let (start, end) = (UnsafePointer(window.bytes), UnsafePointer(window.bytes + range.upperBound))
    let found = Bytes.first(byte, from: start + range.lowerBound, to: end)
    return found < end ? found - start : nil
  }

  /// Makes sure that this many bytes from the place on are in the window, unless the file ends first.
  private mutating func load(_ count: Int) throws {
    while window.count - position < count, !sourceHasEnded { try fill(from: position) }
  }

  /// Drops the bytes before `start` and reads more after the rest.
  mutating func fill(from start: Int) throws {
    count(to: start)
    sourceHasEnded = try window.slide(from: start, reading: &source)
    counted -= min(counted, start)
    position -= min(position, start)
    base += start
  }

  /// Whether the text is at an offset; the window has zeros after the end of the file.
  func looking(at text: StaticString, _ place: Int? = nil) -> Bool {
    Bytes.isEqual(window.bytes + (place ?? position), text.utf8Start, text.utf8CodeUnitCount)
  }

  /// The text of a part of the window; bytes that are not UTF-8 are repaired.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(start: window.bytes + range.lowerBound, count: range.count), as: UTF8.self)
  }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  /// The encoding named in the declaration at the current place.
  private func declaredEncoding() -> Range<Int>? {
    guard let end = place(of: UInt8(ascii: ">"), in: position..<min(window.count, position + 1024)),
      let name = (position..<end).first(where: { looking(at: "encoding", $0) }),
      let open = (name..<end).first(where: { Self.isQuote(window.bytes[$0]) }),
      let close = place(of: window.bytes[open], in: open + 1..<end)
    else { return nil }
    return open + 1..<close
  }

  // MARK: - Places

  private mutating func count(to place: Int) {
    guard place > counted else { return }
    cursor.advance(over: UnsafeRawBufferPointer(start: window.bytes + counted, count: place - counted))
    counted = place
  }

  /// Line and column of a place, which must not precede any earlier requested place.
  mutating func sourcePosition(of place: Int) -> SourcePosition {
    count(to: place)
    return cursor.position(next: place < window.count ? window.bytes[place] : nil, skippingMark: startsWithMark)
  }

  func sourceRange(_ range: Range<Int>) -> SourceRange {
    SourceRange(start: base + range.lowerBound, end: base + range.upperBound)
  }

  mutating func report(_ rule: Rule, at range: Range<Int>, path: String = "", _ message: String) {
    findings.report(rule, at: sourceRange(range), path: path, message)
  }
}
