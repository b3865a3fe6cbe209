import FHIRFindings
import FHIRValidation

func chosen(of result: ValidationResult) -> [Finding] {
  // begin
  var policy = RulePolicy()
  policy.ignored = [RuleSelector("narrative/*")]
  policy.severities = [(RuleSelector("code/misspelt-system"), .error)]
  let findings = policy.apply(to: result.findings)
  // end
  return findings
}
