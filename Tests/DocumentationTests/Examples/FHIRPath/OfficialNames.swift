import FHIRPath
import FHIRSchema

// begin
/// The given names that a record uses officially.
func officialNames(in record: [UInt8]) throws -> [String] {
  let expression = try FHIRPathExpression("Patient.name.where(use = 'official').given", release: .dstu2)
  let record = try FHIRPathRecord(record)
  var evaluator = FHIRPathEvaluator()
  return try evaluator.evaluate(expression, over: record).map(\.description)
}
// end
