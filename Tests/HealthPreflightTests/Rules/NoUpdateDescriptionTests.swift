import Testing

struct NoUpdateDescriptionTests {
  @Test func reportsAnAppThatReads() throws {
    try expectFindings(
      info: """
        «<key>NSHealthShareUsageDescription</key>»
        <string>Shows your pulse.</string>
        """,
      [
        ExpectedFinding(
          "no-update-description", "NSHealthUpdateUsageDescription",
          "expected 'NSHealthUpdateUsageDescription' as well, which uploads have asked of apps that only read; found none"
        )
      ])
  }

  @Test func reportsAnAppThatReadsClinicalRecords() throws {
    try expectFindings(
      info: """
        «<key>NSHealthClinicalHealthRecordsShareUsageDescription</key>»
        <string>Shows your records.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>
        <string>health-records</string>
        </array>
        """,
      [
        ExpectedFinding(
          "no-update-description", "NSHealthUpdateUsageDescription",
          "expected 'NSHealthUpdateUsageDescription' as well, which uploads have asked of apps that only read; found none"
        )
      ])
  }

  @Test func acceptsIt() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """)
  }
}
