import Testing

struct TooFewRequiredTypesTests {
  @Test func reportsTwo() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key>«<array>»
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        </array>
        """,
      [
        ExpectedFinding(
          "too-few-required-types", "NSHealthRequiredReadAuthorizationTypeIdentifiers",
          "expected three required types or more, found two")
      ])
  }

  @Test func reportsOne() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key>«<array>»
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        </array>
        """,
      [
        ExpectedFinding(
          "too-few-required-types", "NSHealthRequiredReadAuthorizationTypeIdentifiers",
          "expected three required types or more, found one")
      ])
  }

  @Test func reportsNone() throws {
    try expectFindings(
      info: """
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key>«<array/>»
        """,
      [
        ExpectedFinding(
          "too-few-required-types", "NSHealthRequiredReadAuthorizationTypeIdentifiers",
          "expected three required types or more, found none")
      ])
  }

  @Test func acceptsThree() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>
        </array>
        """)
  }
}
