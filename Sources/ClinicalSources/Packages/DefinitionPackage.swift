import FHIRFindings
public import FHIRTape

/// Reads the definitions of a FHIR package, a gzipped tar archive (`package.tgz`), without unpacking it to disk.
///
/// ```swift
/// let source = ByteRange(try FileBytes(path: "package.tgz"))
/// let problems = library.addPackage { add in DefinitionPackage.read(source, receive: add) }
/// ```
///
/// Definitions are the JSON files directly in the folder `package`, among which is the manifest, `package.json`. Files in
/// deeper folders are skipped, except questionnaires among the examples, `package/example/Questionnaire-ID.json`: the
/// responses to them are examples, too. A damaged archive does not make this fail: problems are returned, and the
/// definitions before them are valid.
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
    var problems: [String] = []
    func note(_ problem: String) { if problems.count < limits.problems { problems.append(problem) } }
    do {
      var reader = TarReader(source)
      var entries = 0
      while let entry = try reader.next() {
        entries += 1
        guard entries <= limits.entries else {
          note("expected at most \(limits.entries) files, found more; they were not read")
          return problems
        }
        let name = String(decoding: entry.name, as: UTF8.self)
        let shown = "'\(name.prefix(200))'"
        guard entry.kind == .file else {
          if entry.kind == .link {
            note("\(shown) is a link; it was not followed")
          } else if entry.count > 0 {
            note("\(shown) has data, but is no plain file; it was not read")
          }
          continue
        }
        if ArchiveName(bytes: entry.name[...], isUTF8: true).leadsOut || entry.name.contains(UInt8(ascii: "\\")) {
          note("the name \(shown) leads out of the package; the file was not read")
        } else if isDefinition(name) {
          guard entry.count <= limits.bytesOfOne else {
            note("\(shown) has \(entry.count) bytes, and at most \(limits.bytesOfOne) are read; it was left out")
            continue
          }
          let bytes = try reader.take(entry.count)
          guard bytes.count == entry.count else {
            note("\(shown) ends before its \(entry.count) bytes")
            continue
          }
          receive(name, bytes)
        }
      }
      // A truncated package or a wrong checksum shows only at the end.
      try reader.finish()
    } catch let fault as TarFault {
      note(fault.sentence)
    } catch {
      let reason = (error as? SourceFault)?.finding.message ?? (error as? SystemError)?.reason ?? "\(error)"
      note("the package cannot be read further: \(reason)")
    }
    return problems
  }

  /// Whether a file is a JSON file directly in the folder of the package, or a questionnaire among its examples.
  private static func isDefinition(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).drop { $0 == "." }
    guard parts.first == "package", name.hasSuffix(".json"), let file = parts.last, file.first != "." else {
      return false
    }
    let isExample = parts.count == 3 && parts.dropFirst().first == "example"
    return parts.count == 2 || isExample && file.hasPrefix("Questionnaire-")
  }
}
