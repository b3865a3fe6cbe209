import ClinicalRecords
import FHIRFindings

extension PreflightRule {
  static let noUpdateDescription = Rule(
    "preflight/no-update-description", .information, .informational,
    summary: "an app that reads has no usage description for writing",
    checks: """
      If NSHealthShareUsageDescription or NSHealthClinicalHealthRecordsShareUsageDescription is present, \
      NSHealthUpdateUsageDescription is present, too.
      """,
    matters: """
      By the documentation only an app that writes needs it, but uploads of apps that only read were refused without \
      it, because they link HealthKit.
      """,
    bad: ExampleProject.files([
      ("Info.plist", [("NSHealthShareUsageDescription", "<string>Shows your heart rate beside your plan.</string>")]),
      ("App.entitlements", [("com.apple.developer.healthkit", "<true/>")]),
    ]),
    good: ExampleProject.files([
      (
        "Info.plist",
        [
          ("NSHealthShareUsageDescription", "<string>Shows your heart rate beside your plan.</string>"),
          ("NSHealthUpdateUsageDescription", "<string>Nothing is stored in Health at present.</string>"),
        ]
      ), ("App.entitlements", [("com.apple.developer.healthkit", "<true/>")]),
    ]),
    specification: page(ofKey: InfoPlistKey.updateUsage))

  static func checkUpdateDescription(of info: InfoPlist, _ findings: inout FileFindings) {
    guard !info.has(.update), info.has(.share) || info.has(.clinical) else { return }
    let present = [.share, .clinical].compactMap { (description: InfoPlist.UsageDescription) in
      info.root[description.key]
    }
    findings.report(
      noUpdateDescription, at: present.first?.keyRange ?? info.root.head,
      path: InfoPlist.UsageDescription.update.key,
      "expected 'NSHealthUpdateUsageDescription' as well, which uploads have asked of apps that only read; found none")
  }
}
