import Testing

struct ShorthandTypeTests {
  @Test func suggestsTheRawValue() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>allergyRecord</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "shorthand-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected a raw value, found the shorthand 'allergyRecord'; the raw value is 'HKClinicalTypeIdentifierAllergyRecord'"
        )
      ])
  }

  @Test func knowsTheDot() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>.labResultRecord</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "shorthand-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected a raw value, found the shorthand '.labResultRecord'; the raw value is 'HKClinicalTypeIdentifierLabResultRecord'"
        )
      ])
  }

  @Test func knowsTheWholeExpression() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>HKClinicalTypeIdentifier.coverageRecord</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "shorthand-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected a raw value, found the shorthand 'HKClinicalTypeIdentifier.coverageRecord'; the raw value is 'HKClinicalTypeIdentifierCoverageRecord'"
        )
      ])
  }

  @Test func knowsTheBareWord() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>Immunization</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "shorthand-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected a raw value, found the shorthand 'Immunization'; the raw value is 'HKClinicalTypeIdentifierImmunizationRecord'"
        )
      ])
  }

  @Test func countsAsAClinicalType() throws {
    try expectFindings(
      info: """
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>«<string>allergyRecord</string>»
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>
        </array>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>
        <string>health-records</string>
        </array>
        """,
      [
        ExpectedFinding(
          "missing-usage-description", "NSHealthClinicalHealthRecordsShareUsageDescription",
          "expected 'NSHealthClinicalHealthRecordsShareUsageDescription', which an app needs to read clinical records, since App.entitlements asks for 'health-records'; found none",
          isAtTop: true),
        ExpectedFinding(
          "shorthand-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[0]",
          "expected a raw value, found the shorthand 'allergyRecord'; the raw value is 'HKClinicalTypeIdentifierAllergyRecord'"
        ),
      ])
  }
}
