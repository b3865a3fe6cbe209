import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// Bindings with a non-binding value set and a binding maximum; and value sets of which only the form is known.
struct MaximumValueSetTests {
  /// Without a narrative a resource gets a warning.
  private static let text =
    #""text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">x</div>" }"#

  private func finding(_ path: String, _ found: String) -> ExpectedFinding {
    ExpectedFinding(.notInValueSet, path: path, messageContains: found)
  }

  @Test(arguments: ["en", "de-CH", "zh-Hant-TW", "x-local"])
  func aLanguageIsATag(language: String) {
    expectFindings(in: #"{ "resourceType": "Patient", \#(Self.text), "language": "\#(language)" }"#, release: .r4)
  }

  @Test(arguments: ["en_US", "English (US)", "deutschland"])
  func otherLanguagesAreNone(language: String) {
    expectFindings(
      in: #"{ "resourceType": "Patient", \#(Self.text), "language": «"\#(language)"» }"#,
      [
        finding(
          "Patient.language", "expected a language tag such as 'en-US' (value set all-languages), found \"\(language)\""
        )
      ],
      release: .r4)
  }

  private func communication(_ coding: String) -> String {
    """
    {
      "resourceType": "Patient",
      \(Self.text),
      "communication": [{ "language": { "coding": [\(coding)] } }]
    }
    """
  }

  @Test func aLanguageOfAConceptIsATagOfItsSystem() {
    let tag = #"{ "system": "urn:ietf:bcp:47", "code": "en" }"#
    expectFindings(in: communication(tag), release: .r4)
    // One code that fits is enough.
    expectFindings(in: communication(tag + #", { "system": "http://example.org/l", "code": "english" }"#), release: .r4)
    let path = "Patient.communication[0].language.coding[0].code"
    expectFindings(
      in: communication(#"{ "system": "urn:ietf:bcp:47", "code": «"en_US"» }"#), [finding(path, "en_US")], release: .r4)
    expectFindings(
      in: communication(#"{ "system": "http://example.org/l", "code": «"en"» }"#),
      [finding(path, "its system is not one of 'urn:ietf:bcp:47'")], release: .r4)
    expectFindings(
      in: communication(#"{ "code": «"en"» }"#), [ExpectedFinding(.missingSystem, .error, path: path)], release: .r4)
  }

  private func timing(_ language: String) -> String {
    """
    {
      "resourceType": "Library",
      \(Self.text),
      "status": "draft",
      "type": { "text": "logic" },
      "dataRequirement": [{
        "type": "Patient",
        "dateFilter": [{ "path": "birthDate" }]
      }],
      "extension": [{
        "url": "http://example.org/e",
        "valueExpression": { "language": \(language), "expression": "true" }
      }]
    }
    """
  }

  /// Codes outside the value set of expression languages must be media types.
  @Test func aMaximumOfAnExtensibleBinding() {
    for language in ["text/cql", "text/fhirpath", "text/x-other"] {
      expectFindings(in: timing("\"\(language)\""), release: .r4)
    }
    expectFindings(
      in: timing("«\"cql\"»"), [finding("Library.extension[0].value.ofType(Expression).language", "media type")],
      release: .r4)
  }

  @Test func aMediaTypeOrAShortName() {
    func binary(_ type: String) -> String {
      "{ \"resourceType\": \"Binary\", \"contentType\": \(type), \"data\": \"YQ==\" }"
    }
    for type in ["application/pdf", "text/plain; charset=utf-8", "xml"] {
      expectFindings(in: binary("\"\(type)\""), release: .r4)
    }
    expectFindings(
      in: binary("«\"pdf\"»"),
      [
        finding(
          "Binary.contentType",
          "expected a media type such as 'application/pdf' or 'xml' or 'json' or 'ttl' (value set mimetypes), found \"pdf\""
        )
      ], release: .r4)
  }

  /// Only codes that could not be judged are counted.
  @Test func nothingOfThemIsCounted() throws {
    let text =
      #"{ "resourceType": "Patient", \#(Self.text), "language": "en", "photo": [{ "contentType": "image/png", "language": "x" }] }"#
    let validator = try #require(Validator(release: .r4))
    let result = validator.validate(Array(text.utf8))
    #expect(result.findings.map(\.path) == ["Patient.photo[0].language"])
    #expect(result.tally.notChecked.isEmpty)
  }
}
