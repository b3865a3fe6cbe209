import FHIRFindings
import FHIRTape
import FHIRValidation

func printFindings(of source: some ByteSource) async throws {
  // begin
  let findings = try Validator().cursor(over: source)
  for try await finding in findings { print(finding.path, finding.message) }
  print(findings.tally.records)
  // end
}

func printFindings(in pieces: some AsyncSequence<[UInt8], any Error>) async throws {
  // begin
  for try await finding in Validator().findings(in: pieces) { print(finding.path, finding.message) }
  // end
}
