import Testing

struct UnknownAccessTests {
  @Test func reportsAMisspelling() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>«<string>health_records</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "unknown-access", "com.apple.developer.healthkit.access[0]",
          "expected 'health-records' or 'verifiable-health-records', found 'health_records'")
      ])
  }

  @Test func reportsAnotherCase() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>«<string>Health-Records</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "unknown-access", "com.apple.developer.healthkit.access[0]",
          "expected 'health-records' or 'verifiable-health-records', found 'Health-Records'")
      ])
  }

  @Test func reportsAnotherWord() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>«<string>clinical</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "unknown-access", "com.apple.developer.healthkit.access[0]",
          "expected 'health-records' or 'verifiable-health-records', found 'clinical'")
      ])
  }

  @Test func acceptsBothAccesses() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>
        <string>health-records</string><string>verifiable-health-records</string>
        </array>
        """)
  }
}
