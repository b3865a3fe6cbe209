import Testing

struct InvalidRequiredTypesTests {
  @Test func reportsAString() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key>«<string>HKClinicalTypeIdentifierAllergyRecord</string>»
        """,
      [
        ExpectedFinding(
          "invalid-required-types", "NSHealthRequiredReadAuthorizationTypeIdentifiers",
          "expected 'NSHealthRequiredReadAuthorizationTypeIdentifiers' to be an array, found a string")
      ])
  }

  @Test func reportsAnElementAndCountsIt() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>«<dict>»</dict>
        </array>
        """,
      [
        ExpectedFinding(
          "invalid-required-types", "NSHealthRequiredReadAuthorizationTypeIdentifiers[2]",
          "expected the identifier of a type, found a dictionary")
      ])
  }
}
