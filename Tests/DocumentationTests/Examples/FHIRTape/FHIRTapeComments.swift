import FHIRDiagnostics
import FHIRTape
import FHIRValidation

func validateASocket(_ socket: some ByteStream, _ report: ([Diagnostic]) -> Void) throws -> ValidationTally {
  // begin
  let tally = try Validator().validate(from: BufferedSource(socket)) { findings in report(findings) }
  // end
  return tally
}
