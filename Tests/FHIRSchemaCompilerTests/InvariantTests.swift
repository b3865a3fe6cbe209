import FHIRSchemaCompiler
import Testing

struct InvariantTests {
  private func members(_ keys: String...) -> String {
    let list = keys.map { "{\"key\": \"\($0)\", \"severity\": \"error\", \"xpath\": \"f:\($0)\"}" }
    return ", \"constraint\": [\(list.joined(separator: ","))]"
  }

  @Test func constraintsOfTheBaseAreNotRepeated() throws {
    let quantity = try Inline.structure("Quantity", rootMembers: members("qty-3"))
    let age = try Inline.structure("Age", base: "Quantity", root: "Quantity", rootMembers: members("qty-3", "age-1"))
    #expect(
      try SchemaTextWriter.text(Invariant.all(in: age, base: quantity)) == "age-1 error Age\n  f:age-1\n")
  }

  @Test func blocksAreSeparatedByABlankLine() throws {
    let quantity = try Inline.structure("Quantity", rootMembers: members("a", "b"))
    #expect(
      try SchemaTextWriter.text(Invariant.all(in: quantity, base: nil))
        == "a error Quantity\n  f:a\n\nb error Quantity\n  f:b\n")
  }
}
