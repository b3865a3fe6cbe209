// begin
import FHIRR4

/// What was ordered, and how it is to be taken.
func dosages(in requestJSON: [UInt8]) throws -> (medication: String?, dosages: [String]) {
  let request = try FHIRDecoder().decode(MedicationRequest.self, from: requestJSON)
  var medication: String?
  if case .codeableConcept(let concept)? = request.medication { medication = concept.text?.value }
  return (medication, request.dosageInstruction.compactMap { $0.text?.value })
}
// end
