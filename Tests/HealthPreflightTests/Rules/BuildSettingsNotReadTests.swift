import FHIRFindings
import HealthPreflight
import Testing

struct BuildSettingsNotReadTests {
  private static let project = """
    buildSettings = {
      INFOPLIST_KEY_NSHealthShareUsageDescription = "a";
      INFOPLIST_KEY_CFBundleDisplayName = "b";
      INFOPLIST_KEY_NSHealthShareUsageDescription = "c";
    };
    """

  @Test func reportsEachKeyOnce() {
    #expect(
      Preflight.lines(in: Array(Self.project.utf8), path: "App.xcodeproj/project.pbxproj") == [
        "preflight/build-settings-not-read 20..<63 expected 'NSHealthShareUsageDescription' in an Info.plist, "
          + "found it in the build settings; its value was not read"
      ])
  }

  @Test func aKeyInBuildSettingsIsNotMissing() {
    let info =
      "<plist><dict><key>NSHealthUpdateUsageDescription</key><string>Stores your meals.</string></dict></plist>"
    let rights = """
      <plist><dict><key>com.apple.developer.healthkit</key><true/>
      <key>com.apple.developer.healthkit.background-delivery</key><true/></dict></plist>
      """
    var files = [
      ProjectFile(path: "App/Info.plist", bytes: Array(info.utf8)),
      ProjectFile(path: "App/App.entitlements", bytes: Array(rights.utf8)),
    ]
    let without = Preflight().check(files).flatMap(\.findings).map(\.rule.rawValue)
    #expect(without == ["preflight/missing-usage-description"])
    files.append(ProjectFile(path: "App.xcodeproj/project.pbxproj", bytes: Array(Self.project.utf8)))
    let with = Preflight().check(files).flatMap(\.findings).map(\.rule.rawValue)
    #expect(with == ["preflight/build-settings-not-read"])
  }
}
