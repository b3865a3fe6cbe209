import Testing

struct DuplicateTypeTests {
  @Test func reportsTheSecond() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>HKClinicalTypeIdentifierAllergyRecord</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "duplicate-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected each type once, found 'HKClinicalTypeIdentifierAllergyRecord' again")
      ])
  }

  @Test func doesNotCountItTowardsThree() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key>«<array>»
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>«<string>HKClinicalTypeIdentifierAllergyRecord</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "too-few-required-types", "NSHealthRequiredReadAuthorizationTypeIdentifiers",
          "expected three required types or more, found two"),
        ExpectedFinding(
          "duplicate-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[2]",
          "expected each type once, found 'HKClinicalTypeIdentifierAllergyRecord' again"),
      ])
  }
}
