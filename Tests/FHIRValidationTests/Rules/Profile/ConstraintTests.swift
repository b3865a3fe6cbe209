import FHIRTestSupport
import Testing

struct ProfileConstraintTests {
  @Test func reportsAConstraintThatIsFalse() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient", "constraint": [{ "key": "own-1", "severity": "error", "human": "h", "expression": "name.all(family.exists())" }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A" }]
          """#) == ["constraint Patient"])
  }

  @Test func reportsAConstraintWithAnEmptyResult() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name", "constraint": [{ "key": "own-2", "severity": "warning", "human": "h", "expression": "family" }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A" }]
          """#) == ["constraint Patient.name[0]"])
  }

  @Test func acceptsAConstraintThatIsTrue() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name", "constraint": [{ "key": "own-3", "severity": "error", "human": "h", "expression": "family.exists() xor text.exists()" }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A" }]
          """#) == [])
  }
}
