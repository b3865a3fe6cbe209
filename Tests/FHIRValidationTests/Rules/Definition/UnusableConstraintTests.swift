import FHIRTestSupport
import Testing

struct DefinitionUnusableConstraintTests {
  private func profile(_ expression: String?) -> ProfileCase {
    let text = expression.map { #", "expression": "\#($0)""# } ?? ""
    return ProfileCase(
      #"""
      { "path": "Patient.name", "constraint": [{ "key": "a", "severity": "error", "human": "h"\#(text) }] }
      """#)
  }

  @Test(arguments: [
    (#""min": 2, "max": "1""#, "name", true), (#""min": 1, "max": "1""#, "name", false),
    (#""min": 2"#, "birthDate", true), (#""min": 2"#, "name", false),
  ])
  func aMinimumAboveTheMaximum(bounds: String, element: String, isFault: Bool) {
    let profile = ProfileCase(#"{ "path": "Patient.\#(element)", \#(bounds) }"#)
    #expect(profile.faults() == (isFault ? ["unusable-constraint Patient.\(element)"] : []))
  }

  private static let names = #""name": [{ "given": ["a", "b"] }, { "given": ["a"] }]"#

  @Test(arguments: ["(", "given.exist()", "given.exists(1, 2)"]) func anExpressionThatIsNone(expression: String) {
    #expect(profile(expression).faults() == ["unusable-constraint Patient.name"])
    #expect(profile(expression).findings(in: Self.names) == [])
  }

  /// What no name can have is not there for any name, so neither the constraint nor its reverse says anything.
  @Test(arguments: [
    "giveen.exists()", "giveen.empty()", "period.starts.exists()", "given.where(value.foo.exists()).empty()",
    "%context.foo.empty()", "period.start.extension.valueCode.empty()",
  ])
  func anElementThatDoesNotExist(expression: String) {
    #expect(profile(expression).faults() == ["unusable-constraint Patient.name"])
    #expect(profile(expression).findings(in: Self.names) == [])
  }

  @Test(arguments: [
    "valueQuantity.exists()", "valueQuantity.empty()", "value.unitt.exists()", "component.valueString.empty()",
    "value.ofType(Quantity).unitt.empty()",
  ])
  func aFormOfAChoice(expression: String) {
    let profile = ProfileCase(
      #"{ "path": "Observation", "constraint": [{ "key": "a", "severity": "error", "human": "h", "expression": "\#(expression)" }] }"#,
      of: "Observation")
    #expect(profile.faults() == ["unusable-constraint Observation"])
  }

  /// The elements of other releases, of resources of any type and of what `repeat()` finds are not sought.
  @Test(arguments: [
    "value.exists() or true", "value.ofType(Quantity).unit.empty()", "related.empty()", "contained.birthDate.empty()",
    "repeat(component | code).value.empty()", "subject.resolve().birthDate.empty()", "extension.value.coding.empty()",
    "effective.extension.empty()", "%resource.status.exists()",
  ])
  func acceptsWhatMayBeThere(expression: String) {
    let profile = ProfileCase(
      #"{ "path": "Observation", "constraint": [{ "key": "a", "severity": "error", "human": "h", "expression": "\#(expression)" }] }"#,
      of: "Observation")
    #expect(profile.faults() == [])
  }

  @Test func aConstraintWithoutAnExpression() {
    #expect(profile(nil).faults() == ["unusable-constraint Patient.name"])
  }

  /// Only the values show that an expression does not fit them; it is one fault for all values.
  @Test(arguments: ["given.single() = 'a'", "given = given and given.single() = 'a'", "given + 'a' = 'aa'"])
  func anExpressionThatDoesNotFitAValue(expression: String) {
    #expect(profile(expression).faults() == [])
    #expect(profile(expression).faults(in: Self.names) == ["unusable-constraint Patient.name"])
    #expect(profile(expression).faults(in: #""name": [{ "given": ["a"] }]"#) == [])
  }

  @Test func theContextOfAnExtension() {
    let definition = ProfileCase.definition(
      "http://example.org/e", #"{ "path": "Extension.url", "fixedUri": "http://example.org/e" }"#, of: "Extension",
      more: #""context": [{ "type": "fhirpath", "expression": "(" }], "contextInvariant": ["name."],"#)
    let profile = ProfileCase(#"{ "path": "Patient" }"#, others: [definition])
    let record = #""extension": [{ "url": "http://example.org/e", "valueCode": "a" }]"#
    #expect(profile.faults(in: record) == ["unusable-constraint Extension", "unusable-constraint Extension"])
  }

  @Test func aBoundThatNoValueCanBeComparedWith() {
    let profile = ProfileCase(#"{ "path": "Patient.birthDate", "minValueDate": "soon" }"#)
    #expect(profile.faults() == ["unusable-constraint Patient.birthDate"])
  }

  /// As eld-11 says. Extensions are bound in published guides, which is said of their values.
  @Test(arguments: [
    ("birthDate", "required", true), ("name", "extensible", true), ("deceased[x]", "required", true),
    ("birthDate", "preferred", false), ("gender", "required", false), ("name.family", "required", false),
    ("maritalStatus", "extensible", false), ("implicitRules", "required", false), ("extension", "required", false),
  ])
  func aBindingOfWhatHasNoCodes(element: String, strength: String, isFault: Bool) {
    let profile = ProfileCase(
      """
      { "path": "Patient.\(element)",
        "binding": { "strength": "\(strength)", "valueSet": "http://example.org/ValueSet/a" } }
      """)
    #expect(profile.faults() == (isFault ? ["unusable-constraint Patient.\(element)"] : []))
  }

  @Test func acceptsConstraintsThatFail() {
    #expect(profile("given.count() > 5").faults(in: Self.names) == [])
    #expect(profile("given.count() > 5").findings(in: Self.names).count == 2)
  }
}
