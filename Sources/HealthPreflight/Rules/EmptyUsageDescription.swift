import ClinicalRecords
import FHIRFindings

extension PreflightRule {
  static let emptyUsageDescription = Rule(
    "preflight/empty-usage-description", .error, .value,
    summary: "a usage description is empty",
    checks: "A usage description contains more than white space.",
    matters: """
      HealthKit raises an exception when the app requests authorization with an empty usage description. There is no \
      earlier warning.
      """,
    bad: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string></string>")]),
    good: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    specification: page(ofKey: InfoPlistKey.updateUsage))

  static func reportEmptyUsageDescription(
    _ description: InfoPlist.UsageDescription, at range: SourceRange, _ findings: inout FileFindings
  ) {
    findings.report(
      emptyUsageDescription, at: range, path: description.key,
      "expected a sentence that says why the app asks \(description.purpose), found an empty string")
  }
}
