import Testing

struct UnknownTypeTests {
  @Test func suggestsTheNearest() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>HKClinicalTypeIdentifierAlergyRecord</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "unknown-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected the raw value of a type of HealthKit, found 'HKClinicalTypeIdentifierAlergyRecord'; the nearest is 'HKClinicalTypeIdentifierAllergyRecord'"
        )
      ])
  }

  @Test func comparesTheCase() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>hkclinicaltypeidentifierallergyrecord</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "unknown-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected the raw value of a type of HealthKit, found 'hkclinicaltypeidentifierallergyrecord'; the nearest is 'HKClinicalTypeIdentifierAllergyRecord'"
        )
      ])
  }

  @Test func reportsAnythingElse() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>everything</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "unknown-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected the raw value of a type of HealthKit, found 'everything'")
      ])
  }

  @Test func reportsAFamilyWithoutAMember() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>HKQuantityTypeIdentifier</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "unknown-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected the raw value of a type of HealthKit, found 'HKQuantityTypeIdentifier'")
      ])
  }

  @Test func doesNotJudgeABuildSetting() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>
        <string>$(TYPE)</string>
        </array>
        """)
  }
}
