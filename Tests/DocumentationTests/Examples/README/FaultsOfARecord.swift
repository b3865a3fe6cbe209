// The README shows the code between the two marks; a test compares, so what it shows compiles.
// begin
import FHIRDiagnostics
import FHIRValidation

/// The faults of a record as lines of text.
func faults(in record: [UInt8], with validator: Validator = Validator()) -> [String] {
  let result = validator.validate(record)
  let lines = LineTable(record)
  return result.diagnostics.map { diagnostic in
    let place = lines.position(of: diagnostic.range.start)
    return "\(place.line):\(place.column) \(diagnostic.rule): \(diagnostic.message)"
  }
}
// end
