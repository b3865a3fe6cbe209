import FHIRR4
import Foundation

// begin
/// What a record is, and how it is told apart.
func kind(of data: Data) throws -> String {
  let resource = try FHIRDecoder().decode(AnyResource.self, from: data)
  if let patient = resource.as(Patient.self) { return "patient, born \(patient.birthDate?.value?.year ?? 0)" }
  switch resource {
  case .observation(let observation): return "observation, \(observation.status?.value ?? .unknown)"
  default: return "\(resource.resourceTypeName ?? "?") \(resource.id?.value ?? "")"
  }
}
// end
