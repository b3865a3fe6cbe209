import Testing

struct NotClinicalTypeTests {
  @Test func reportsAQuantity() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>HKQuantityTypeIdentifierStepCount</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "not-clinical-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected a clinical type, found 'HKQuantityTypeIdentifierStepCount'; what happens with other kinds is not documented"
        )
      ])
  }

  @Test func reportsACategory() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>HKCategoryTypeIdentifierSleepAnalysis</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "not-clinical-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected a clinical type, found 'HKCategoryTypeIdentifierSleepAnalysis'; what happens with other kinds is not documented"
        )
      ])
  }

  @Test func reportsAWorkout() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthShareUsageDescription</key><string>Shows your pulse.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>«<string>HKWorkoutTypeIdentifier</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "not-clinical-type", "NSHealthRequiredReadAuthorizationTypeIdentifiers[3]",
          "expected a clinical type, found 'HKWorkoutTypeIdentifier'; what happens with other kinds is not documented")
      ])
  }

  @Test func acceptsAllNineClinicalTypes() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key><string>Shows your records.</string>
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key><array>
        <string>HKClinicalTypeIdentifierAllergyRecord</string>
        <string>HKClinicalTypeIdentifierClinicalNoteRecord</string>
        <string>HKClinicalTypeIdentifierConditionRecord</string>
        <string>HKClinicalTypeIdentifierCoverageRecord</string>
        <string>HKClinicalTypeIdentifierImmunizationRecord</string>
        <string>HKClinicalTypeIdentifierLabResultRecord</string>
        <string>HKClinicalTypeIdentifierMedicationRecord</string>
        <string>HKClinicalTypeIdentifierProcedureRecord</string>
        <string>HKClinicalTypeIdentifierVitalSignRecord</string>
        </array>
        """)
  }
}
