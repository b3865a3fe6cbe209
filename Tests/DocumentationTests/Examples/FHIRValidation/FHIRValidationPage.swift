import FHIRDiagnostics
import FHIRValidation

func printFaults(of bytes: [UInt8]) {
  // begin
  let validator = Validator()
  let result = validator.validate(bytes)
  for diagnostic in result.diagnostics {
    print(diagnostic.severity, diagnostic.rule, diagnostic.path)
    print(diagnostic.message)
  }
  // end
}

func printMessages(of bytes: [UInt8]) {
  // begin
  let validator = Validator()
  let result = validator.validate(bytes)
  for diagnostic in result.diagnostics { print(diagnostic.rule, diagnostic.path, diagnostic.message) }
  // end
}
