package import FHIRFindings
package import FHIRValidation
import ClinicalSources

/// Checks an Apple Health export in memory with all rules of the library, as the command does with files.
package enum ExportCheck {
  /// All findings, file by file in the order of their names; the records are of DSTU2 unless the validator says otherwise.
  package static func findings(
    _ files: [(path: String, bytes: [UInt8])], validator: Validator = .insisting()
  ) throws -> [(path: String, finding: Finding)] {
    let tree = MemoryTree(files.sorted { $0.path < $1.path })
    let exports = try AppleHealthExport.all(in: tree)
    var all: [(path: String, finding: Finding)] = []
    for file in 0..<tree.count {
      let path = tree.path(of: file)
      var found = exports.filter { $0.file == file }.flatMap(\.findings)
      if path.hasSuffix(".json") {
        let bytes = files.first { $0.path == path }?.bytes ?? []
        for export in exports where export.filesWithoutStub.contains(file) {
          found.append(StubCheck.missingStub(in: export.path))
        }
        var isFirst = true
        found += bytes.withUnsafeBytes { bytes in
          var disagreements: [Finding] = []
          let result = validator.validate(bytes) { record in
            defer { isFirst = false }
            for export in exports {
              guard isFirst, let stub = export.stub(of: file) else { continue }
              disagreements +=
                StubCheck.disagreement(
                  of: record.tape, at: record.index, in: record.place, with: stub, in: export.path
                ).map { [$0] } ?? []
            }
          }
          return disagreements + result.findings
        }
      }
      all += found.sorted { $0.range < $1.range }.map { (path, $0) }
    }
    return all
  }

  /// The findings, each as `path start..<end rule`.
  package static func findings(_ files: [(path: String, text: String)]) throws -> [String] {
    try findings(files.map { ($0.path, Array($0.text.utf8)) }).map { path, finding in
      "\(path) \(finding.range.start)..<\(finding.range.end) \(finding.rule)"
    }
  }

  /// The messages of all findings.
  package static func messages(_ files: [(path: String, text: String)]) throws -> [String] {
    try findings(files.map { ($0.path, Array($0.text.utf8)) }).map(\.finding.message)
  }
}
