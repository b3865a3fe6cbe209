// begin
import FHIRFindings
import FHIRValidation
import FHIRReporting

/// The report of one file as `fhircheck --format json` writes it.
func jsonReport(on bytes: [UInt8], file: String) -> [UInt8] {
  let validator = Validator()
  let result = validator.validate(bytes)
  var resolver = PositionResolver(excerpts: false)
  resolver.append(bytes)
  resolver.finish()
  let issues = result.findings.map { finding in
    var position: SourcePosition?
    if case .located(let found, _) = resolver.locate(finding.range) { position = found }
    return LocatedFinding(file: file, finding: finding, position: position)
  }
  var summary = ReportSummary()
  summary.files = 1
  summary.filesWithFindings = issues.isEmpty ? 0 : 1
  summary.records = result.tally.records
  summary.bySeverity = result.tally.bySeverity
  let tool = ReportTool(name: "records-check", version: "1.0", releases: validator.releases.map(\.name))
  return JSONRenderer().report(issues, summary: summary, tool: tool)
}
// end

func printLine(_ bytes: [UInt8], _ finding: Finding) {
  // begin
  var resolver = PositionResolver()
  resolver.append(bytes)
  resolver.finish()
  if case .located(let position, _) = resolver.locate(finding.range) { print(position.line) }
  // end
}
