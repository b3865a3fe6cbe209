import FHIRDiagnostics
public import FHIRTape

/// Reads the definitions of a FHIR package, a gzipped tar archive (`package.tgz`), without unpacking it to disk.
///
/// ```swift
/// let problems = DefinitionPackage.read(ByteRange(try FileBytes(path: "package.tgz"))) { name, bytes in
///   library.add(bytes, name: name)
/// }
/// ```
///
/// Definitions are the JSON files directly in the folder `package`; what stands deeper, as examples do, is passed over.
/// Nothing in the archive makes this fail: what is wrong is said, and what was read before it is good.
///
/// Specification: <https://hl7.org/fhir/packages.html>
public enum DefinitionPackage {
  /// How much of a package is read.
  public struct Limits: Sendable {
    /// The most entries of the archive.
    public var entries = 100_000
    /// The most bytes of one definition.
    public var bytesOfOne = 16 << 20
    /// The most bytes of the whole archive, inflated.
    public var bytes = 512 << 20
    /// The most problems that are said.
    public var problems = 100

    /// The defaults.
    public init() {}
  }

  /// Hands over each definition of a package.
  ///
  /// - Parameter receive: gets the name of each file and its bytes.
  /// - Returns: what is wrong with the package, each in a sentence without a full stop.
  public static func read(
    _ source: some ByteSource, limits: Limits = Limits(), receive: (_ name: String, _ bytes: [UInt8]) -> Void
  ) -> [String] {
    var archive = ArchiveLimits()
    archive.maximumInflatedBytes = limits.bytes
    return read(inflated: GzipSource(source, limits: archive), limits: limits, receive: receive)
  }

  /// As ``read(_:limits:receive:)``, of the archive inside.
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
  /// The name that a header before the entry gives.
  private var givenName: String?
  private var hasEnded = false
  /// The most bytes of such a name.
  private static var longestName: Int { 64 << 10 }

  init(_ source: Base, _ limits: DefinitionPackage.Limits) {
    (self.source, self.limits) = (source, limits)
  }

  mutating func note(_ problem: String) {
    if problems.count < limits.problems { problems.append(problem) }
  }

  /// The next definition, `nil` at the end.
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
    return nil
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

  /// Ends the reading for a reason.
  private mutating func end(_ problem: String) -> TarHeader? {
    note(problem)
    hasEnded = true
    return nil
  }

  /// The content of a file, `nil` where it is no definition or is refused.
  private mutating func file(_ name: String, _ header: TarHeader) throws -> [UInt8]? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isSafe = !name.hasPrefix("/") && !parts.contains("..") && !name.contains("\\")
    let relevant = parts.drop { $0 == "." }
    let isDefinition =
      relevant.count == 2 && relevant.first == "package" && name.hasSuffix(".json") && name != "package/package.json"
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

  /// Reads the name of the next entry, which is too long for its header.
  private mutating func readName(_ header: TarHeader) throws {
    guard header.count <= Self.longestName else {
      note("the name of a file has \(header.count) bytes; the file keeps its short name")
      return try skip(header.count + header.padding)
    }
    let bytes = try take(header.count)
    try skip(header.padding)
    givenName = header.kind == .longName ? TarHeader.text(bytes) : Self.path(inPax: bytes) ?? givenName
  }

  /// The path among records of the form `27 path=package/a.json` and a line feed.
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

  /// As many bytes as asked for, fewer only at the end. They are made room for as they come: a size may lie.
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
