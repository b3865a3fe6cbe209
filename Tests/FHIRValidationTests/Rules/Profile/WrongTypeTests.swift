import FHIRTestSupport
import Testing

struct ProfileWrongTypeTests {
  @Test func reportsATypeThatTheProfileExcludes() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.deceased[x]", "type": [{ "code": "dateTime" }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "deceasedBoolean": true
          """#) == ["wrong-type Patient.deceased.ofType(boolean)"])
  }

  @Test func aFormOfAChoiceAsTheOnlyOne() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.deceasedDateTime", "min": 1 }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "deceasedBoolean": true
          """#) == ["wrong-type Patient.deceased.ofType(boolean)"])
  }

  @Test func acceptsTheRemainingType() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.deceased[x]", "type": [{ "code": "dateTime" }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "deceasedDateTime": "2020"
          """#) == [])
  }
}
