import FHIRDSTU2
import Foundation
import Testing

/// The models work with Foundation's coders, too.
struct CodableTests {
  private let json = """
    {"resourceType":"Observation","id":"o","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"1"}]},
    "valueQuantity":{"value":7.25,"unit":"mmol/l"},"component":[{"code":{"text":"x"},"valueString":"y"}],
    "contained":[{"resourceType":"Flag","n":3}],"_issued":{"extension":[{"url":"u","valueBoolean":true}]}}
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
    let json = #"{"coding":{"code":"a"},"any":{"resourceType":"Flag","x":1},"day":"2015-02"}"#
    let holder = try JSONDecoder().decode(Holder.self, from: Data(json.utf8))
    #expect(holder.coding.code?.value == "a")
    #expect(holder.any.resourceType == .flag)
    #expect(try JSONDecoder().decode(Holder.self, from: try JSONEncoder().encode(holder)) == holder)
  }

  @Test func isStrict() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Patient.self, from: Data(#"{"resourceType":"Patient","active":1.5}"#.utf8))
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coding.self, from: Data(#"{"x":1}"#.utf8)) }
  }

  /// The losses of Foundation's coders that the documentation states, and that this package's coders do not have.
  @Test(arguments: [("1.50", "1.5"), ("0.123456789012345678901", "0.12345678901234568")])
  func losesDigitsAsDocumented(written: String, handedOn: String) throws {
    let json = Data(#"{"value":\#(written)}"#.utf8)
    let quantity = try JSONDecoder().decode(Quantity.self, from: json)
    #expect(quantity.value?.value?.text == handedOn)
    let encoded = String(decoding: try JSONEncoder().encode(quantity), as: UTF8.self)
    #expect(encoded == #"{"value":\#(handedOn)}"#)
  }

  @Test(arguments: [
    #"{"resourceType":"Patient","name":[{"family":["A"],"given":[7]}]}"#,
    #"{"resourceType":"Patient","name":"A"}"#,
    #"{"resourceType":"Patient","gender":"x"}"#,
    #"{"resourceType":"Flags"}"#,
    "[]", "7",
  ])
  func saysWhatIsWrong(json: String) throws {
    let fault = FHIRDecoder().decodeLeniently(AnyResource.self, from: Array(json.utf8)).faults[0]
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AnyResource.self, from: Data(json.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The same message, without the line and the column.
    #expect(fault.description.hasSuffix(": \(context.debugDescription)"))
    #expect(context.debugDescription.hasPrefix(fault.code.rawValue))
  }

  @Test func nestingHasALimit() {
    let json =
      #"{"resourceType":"Patient","extension":"# + String(repeating: #"[{"extension":"#, count: 100) + "[]"
      + String(repeating: "}]", count: 100) + "}"
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Patient.self, from: Data(json.utf8)) }
  }

  @Test func takesDataAndSlices() throws {
    let data = Data(#"xx{"resourceType":"Patient"}"#.utf8)
    #expect(try FHIRDecoder().decode(Patient.self, from: data.dropFirst(2)) == Patient())
    #expect(try FHIRDecoder().decode(Patient.self, from: Array(data).dropFirst(2)) == Patient())
  }
}
