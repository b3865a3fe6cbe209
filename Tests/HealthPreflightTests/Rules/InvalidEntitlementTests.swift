import Testing

struct InvalidEntitlementTests {
  @Test func reportsAStringForABoolean() throws {
    try expectFindings(
      rights: "<key>com.apple.developer.healthkit</key>«<string>YES</string>»",
      [
        ExpectedFinding(
          "invalid-entitlement", "com.apple.developer.healthkit",
          "expected 'com.apple.developer.healthkit' to be true or false, found a string")
      ])
  }

  @Test func reportsBackgroundDelivery() throws {
    try expectFindings(
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.background-delivery</key>«<integer>1</integer>»
        """,
      [
        ExpectedFinding(
          "invalid-entitlement", "com.apple.developer.healthkit.background-delivery",
          "expected 'com.apple.developer.healthkit.background-delivery' to be true or false, found a number")
      ])
  }

  @Test func reportsAStringForAnArray() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key>«<string>health-records</string>»
        """,
      [
        ExpectedFinding(
          "invalid-entitlement", "com.apple.developer.healthkit.access",
          "expected 'com.apple.developer.healthkit.access' to be an array, found a string")
      ])
  }

  @Test func reportsAnElement() throws {
    try expectFindings(
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>«<true/>»
        <string>health-records</string>
        </array>
        """,
      [
        ExpectedFinding(
          "invalid-entitlement", "com.apple.developer.healthkit.access[0]",
          "expected a string in 'com.apple.developer.healthkit.access', found a boolean")
      ])
  }
}
