import FHIRDiagnostics
public import FHIRTape

/// Reads the definitions of a FHIR package, a gzipped tar archive (`package.tgz`), without unpacking it to disk.
///
/// ```swift
/// let source = ByteRange(try FileBytes(path: "package.tgz"))
/// let problems = library.addPackage { add in DefinitionPackage.read(source, receive: add) }
/// ```
///
/// Definitions are the JSON files directly in the folder `package`, among which is the manifest, `package.json`; files in
/// deeper folders, such as examples, are skipped. A damaged archive does not make this fail: problems are returned, and the definitions before them are
/// valid.
///
/// Specification: <https://hl7.org/fhir/packages.html>
public enum DefinitionPackage {
  /// Limits on reading a package.
  public struct Limits: Sendable {
    /// The largest number of entries of the archive.
    public var entries = 100_000
    /// The largest size of one definition, in bytes.
    public var bytesOfOne = 16 << 20
    /// The largest inflated size of the whole archive, in bytes.
    public var bytes = 512 << 20
    /// The largest number of problems that are returned.
    public var problems = 100

    /// Makes the default limits.
    public init() {}
  }

  /// Passes on each definition of a package, and its manifest.
  ///
  /// - Parameter receive: receives the name of each file and its bytes.
  /// - Returns: the problems of the package, each a sentence without a full stop.
  public static func read(
    _ source: some ByteSource, limits: Limits = Limits(), receive: (_ name: String, _ bytes: [UInt8]) -> Void
  ) -> [String] {
    var archive = ArchiveLimits()
    archive.maximumInflatedBytes = limits.bytes
    return read(inflated: GzipSource(source, limits: archive), limits: limits, receive: receive)
  }

  /// As ``read(_:limits:receive:)``, for the tar archive inside.
  package static func read(
    inflated source: some ByteSource, limits: Limits, receive: (_ name: String, _ bytes: [UInt8]) -> Void
  ) -> [String] {
    var reader = TarReader(source, limits)
    do {
      while let file = try reader.next() { receive(file.name, file.bytes) }
    } catch let fault as SourceFault {
      reader.note("the package cannot be read further: \(fault.diagnostic.message)")
    } catch let error as SystemError {
      reader.note("the package cannot be read further: \(error.reason)")
    } catch {
      reader.note("the package cannot be read further: \(error)")
    }
    return reader.problems
  }
}

/// Reads the files of a tar archive one after another.
struct TarReader<Base: ByteSource> {
  private var source: Base
  private let limits: DefinitionPackage.Limits
  private(set) var problems: [String] = []
  private var entries = 0
  /// The name from a header before the entry.
  private var givenName: String?
  private var hasEnded = false
  /// The largest size of such a name, in bytes.
  private static var longestName: Int { 64 << 10 }

  init(_ source: Base, _ limits: DefinitionPackage.Limits) {
    (self.source, self.limits) = (source, limits)
  }

  mutating func note(_ problem: String) {
    if problems.count < limits.problems { problems.append(problem) }
  }

  /// Returns the next definition, or `nil` at the end.
  mutating func next() throws -> (name: String, bytes: [UInt8])? {
    while !hasEnded, let header = try header() {
      switch header.kind {
      case .file:
        let name = givenName ?? header.name
        givenName = nil
        if let bytes = try file(name, header) { return (name, bytes) }
      case .link:
        note("'\(givenName ?? header.name)' is a link; it was not followed")
        givenName = nil
        try skip(header.count + header.padding)
      case .paxName, .longName: try readName(header)
      case .folder, .other:
        givenName = nil
        try skip(header.count + header.padding)
      }
    }
    try finish()
    return nil
  }

  /// Reads the rest after the last file, to detect a truncated package or a wrong checksum.
  private mutating func finish() throws {
    try withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      while try source.read(into: buffer) > 0 {}
    }
  }

  private mutating func header() throws -> TarHeader? {
    let block = try take(TarHeader.size)
    if block.isEmpty, entries > 0 { return nil }
    guard block.count == TarHeader.size else { return end("expected the next file of the archive, found its end") }
    entries += 1
    guard entries <= limits.entries else {
      return end("expected at most \(limits.entries) files, found more; they were not read")
    }
    do throws(TarHeader.Fault) {
      return try TarHeader(block)
    } catch .wrongChecksum {
      return end("expected the header of a file in a tar archive, found other bytes")
    } catch {
      return end("expected the size of a file, found no number")
    }
  }

  /// Stops reading because of a problem.
  private mutating func end(_ problem: String) -> TarHeader? {
    note(problem)
    hasEnded = true
    return nil
  }

  /// The content of a file; `nil` if it is not a definition or exceeds a limit.
  private mutating func file(_ name: String, _ header: TarHeader) throws -> [UInt8]? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isSafe = !name.hasPrefix("/") && !parts.contains("..") && !name.contains("\\")
    let relevant = parts.drop { $0 == "." }
    let isDefinition =
      relevant.count == 2 && relevant.first == "package" && name.hasSuffix(".json")
      && relevant.last?.first != "."
    if !isSafe {
      note("the name '\(name.prefix(200))' leads out of the package; the file was not read")
    } else if isDefinition, header.count > limits.bytesOfOne {
      note(
        "'\(name.prefix(200))' has \(header.count) bytes, and at most \(limits.bytesOfOne) are read; it was left out")
    } else if isDefinition {
      let bytes = try take(header.count)
      guard bytes.count == header.count else {
        _ = end("'\(name.prefix(200))' ends before its \(header.count) bytes")
        return nil
      }
      try skip(header.padding)
      return bytes
    }
    try skip(header.count + header.padding)
    return nil
  }

  /// Reads the name of the next entry, which is too long for the entry's own header.
  private mutating func readName(_ header: TarHeader) throws {
    guard header.count <= Self.longestName else {
      note("the name of a file has \(header.count) bytes; the file keeps its short name")
      return try skip(header.count + header.padding)
    }
    let bytes = try take(header.count)
    try skip(header.padding)
    givenName = header.kind == .longName ? TarHeader.text(bytes) : Self.path(inPax: bytes) ?? givenName
  }

  /// The path from records of the form `27 path=package/a.json` and a line feed.
  private static func path(inPax bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0 != UInt8(ascii: " ") }
      guard let length = Int(String(decoding: digits, as: UTF8.self)), length > digits.count + 1, length <= rest.count
      else { return nil }
      let record = rest.prefix(length).dropFirst(digits.count + 1)
      if record.starts(with: "path=".utf8) {
        return String(decoding: record.dropFirst(5).dropLast(), as: UTF8.self)
      }
      rest = rest.dropFirst(length)
    }
    return nil
  }

  // MARK: - Bytes

  /// As many bytes as requested, fewer only at the end. Memory is allocated as bytes arrive, because a stated size may
  /// be false.
  private mutating func take(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let wanted = min(count - bytes.count, 256 << 10)
      var failure: (any Error)?
      let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
        do { filled = try source.read(into: UnsafeMutableRawBufferPointer(buffer)) } catch { failure = error }
      }
      if let failure { throw failure }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  private mutating func skip(_ count: Int) throws {
    var rest = count
    while rest > 0 {
      let piece = try take(min(rest, 256 << 10))
      if piece.isEmpty { return }
      rest -= piece.count
    }
  }
}
