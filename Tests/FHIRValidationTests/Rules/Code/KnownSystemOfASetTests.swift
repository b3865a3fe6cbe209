import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// Required bindings to value sets whose codes are not available: a code of their one system is meant.
struct KnownSystemOfASetTests {
  private func sequence(_ type: String) -> String {
    #"{ "resourceType": "MolecularSequence", "coordinateSystem": 0, "structureVariant": [{ "variantType": \#(type) }] }"#
  }

  @Test func acceptsAnyCodeOfTheSystem() {
    expectFindings(
      in: sequence(#"{ "coding": [{ "system": "http://loinc.org", "code": "LA9658-1" }] }"#), release: .r4,
      options: .withoutRecommendations)
    expectFindings(
      in: sequence(
        #"{ "coding": [{ "system": "http://a.org/b", "code": "c" }, { "system": "http://loinc.org", "code": "LA9658-1" }] }"#
      ), release: .r4, options: .withoutRecommendations)
  }

  @Test func reportsAnotherSystem() {
    expectFindings(
      in: sequence(#"{ "coding": [{ "system": "http://example.org/a", "code": «"LA9658-1"» }] }"#),
      [ExpectedFinding(.notInValueSet)], release: .r4, options: .withoutRecommendations)
  }

  @Test func reportsACodeWithoutSystem() {
    expectFindings(
      in: sequence(#"{ "coding": [{ "code": «"LA9658-1"» }] }"#), [ExpectedFinding(.missingSystem, .error)],
      release: .r4,
      options: .withoutRecommendations)
  }

  @Test func reportsAMissingCode() {
    expectFindings(
      in: sequence(#"«{» "text": "deletion" }"#), [ExpectedFinding(.missingCode)], release: .r4,
      options: .withoutRecommendations)
  }
}
