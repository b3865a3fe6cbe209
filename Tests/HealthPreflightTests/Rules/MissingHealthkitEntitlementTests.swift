import Testing

struct MissingHealthkitEntitlementTests {
  @Test func reportsFalse() throws {
    try expectFindings(
      info: "<key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>",
      rights: "<key>com.apple.developer.healthkit</key>«<false/>»",
      [
        ExpectedFinding(
          "missing-healthkit-entitlement", "com.apple.developer.healthkit",
          "expected 'com.apple.developer.healthkit' to be true, found false")
      ])
  }

  @Test func reportsItsAbsenceBesideOthers() throws {
    try expectFindings(
      rights: "<key>com.apple.developer.healthkit.background-delivery</key><true/>",
      [
        ExpectedFinding(
          "missing-healthkit-entitlement", "com.apple.developer.healthkit",
          "expected 'com.apple.developer.healthkit', which the other entitlements of HealthKit need, found none",
          isAtTop: true)
      ])
  }

  @Test func reportsItsAbsenceBesideAnInfoPlist() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: "<key>com.apple.developer.siri</key><true/>",
      [
        ExpectedFinding(
          "missing-healthkit-entitlement", "com.apple.developer.healthkit",
          "expected 'com.apple.developer.healthkit', since the Info.plist uses HealthKit, found none",
          isAtTop: true)
      ])
  }

  @Test func reportsAProjectWithoutEntitlements() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      [
        ExpectedFinding(
          "missing-healthkit-entitlement", "com.apple.developer.healthkit",
          "expected entitlements with 'com.apple.developer.healthkit', since this Info.plist uses HealthKit, found none in the project",
          isAtTop: true)
      ],
      isWholeProject: true)
  }

  @Test func ignoresAFileThatWasNamedAlone() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """)
  }

  @Test func ignoresAnAppWithoutHealthKit() throws {
    try expectFindings(
      info: "<key>CFBundleName</key><string>A</string>",
      rights: "<key>com.apple.developer.siri</key><true/>",
      isWholeProject: true)
  }
}
