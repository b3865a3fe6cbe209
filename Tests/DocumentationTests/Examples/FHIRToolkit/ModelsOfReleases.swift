// begin
import FHIRToolkit

/// The URLs of the categories of an observation of either release.
func categorySystems(of record: ClinicalRecord) -> [String] {
  switch record.lenientModel(assuming: .r4).value {
  case .dstu2(.observation(let observation)): observation.category?.coding.compactMap { $0.system?.value } ?? []
  case .r4(.observation(let observation)): observation.category.flatMap(\.coding).compactMap { $0.system?.value }
  default: []
  }
}
// end
