// begin
import FHIRDSTU2
import FHIRR4

/// When an observation was issued, in seconds from 1 January 1970.
func issued(_ json: [UInt8], isR4: Bool) throws -> Double? {
  let decoder = FHIRDecoder()
  let issued =
    isR4
    ? try decoder.decode(FHIRR4.Observation.self, from: json).issued?.value
    : try decoder.decode(FHIRDSTU2.Observation.self, from: json).issued?.value
  return issued?.secondsSince1970
}
// end
