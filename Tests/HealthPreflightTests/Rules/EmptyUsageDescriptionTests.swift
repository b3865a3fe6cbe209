import Testing

struct EmptyUsageDescriptionTests {
  @Test func reportsAnEmptyString() throws {
    try expectFindings(
      info: "<key>NSHealthUpdateUsageDescription</key>«<string></string>»",
      [
        ExpectedFinding(
          "empty-usage-description", "NSHealthUpdateUsageDescription",
          "expected a sentence that says why the app asks to write health data, found an empty string")
      ])
  }

  @Test func reportsAnEmptyElement() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key>«<string/>»
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      [
        ExpectedFinding(
          "empty-usage-description", "NSHealthShareUsageDescription",
          "expected a sentence that says why the app asks to read health data, found an empty string")
      ])
  }

  @Test func reportsWhiteSpace() throws {
    try expectFindings(
      info: """
        <key>NSHealthClinicalHealthRecordsShareUsageDescription</key>«<string> &#9; </string>»
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      [
        ExpectedFinding(
          "empty-usage-description", "NSHealthClinicalHealthRecordsShareUsageDescription",
          "expected a sentence that says why the app asks to read clinical records, found an empty string")
      ])
  }
}
