// The README shows the code between the two marks; a test compares, so what it shows compiles.
// begin
import FHIRFindings
import FHIRValidation

/// The faults of a record as lines of text.
func faults(in record: [UInt8], with validator: Validator = Validator()) -> [String] {
  let result = validator.validate(record)
  let lines = LineTable(record)
  return result.findings.map { finding in
    let place = lines.position(of: finding.range.start)
    return "\(place.line):\(place.column) \(finding.rule): \(finding.message)"
  }
}
// end
