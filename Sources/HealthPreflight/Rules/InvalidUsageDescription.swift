import ClinicalRecords
import FHIRFindings

extension PreflightRule {
  static let invalidUsageDescription = Rule(
    "preflight/invalid-usage-description", .error, .value,
    summary: "a usage description is not a string",
    checks: "The value of a usage description is a string.",
    matters: "A value of another type, such as a boolean, makes the app crash when it requests authorization.",
    bad: ExampleProject.list([("NSHealthUpdateUsageDescription", "<true/>")]),
    good: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    specification: page(ofKey: InfoPlistKey.updateUsage))

  static func checkUsageDescriptionValues(of info: InfoPlist, _ findings: inout FileFindings) {
    for description in InfoPlist.UsageDescription.allCases {
      guard let value = info.root[description.key]?.value else { continue }
      guard let text = value.string else {
        findings.report(
          invalidUsageDescription, at: value.head, path: description.key,
          "expected '\(description.key)' to be a string, found \(value.kind)")
        continue
      }
      let words = text.unicodeScalars.split(maxSplits: 1) { $0.properties.isWhitespace }
      if words.isEmpty {
        reportEmptyUsageDescription(description, at: value.range, &findings)
      } else if words.count == 1 {
        checkOneWord(String(String.UnicodeScalarView(words[0])), description, at: value.range, &findings)
      }
    }
  }
}
