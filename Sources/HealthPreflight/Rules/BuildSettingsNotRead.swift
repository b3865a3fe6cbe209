import FHIRFindings

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
    bad: """
      <!-- App.xcodeproj/project.pbxproj -->
      buildSettings = {
        GENERATE_INFOPLIST_FILE = YES;
        INFOPLIST_KEY_NSHealthShareUsageDescription = "Shows your heart rate.";
      };
      """,
    good: """
      <!-- App.xcodeproj/project.pbxproj -->
      buildSettings = {
        INFOPLIST_FILE = App/Info.plist;
      };
      """,
    specification:
      "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list")

  static func reportBuildSetting(_ name: String, at range: SourceRange, _ findings: inout FileFindings) {
    findings.report(
      buildSettingsNotRead, at: range, path: name,
      "expected '\(name)' in an Info.plist, found it in the build settings; its value was not read")
  }
}
