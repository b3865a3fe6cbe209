import FHIRDiagnostics
import FHIRValidation

func chosen(of result: ValidationResult) -> [Diagnostic] {
  // begin
  var policy = RulePolicy()
  policy.ignored = [RuleSelector("narrative/*")]
  policy.severities = [(RuleSelector("code/misspelt-system"), .error)]
  let findings = policy.apply(to: result.diagnostics)
  // end
  return findings
}
