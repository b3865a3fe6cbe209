import Testing

struct InvalidUsageDescriptionTests {
  @Test func reportsABoolean() throws {
    try expectFindings(
      info: "<key>NSHealthUpdateUsageDescription</key>«<true/>»",
      [
        ExpectedFinding(
          "invalid-usage-description", "NSHealthUpdateUsageDescription",
          "expected 'NSHealthUpdateUsageDescription' to be a string, found a boolean")
      ])
  }

  @Test func reportsAnArray() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key>«<array>»
        </array>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      [
        ExpectedFinding(
          "invalid-usage-description", "NSHealthShareUsageDescription",
          "expected 'NSHealthShareUsageDescription' to be a string, found an array")
      ])
  }

  @Test func doesNotCallItMissing() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key>«<false/>»
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>
        <string>health-records</string>
        </array>
        """,
      [
        ExpectedFinding(
          "invalid-usage-description", "NSHealthClinicalHealthRecordsShareUsageDescription",
          "expected 'NSHealthClinicalHealthRecordsShareUsageDescription' to be a string, found a boolean")
      ])
  }
}
