import FHIRFindings
import FHIRTestSupport
import Testing

@testable import ClinicalSources

/// The expectation for one finding.
struct ExpectedFinding {
  let rule: String
  let path: String
  let message: String

  init(_ rule: String, _ path: String, _ message: String) {
    self.rule = rule.contains("/") ? rule : "source/" + rule
    self.path = path
    self.message = message
  }
}

/// A stub as Apple Health writes it, with changes by the test.
func stubText(
  type: String = "Patient", identifier: String = "a", sourceName: String = "City Clinic",
  fhirVersion: String = "1.0.2", receivedDate: String = "2021-03-04 05:06:07 +0100",
  path: String = "/clinical-records/a.json"
) -> String {
  """
   <ClinicalRecord type="\(type)" identifier="\(identifier)" sourceName="\(sourceName)" \
  sourceURL="https://example.org/fhir/\(type)/\(identifier)" fhirVersion="\(fhirVersion)" \
  receivedDate="\(receivedDate)" resourceFilePath="\(path)"/>
  """
}

/// Reads an export.xml with these lines inside `<HealthData>`, and fails on missing, misplaced, extra and differently
/// worded findings; each is expected at the next mark, see ``MarkedJSON``.
///
/// - Parameter files: names in the folder of records; `a.json` by default.
@discardableResult
func expectExport(
  _ lines: String..., files: [String] = ["a.json"], finds expected: [ExpectedFinding] = [],
  limits: ExportLimits = ExportLimits(), sourceLocation: SourceLocation = #_sourceLocation
) throws -> AppleHealthExport {
  let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
  return try expectExportXML(
    text + lines.joined(separator: "\n") + "\n</HealthData>\n", files: files, finds: expected, limits: limits,
    sourceLocation: sourceLocation)
}

/// Reads a complete export.xml; otherwise as ``expectExport``.
@discardableResult
func expectExportXML(
  _ marked: String, files: [String] = ["a.json"], finds expected: [ExpectedFinding] = [],
  limits: ExportLimits = ExportLimits(), sourceLocation: SourceLocation = #_sourceLocation
) throws -> AppleHealthExport {
  let document = try MarkedJSON(marked)
  let paths = files.map { "clinical-records/" + $0 } + ["export.xml"]
  var marks = document.ranges.makeIterator()
  let wanted = expected.map { describe($0.rule, marks.next(), $0.path, $0.message) }
  let export = try AppleHealthExport(
    files.count, of: paths, from: MemoryPieces(document.bytes), limits: limits)
  #expect(
    export.findings.map { describe($0.rule.rawValue, $0.range, $0.path, $0.message) } == wanted,
    sourceLocation: sourceLocation)
  #expect(marks.next() == nil, "a mark without a finding", sourceLocation: sourceLocation)
  for finding in export.findings {
    #expect(finding.severity == RuleCatalog.sources[finding.rule]?.severity, sourceLocation: sourceLocation)
  }
  // The result does not depend on the pieces of the input or on the window.
  var limits = limits
  for piece in [1, 7, 1000] where document.bytes.count < 100_000 || piece > 7 {
    limits.windowBytes = piece
    let again = try AppleHealthExport(
      files.count, of: paths, from: MemoryPieces(document.bytes, piece: piece), limits: limits)
    #expect(again.stubs == export.stubs && again.findings == export.findings, sourceLocation: sourceLocation)
  }
  return export
}

private func describe(_ rule: String, _ range: SourceRange?, _ path: String, _ message: String) -> String {
  let place = range.map { "\($0.start)..<\($0.end)" } ?? "no mark"
  return "\(rule) \(place) [\(path)] \(message)"
}
