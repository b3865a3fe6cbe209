import FHIRValidation
import FHIRTape
import Testing

struct TooDeepTests {
  @Test func reportsTheFirstBracketThatGoesTooDeep() {
    var options = ValidationOptions()
    options.maximumDepth = 4
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "contact": [{ "name": { "given": «[»"Ann"] } }]
        }
        """,
      [ExpectedFinding(.tooDeep)], options: options)
  }

  @Test func reportsHostileInput() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "name": ⟨5B × 199⟩«⟨5B⟩»⟨5B × 100000⟩
        """,
      [ExpectedFinding(.tooDeep)])
  }

  @Test func readsOtherRecords() {
    var options = ValidationOptions()
    options.maximumDepth = 3
    expectFindings(
      in: """
        { "resourceType": "Patient", "name": [{ "given": «[»"Ann"] }] }
        { "resourceType": "Patient", "gender": «"F"» }
        """,
      [ExpectedFinding(.tooDeep), ExpectedFinding(.notInValueSet)], options: options)
  }

  @Test func acceptsTheLimit() {
    var options = ValidationOptions()
    options.maximumDepth = 5
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "contact": [{ "name": { "given": ["Ann"] } }]
        }
        """,
      options: options)
  }
}
