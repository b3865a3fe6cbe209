import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Testing

struct DefinitionUnknownPathTests {
  @Test func anElementThatItsTypeDoesNotHave() {
    let profile = ProfileCase(
      #"{ "path": "Patient.nickname", "min": 1 }, { "path": "Patient.name.nick", "min": 1 }"#)
    #expect(profile.faults() == ["unknown-path Patient.nickname", "unknown-path Patient.name.nick"])
  }

  @Test func anElementBelowAChoice() {
    let profile = ProfileCase(#"{ "path": "Patient.deceased[x].code", "min": 1 }"#)
    #expect(profile.faults() == ["unknown-path Patient.deceased[x]"])
  }

  @Test func aTypeThatTheReleaseDoesNotHave() {
    let profile = ProfileCase(#"{ "path": "Patients.name", "min": 1 }"#, of: "Patients")
    #expect(profile.validator.profileFaults.map(\.rule) == ["definition/unknown-path"])
  }

  /// The other types still limit the element.
  @Test(arguments: ["Qantity", "Foo", "decimal"]) func aTypeThatTheElementDoesNotHave(code: String) {
    let profile = ProfileCase(
      #"{ "path": "Observation.value[x]", "type": [{ "code": "\#(code)" }, { "code": "Quantity" }] }"#,
      of: "Observation")
    #expect(profile.faults() == ["unknown-path Observation.value[x]"])
  }

  @Test func acceptsTheExtensionsOfAllElements() {
    #expect(ProfileCase(#"{ "path": "Patient.deceased[x].extension", "min": 1 }"#).faults() == [])
  }
}
