import FHIRTestSupport
import Testing

struct ProfileValueRangeTests {
  @Test func aNumberAbove() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.multipleBirth[x]", "maxValueInteger": 8 }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "multipleBirthInteger": 9
          """#) == ["value-range Patient.multipleBirth.ofType(integer)"])
  }

  @Test func aDateBefore() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.birthDate", "minValueDate": "1900-01-01" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "birthDate": "1899-12-31"
          """#) == ["value-range Patient.birthDate"])
  }

  @Test func comparesAPartialDate() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.birthDate", "minValueDate": "1900-01-01" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "birthDate": "1900"
          """#) == [])
  }
}
