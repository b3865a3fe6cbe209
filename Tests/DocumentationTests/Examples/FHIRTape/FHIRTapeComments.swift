import FHIRFindings
import FHIRTape
import FHIRValidation

func validateASocket(_ socket: some ByteStream, _ report: ([Finding]) -> Void) throws -> ValidationTally {
  // begin
  let tally = try Validator().validate(from: BufferedSource(socket)) { findings in report(findings) }
  // end
  return tally
}
