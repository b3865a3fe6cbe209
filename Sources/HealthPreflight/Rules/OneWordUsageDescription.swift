import ClinicalRecords
import FHIRFindings
import FHIRSupport
import FHIRTape

extension PreflightRule {
  static let oneWordUsageDescription = Rule(
    "preflight/one-word-usage-description", .warning, .value,
    summary: "a usage description is a single word",
    checks: """
      A usage description has more than one word. A text with a build setting such as `$(PURPOSE)` is not checked, \
      nor is one in a script without spaces between words.
      """,
    matters: """
      App Review has rejected single words. Users read the text before they decide, so it should say what the data \
      is for.
      """,
    bad: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Health</string>")]),
    good: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    specification: page(ofKey: InfoPlistKey.updateUsage))

  static func checkOneWord(
    _ word: String, _ description: InfoPlist.UsageDescription, at range: SourceRange, _ findings: inout FileFindings
  ) {
    // Scripts from Thai on in Unicode may have no spaces between words.
    let bytes = word.byBytes
    guard !bytes.contains("$("), !bytes.contains("${"), word.unicodeScalars.allSatisfy({ $0.value < 0x0E00 }) else {
      return
    }
    findings.report(
      oneWordUsageDescription, at: range, path: description.key,
      "expected a sentence that says why the app asks \(description.purpose), found the one word '\(word.clippedName)'")
  }
}
