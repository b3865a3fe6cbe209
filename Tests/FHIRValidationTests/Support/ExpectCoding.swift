import FHIRFindings
import FHIRValidation
import Testing

/// Validates a Medication whose code is one Coding with this system and code, with the fault marked, and expects the
/// finding, or none.
func expectCoding(
  _ system: String, _ code: String, _ rule: Rule? = nil, _ message: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let coding = "{ \"system\": \(quoted(system)), \"code\": \(quoted(code)) }"
  let path = "Medication.code.coding[0]." + (system.contains("«") ? "system" : "code")
  expectFindings(
    in: "{ \"resourceType\": \"Medication\", \"code\": { \"coding\": [\(coding)] } }",
    rule.map { [ExpectedFinding($0, path: path, messageContains: message)] } ?? [],
    sourceLocation: sourceLocation)
}

/// The text in quotes, inside marks if it has any.
private func quoted(_ text: String) -> String {
  text.hasPrefix("«") ? "«\"\(text.dropFirst().dropLast())\"»" : "\"\(text)\""
}
