import FHIRValidation
import Testing

/// Constraints whose text demands more than their XPath: violations of the text alone are reported alike.
struct TextBeyondXPathTests {
  private func claim(_ code: String, _ rest: String = #""system": "urn:iso:std:iso:4217""#) -> String {
    """
    { "resourceType": "PaymentReconciliation",
      "total": \(code.hasPrefix("«") ? "«{»" : "{") "value": 1.00, \(rest), "code": "\(code.filter { !"«»".contains($0) })" } }
    """
  }

  @Test(arguments: ["kg", "eur", "EURO", "E1R", "€"])
  func anAmountIsInACurrency(code: String) {
    expectFindings(in: claim("«\(code)»"), [ExpectedFinding(.invariant("mny-1"))])
  }

  @Test(arguments: ["EUR", "USD", "XXX"])
  func currenciesPass(code: String) { expectFindings(in: claim(code)) }

  /// Another system is an error, and its codes have another form.
  @Test func anotherSystemIsOneFinding() {
    expectFindings(
      in: claim("«e»", #""system": "http://example.org/currency""#), [ExpectedFinding(.invariant("mny-1"))])
  }

  private func administration(_ flag: String, isFaulty: Bool = false) -> String {
    """
    \(isFaulty ? "«{»" : "{") "resourceType": "MedicationAdministration", "status": "completed", \(flag)
      "patient": { "reference": "Patient/1" }, "effectiveTimeDateTime": "2015",
      "medicationCodeableConcept": { "text": "x" }, "reasonNotGiven": [{ "text": "x" }] }
    """
  }

  @Test func aReasonNeedsTheFlag() {
    expectFindings(
      in: administration("", isFaulty: true), [ExpectedFinding(.invariant("mad-2"))])
    expectFindings(
      in: administration(#""wasNotGiven": false,"#, isFaulty: true), [ExpectedFinding(.invariant("mad-2"))])
    expectFindings(in: administration(#""wasNotGiven": true,"#))
    // It is unknown whether it was given.
    expectFindings(
      in: administration(
        #""_wasNotGiven": { "extension": [{ "url": "http://example.org/e", "valueCode": "unknown" }] },"#))
  }

  private func element(_ types: String, isFaulty: Bool = false) -> String {
    """
    { "resourceType": "DataElement", "status": "draft", "element": [
      \(isFaulty ? "«{»" : "{") "path": "Weight", "type": [\(types)] }] }
    """
  }

  @Test func aTypeWithoutAProfileStandsOnce() {
    expectFindings(
      in: element(#"{ "code": "string" }, { "code": "uri" }, { "code": "string" }"#, isFaulty: true),
      [ExpectedFinding(.invariant("eld-13"))])
    expectFindings(
      in: element(#"{ "code": "Quantity" }, { "code": "Quantity", "profile": ["http://example.org/p"] }"#))
  }
}
