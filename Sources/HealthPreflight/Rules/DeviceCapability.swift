import ClinicalRecords
import FHIRFindings
import FHIRSupport

extension PreflightRule {
  static let deviceCapability = Rule(
    "preflight/device-capability", .information, .informational,
    summary: "the app excludes devices without HealthKit",
    checks: "UIRequiredDeviceCapabilities does not name healthkit, neither in an array nor as true in a dictionary.",
    matters: """
      Xcode adds the capability when HealthKit is switched on. The App Store then does not offer the app to devices \
      without HealthKit, such as some iPads. That is right only for an app that cannot work without HealthKit.
      """,
    example: """
      <plist version="1.0"><dict>
        <key>UIRequiredDeviceCapabilities</key>
        <array>
          <string>~</string>
        </array>
      </dict></plist>
      """,
    bad: "healthkit", good: "arm64",
    specification: page(ofKey: InfoPlistKey.deviceCapabilities))

  static func checkDeviceCapabilities(of info: InfoPlist, _ findings: inout FileFindings) {
    guard let value = info.root[InfoPlistKey.deviceCapabilities]?.value else { return }
    for (index, element) in (value.elements ?? []).enumerated() where element.string?.byBytes == "healthkit" {
      report(element.range, "\(InfoPlistKey.deviceCapabilities)[\(index)]", &findings)
    }
    if let entry = value["healthkit"], entry.value.boolean == true {
      report(entry.keyRange, "\(InfoPlistKey.deviceCapabilities).healthkit", &findings)
    }
  }

  private static func report(_ range: SourceRange, _ path: String, _ findings: inout FileFindings) {
    findings.report(
      deviceCapability, at: range, path: path,
      "expected an app that also runs without HealthKit, found 'healthkit' required: devices without it are excluded")
  }
}
