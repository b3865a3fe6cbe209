import FHIRPrimitives
import Testing

@Suite("Primitive faults")
struct PrimitiveFaultTests {
  @Test("each states in a few words what was expected")
  func expectations() {
    for fault in PrimitiveFault.allCases {
      let text = "\(fault.expectation)"
      #expect(!text.isEmpty && !text.hasSuffix(".") && text.count <= 80, "\(fault)")
    }
    let texts = Set(PrimitiveFault.allCases.map { "\($0.expectation)" })
    #expect(texts.count == PrimitiveFault.allCases.count)
  }
}
