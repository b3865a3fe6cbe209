import ClinicalRecords
import FHIRFindings
import FHIRSupport

extension PreflightRule {
  static let buildSettingsNotRead = Rule(
    "preflight/build-settings-not-read", .information, .informational,
    summary: "a key of the Info.plist is a build setting, whose value is not read",
    checks: """
      Xcode can generate the Info.plist of a target from build settings: `INFOPLIST_KEY_` before the name of a key \
      in project.pbxproj. Each key about HealthKit is reported once. Its value is not checked, and the key counts as \
      present.
      """,
    matters: """
      Only Xcode knows to which target a build setting belongs, and what it inherits from configuration files. Run \
      the preflight on the Info.plist of the built app to check these values, too.
      """,
    example: """
      <!-- App.xcodeproj/project.pbxproj -->
      buildSettings = {
        ~
      };
      """,
    bad: """
      GENERATE_INFOPLIST_FILE = YES;
        INFOPLIST_KEY_NSHealthShareUsageDescription = "Shows your heart rate.";
      """,
    good: "INFOPLIST_FILE = App/Info.plist;",
    specification:
      "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list")

  static func reportBuildSetting(_ name: String, at range: SourceRange, _ findings: inout [Finding]) {
    findings.report(
      buildSettingsNotRead, at: range, path: name,
      "expected '\(name)' in an Info.plist, found it in the build settings; its value was not read")
  }

  static let deviceCapability = Rule(
    "preflight/device-capability", .information, .informational, summary: "the app excludes devices without HealthKit",
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
    bad: "healthkit", good: "arm64", specification: page(ofKey: InfoPlistKey.deviceCapabilities))

  static func checkDeviceCapabilities(of info: InfoPlist, _ findings: inout [Finding]) {
    let key = InfoPlistKey.deviceCapabilities
    guard let value = info.root[key]?.value else { return }
    let named = (value.elements ?? []).enumerated().filter { $1.string?.byBytes == "healthkit" }
    var places = named.map { (range: $1.range, path: "\(key)[\($0)]") }
    if let entry = value["healthkit"], entry.value.boolean == true {
      places.append((entry.keyRange, "\(key).healthkit"))
    }
    for (range, path) in places {
      findings.report(
        deviceCapability, at: range, path: path,
        "expected an app that also runs without HealthKit, found 'healthkit' required: devices without it are excluded")
    }
  }

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

  static func reportNotPaired(_ rights: PropertyList, _ outcome: Pairing.Outcome, _ findings: inout [Finding]) {
    let found = if case .several(let count) = outcome { "\(count) that are equally near" } else { "none" }
    findings.report(
      notPaired, at: rights.head,
      "expected one Info.plist beside, around or below these entitlements, found \(found); they were not compared")
  }

  static func reportNotPaired(_ info: PropertyList, _ findings: inout [Finding]) {
    findings.report(
      notPaired, at: info.head,
      "expected entitlements that belong to this Info.plist, found only those of others; they were not compared")
  }
}
