import FHIRFindings

extension PreflightRule {
  static let notPaired = Rule(
    "preflight/not-paired", .information, .informational,
    summary: "it is unknown which Info.plist and which entitlements belong together",
    checks: """
      Entitlements for HealthKit have an Info.plist in their own folder, or in a folder above or below it; among \
      several that are equally near, its name is a prefix of theirs. An Info.plist with keys of HealthKit has such \
      entitlements. Only the search of a folder reports this.
      """,
    matters: """
      Each file was checked alone, but not whether the two fit together. Name both files on the command line to \
      check them together.
      """,
    bad: ExampleProject.files([
      ("Rights/App.entitlements", [("com.apple.developer.healthkit", "<true/>")]), ("App/Info.plist", []),
    ]),
    good: ExampleProject.files([
      ("App/App.entitlements", [("com.apple.developer.healthkit", "<true/>")]),
      ("App/Info.plist", [("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    ]),
    specification: "https://developer.apple.com/documentation/bundleresources/entitlements")

  static func reportNotPaired(_ rights: PropertyList, _ outcome: Pairing.Outcome, _ findings: inout FileFindings) {
    let found = if case .several(let count) = outcome { "\(count) that are equally near" } else { "none" }
    findings.report(
      notPaired, at: rights.head,
      "expected one Info.plist beside, around or below these entitlements, found \(found); they were not compared"
    )
  }

  static func reportNotPaired(_ info: PropertyList, _ findings: inout FileFindings) {
    findings.report(
      notPaired, at: info.head,
      "expected entitlements that belong to this Info.plist, found only those of others; they were not compared")
  }
}
