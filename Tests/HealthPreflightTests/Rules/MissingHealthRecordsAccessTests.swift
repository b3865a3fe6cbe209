import Testing

struct MissingHealthRecordsAccessTests {
  @Test func reportsAbsentAccess() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: "<key>com.apple.developer.healthkit</key><true/>",
      [
        ExpectedFinding(
          "missing-health-records-access", "com.apple.developer.healthkit.access",
          "expected 'health-records', since the Info.plist has a usage description for them, found no such access",
          isAtTop: true)
      ])
  }

  @Test func reportsEmptyAccess() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key>«<array/>»
        """,
      [
        ExpectedFinding(
          "missing-health-records-access", "com.apple.developer.healthkit.access",
          "expected 'health-records', since the Info.plist has a usage description for them, found no such access")
      ])
  }

  @Test func reportsAccessToVerifiableRecordsAlone() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key>«<array>»
        <string>verifiable-health-records</string></array>
        """,
      [
        ExpectedFinding(
          "missing-health-records-access", "com.apple.developer.healthkit.access",
          "expected 'health-records', since the Info.plist has a usage description for them, found no such access")
      ])
  }

  @Test func reportsItForRequiredTypes() throws {
    try expectFindings(
      info: """
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>
        </array>
        """,
      rights: "<key>com.apple.developer.healthkit</key><true/>",
      [
        ExpectedFinding(
          "missing-usage-description", "NSHealthClinicalHealthRecordsShareUsageDescription",
          "expected 'NSHealthClinicalHealthRecordsShareUsageDescription', which an app needs to read clinical records, since a required type is a clinical one; found none",
          isAtTop: true),
        ExpectedFinding(
          "missing-health-records-access", "com.apple.developer.healthkit.access",
          "expected 'health-records', since the Info.plist has clinical types among the required ones, found no such access",
          isAtTop: true),
      ])
  }

  @Test func leavesAMisspeltOneToTheOtherRule() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array>«<string>records</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "unknown-access", "com.apple.developer.healthkit.access[0]",
          "expected 'health-records' or 'verifiable-health-records', found 'records'")
      ])
  }

  @Test func acceptsItsAbsenceWithoutClinicalRecords() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      rights: """
        <key>com.apple.developer.healthkit</key><true/>
        <key>com.apple.developer.healthkit.access</key><array/>
        """)
  }
}
