import FHIRValidation
import FHIRTape
import Testing

struct UnexpectedCharacterTests {
  @Test func reportsAMissingComma() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient"
          «"»gender": "female"
        }
        """,
      [ExpectedFinding(.unexpectedCharacter)])
  }

  @Test func reportsAMissingColon() {
    expectFindings(
      in: """
        { "resourceType" «"»Patient" }
        """,
      [ExpectedFinding(.unexpectedCharacter)])
  }

  @Test func reportsSingleQuotes() {
    expectFindings(
      in: """
        { «'»resourceType': 'Patient' }
        """,
      [ExpectedFinding(.unexpectedCharacter)])
  }

  @Test func reportsAKeyWithoutQuotes() {
    expectFindings(
      in: """
        { «r»esourceType: "Patient" }
        """,
      [ExpectedFinding(.unexpectedCharacter)])
  }

  @Test func reportsTheWrongClosingBracket() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "name": [{ "text": "Ann" «]» }
        """,
      [ExpectedFinding(.unexpectedCharacter)])
  }

  @Test func reportsTwoCommas() {
    expectFindings(
      in: """
        { "resourceType": "Patient", «,» "id": "a" }
        """,
      [ExpectedFinding(.unexpectedCharacter)])
  }

  @Test func reportsXML() {
    expectFindings(
      in: """
        «<»Patient xmlns="http://hl7.org/fhir"/>
        """,
      [ExpectedFinding(.unexpectedCharacter)])
  }

  @Test func readsOtherLinesOfNDJSON() {
    expectFindings(
      in: """
        { "resourceType": "Patient" «"»id": "a" }
        { "resourceType": "Patient", "id": "b", "gender": «"F"» }
        """,
      [ExpectedFinding(.unexpectedCharacter), ExpectedFinding(.notInValueSet)])
  }

  @Test func acceptsAnyWhiteSpaceBetweenTokens() {
    expectFindings(
      in: """
        ⟨09⟩{⟨0D 0A⟩"resourceType"⟨20⟩:⟨09⟩"Patient"⟨0A⟩}
        """)
  }

  @Test func acceptsPunctuationInStrings() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann, {born} [Example]: 'x'" }]
        }
        """)
  }
}
