import FHIRDSTU2
import Foundation
import Testing

/// The models work with Foundation's coders too.
struct CodableTests {
  private let json = """
    {"resourceType":"Observation","id":"o","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"1"}]},
    "valueQuantity":{"value":7.25,"unit":"mmol/l"},"component":[{"code":{"text":"x"},"valueString":"y"}],
    "contained":[{"resourceType":"Goal","n":3}],"_issued":{"extension":[{"url":"u","valueBoolean":true}]}}
    """

  @Test func decodesAndEncodes() throws {
    let bytes = Array(json.utf8)
    let observation = try JSONDecoder().decode(Observation.self, from: Data(bytes))
    #expect(try LosslessComparison.differences(bytes, FHIREncoder().encode(observation)) == [])
    let encoded = Array(try JSONEncoder().encode(observation))
    #expect(try LosslessComparison.differences(bytes, encoded) == [])
  }

  @Test func worksForElementsAndWithinOtherTypes() throws {
    struct Holder: Codable, Equatable {
      var coding: Coding
      var any: AnyResource
      var day: FHIRDate
    }
    let json = #"{"coding":{"code":"a"},"any":{"resourceType":"Goal","x":1},"day":"2015-02"}"#
    let holder = try JSONDecoder().decode(Holder.self, from: Data(json.utf8))
    #expect(holder.coding.code?.value == "a")
    #expect(holder.any.resourceType == "Goal")
    #expect(try JSONDecoder().decode(Holder.self, from: try JSONEncoder().encode(holder)) == holder)
  }

  @Test func isStrict() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Patient.self, from: Data(#"{"resourceType":"Patient","active":1.5}"#.utf8))
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coding.self, from: Data(#"{"x":1}"#.utf8)) }
  }

  @Test func takesDataAndSlices() throws {
    let data = Data(#"xx{"resourceType":"Patient"}"#.utf8)
    #expect(try FHIRDecoder().decode(Patient.self, from: data.dropFirst(2)) == Patient())
    #expect(try FHIRDecoder().decode(Patient.self, from: Array(data).dropFirst(2)) == Patient())
  }
}
