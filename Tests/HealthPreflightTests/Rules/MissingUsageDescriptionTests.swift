import Testing

struct MissingUsageDescriptionTests {
  @Test func clinicalForHealthRecords() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
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
          "missing-usage-description", "NSHealthClinicalHealthRecordsShareUsageDescription",
          "expected 'NSHealthClinicalHealthRecordsShareUsageDescription', which an app needs to read clinical records, since App.entitlements asks for 'health-records'; found none",
          isAtTop: true)
      ])
  }

  @Test func clinicalForARequiredType() throws {
    try expectFindings(
      info: """
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>
        </array>
        """,
      [
        ExpectedFinding(
          "missing-usage-description", "NSHealthClinicalHealthRecordsShareUsageDescription",
          "expected 'NSHealthClinicalHealthRecordsShareUsageDescription', which an app needs to read clinical records, since a required type is a clinical one; found none",
          isAtTop: true)
      ])
  }

  @Test func shareForARequiredTypeOfAnotherKind() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>HKQuantityTypeIdentifierHeartRate</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "missing-usage-description", "NSHealthShareUsageDescription",
          "expected 'NSHealthShareUsageDescription', which an app needs to read health data, since a required type is no clinical one; found none",
          isAtTop: true),
        ExpectedFinding(
          "not-clinical-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected a clinical type, found 'HKQuantityTypeIdentifierHeartRate'; what happens with other kinds is not documented"
        ),
      ])
  }

  @Test func shareForBackgroundDelivery() throws {
    try expectFindings(
      info: "<key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>",
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.background-delivery</key><true/>
        """,
      [
        ExpectedFinding(
          "missing-usage-description", "NSHealthShareUsageDescription",
          "expected 'NSHealthShareUsageDescription', which an app needs to read health data, since App.entitlements has background delivery; found none",
          isAtTop: true)
      ])
  }

  @Test func shareForHealthKitAlone() throws {
    try expectFindings(
      info: "<key>CFBundleName</key><string>A</string>",
      rights: "<key>com.apple.developer.healthkit</key><true/>",
      [
        ExpectedFinding(
          "missing-usage-description", "NSHealthShareUsageDescription",
          "expected 'NSHealthShareUsageDescription', which an app needs to read health data, since App.entitlements has HealthKit; found none",
          isAtTop: true)
      ])
  }

  @Test func acceptsAnAppThatOnlyWrites() throws {
    try expectFindings(
      info: "<key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>",
      rights: "<key>com.apple.developer.healthkit</key><true/>")
  }

  @Test func acceptsAnAppThatReadsClinicalRecordsOnly() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>
        <string>health-records</string>
        </array>
        <key>com.apple.developer.healthkit.background-delivery</key><true/>
        """)
  }
}
