import FHIRDiagnostics

extension PreflightRule {
  /// Tells which keys were seen in build settings and not judged.
  static let buildSettingsNotRead = Rule(
    "preflight/build-settings-not-read", .information, .informational,
    summary: "a key of the Info.plist is a build setting, whose value is not read",
    explanation: Rule.Explanation(
      checks: """
        Xcode can make the Info.plist of a target from build settings: `INFOPLIST_KEY_` before the name of a key in \
        project.pbxproj. Each key about HealthKit is named once. Its value is not judged, and the key counts as \
        present.
        """,
      matters: """
        Which target a build setting belongs to, what it inherits and what configuration files add is known to Xcode \
        alone. Run the preflight on the Info.plist of the built app to have these values judged too.
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
        "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list"))

  static func reportBuildSetting(_ name: String, at range: SourceRange, _ findings: inout FileFindings) {
    findings.report(
      buildSettingsNotRead, at: range, path: name,
      "expected '\(name)' in an Info.plist, found it in the build settings; its value was not read")
  }
}
