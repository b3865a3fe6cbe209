package import FHIRFindings
import FHIRValidation
package import ClinicalSources
package import Testing

/// The findings of rules about a zip archive, found by reading it completely.
package struct ArchiveFindings {
  /// The findings, each with the path of its file, or `nil` if it is about the archive.
  package private(set) var findings: [(path: String?, finding: Finding)] = []
  /// The files that were read without a fault.
  package private(set) var goodFiles: [String] = []

  package init(in bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws {
    let archive = try ZipArchive(MemoryBytes(bytes), limits: limits)
    archive.findings { findings.append((nil, $0)) }
    for file in 0..<archive.count {
      let path = archive.path(of: file)
      let before = findings.count
      do {
        let source = try archive.open(file)
        for finding in source.findings { findings.append((path, finding)) }
        try read(source, isNamedLikeJSON: FilePath(path).isNamedLikeJSON)
      } catch let fault as SourceFault {
        findings.append((path, fault.finding))
      }
      if findings.count == before { goodFiles.append(path) }
    }
  }

  private func read(_ source: ZipFileSource<MemoryBytes>, isNamedLikeJSON: Bool) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var isFirst = true
    while case let count = try source.read(into: buffer), count > 0 {
      if isFirst {
        let kind = ContentKind(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if let fault = SourceFault.nested(kind) ?? (isNamedLikeJSON ? .notJSON(kind) : nil) { throw fault }
      }
      isFirst = false
    }
  }
}

/// Checks an archive with at most one entry at fault, see ``ArchiveExample``: this rule and no other reports the entry,
/// and all others are read.
package func expectArchiveFinding(
  in example: String, _ rule: Rule?, limits: ArchiveLimits = ArchiveLimits(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let archive = try ArchiveExample(example)
  let found = try ArchiveFindings(in: archive.bytes, limits: limits)
  #expect(found.findings.map(\.finding.rule) == (rule.map { [$0.id] } ?? []), sourceLocation: sourceLocation)
  #expect(
    found.findings.map(\.finding.severity) == (rule.map { [$0.severity] } ?? []), sourceLocation: sourceLocation)
  guard let finding = found.findings.first, let marked = archive.marked else { return }
  #expect(found.goodFiles.count >= archive.names.count - 1, sourceLocation: sourceLocation)
  if finding.path == nil {
    #expect(finding.finding.range.start == archive.headerOffset(of: marked), sourceLocation: sourceLocation)
  } else {
    #expect(finding.path == archive.names[marked], sourceLocation: sourceLocation)
  }
}
