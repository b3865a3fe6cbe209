import FHIRFindings
import FHIRReporting
import FHIRValidation

func printWithoutValues(_ finding: Finding) {
  // begin
  let redaction = Redaction(names: ["Patient", "name", "family"], rules: .validation)
  print(redaction.redacted(finding).message)  // expected an element of Patient, found '[text 9]'
  // end
}

func printCounts(of issues: [LocatedFinding]) {
  // begin
  var statistics = FindingStatistics()
  for issue in issues { statistics.add(issue) }
  for row in statistics.rules { print(row.count, row.rule, row.example.file) }
  // end
}
