import FHIRSchema
import FHIRValidation
import Testing

/// A canonical reference to a contained resource.
struct UnresolvedFragmentTests {
  private static let text =
    #""text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">x</div>" }"#

  private func plan(_ library: String, contained: String = "") -> String {
    #"{ "resourceType": "PlanDefinition", \#(Self.text), \#(contained) "status": "active", "library": [\#(library)] }"#
  }

  private func contained(_ type: String, _ members: String) -> String {
    #""contained": [{ "resourceType": "\#(type)", "id": "x", \#(Self.text), "status": "active", \#(members) }],"#
  }

  @Test(arguments: ["#x", "#x|1", "#y"])
  func reportsAnIDThatNoContainedResourceHas(fragment: String) {
    expectFindings(
      in: plan(#"«"\#(fragment)"»"#),
      [ExpectedFinding(.unresolvedFragment, path: "PlanDefinition.library[0]")], release: .r4)
  }

  @Test func acceptsAContainedResource() {
    let library = contained("Library", #""type": { "text": "a" }"#)
    expectFindings(in: plan(##""#x""##, contained: library), release: .r4)
    expectFindings(
      in: plan(##""#x", «"#y"»"##, contained: library),
      [ExpectedFinding(.unresolvedFragment, path: "PlanDefinition.library[1]")], release: .r4)
  }

  @Test func reportsAContainedResourceOfAnotherType() {
    expectFindings(
      in: plan(##"«"#x"»"##, contained: contained("ActivityDefinition", #""title": "a""#)),
      [ExpectedFinding(.wrongTargetType, path: "PlanDefinition.library[0]")], release: .r4)
  }
}
