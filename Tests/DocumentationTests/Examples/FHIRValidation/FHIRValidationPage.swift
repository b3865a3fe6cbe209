import FHIRFindings
import FHIRValidation

func printFaults(of bytes: [UInt8]) {
  // begin
  let validator = Validator()
  let result = validator.validate(bytes)
  for finding in result.findings {
    print(finding.severity, finding.rule, finding.path)
    print(finding.message)
  }
  // end
}

func printMessages(of bytes: [UInt8]) {
  // begin
  let validator = Validator()
  let result = validator.validate(bytes)
  for finding in result.findings { print(finding.rule, finding.path, finding.message) }
  // end
}
