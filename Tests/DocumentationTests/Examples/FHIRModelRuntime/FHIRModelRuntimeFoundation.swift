import FHIRDSTU2
import Foundation

struct Answer: Decodable {
  var patients: [Patient]
}

func collect(_ data: Data) throws -> Answer {
  // begin
  let collector = FHIRFaultCollector()
  let decoder = JSONDecoder()
  decoder.userInfo[.fhirFaults] = collector
  let answer = try decoder.decode(Answer.self, from: data)
  for fault in collector.faults { print(fault.codingPath.map(\.stringValue), fault.debugDescription) }
  // end
  return answer
}
