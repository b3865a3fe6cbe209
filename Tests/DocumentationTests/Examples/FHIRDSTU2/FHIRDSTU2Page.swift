// begin
import FHIRDSTU2

/// What was measured, such as `7.50 mmol/l`; `nil` when the value is no quantity.
func measuredValue(in observationJSON: [UInt8]) throws -> String? {
  let observation = try FHIRDecoder().decode(Observation.self, from: observationJSON)
  guard let quantity = observation.value?.quantity, let value = quantity.value?.value else { return nil }
  return "\(value) \(quantity.unit?.value ?? "")"
}
// end
