import FHIRFindings
import FHIRTape
import ClinicalSources

/// The result of reading a source: its bytes, and the fault that ended it.
struct Contents: Equatable {
  var bytes: [UInt8] = []
  var fault: Finding?

  /// Reads a source to its end.
  init(of source: some ByteSource, pieces: Int = 1000) throws {
    var source = source
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieces, alignment: 16)
    defer { buffer.deallocate() }
    do {
      while case let count = try source.read(into: buffer), count > 0 { bytes += buffer[..<count] }
    } catch let fault as SourceFault {
      self.fault = fault.finding
    }
  }
}

/// All files of an archive and all findings about it.
struct ArchiveContents: Equatable {
  var files: [String: [UInt8]] = [:]
  var findings: [Finding] = []

  init(_ archive: ZipArchive<some RandomAccessBytes>, pieces: Int = 1000) throws {
    archive.findings { findings.append($0) }
    for file in 0..<archive.count {
      do {
        let source = try archive.open(file)
        findings += source.findings
        let contents = try Contents(of: source, pieces: pieces)
        files[archive.path(of: file)] = contents.bytes
        if let fault = contents.fault { findings.append(fault) }
      } catch let fault as SourceFault {
        findings.append(fault.finding)
      }
    }
  }

  init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(ZipArchive(MemoryBytes(bytes), limits: limits))
  }

  var rules: [String] { findings.map(\.rule.rawValue) }
  var texts: [String: String] { files.mapValues { String(decoding: $0, as: UTF8.self) } }
}
