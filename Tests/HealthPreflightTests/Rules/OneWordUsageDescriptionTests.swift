import Testing

struct OneWordUsageDescriptionTests {
  @Test func reportsAWord() throws {
    try expectFindings(
      info: "<key>NSHealthUpdateUsageDescription</key>«<string>Health</string>»",
      [
        ExpectedFinding(
          "one-word-usage-description", "NSHealthUpdateUsageDescription",
          "expected a sentence that says why the app asks to write health data, found the one word 'Health'")
      ])
  }

  @Test func reportsAWordAmongSpace() throws {
    try expectFindings(
      info: """
        <key>NSHealthShareUsageDescription</key>«<string> Health&#10;</string>»
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        """,
      [
        ExpectedFinding(
          "one-word-usage-description", "NSHealthShareUsageDescription",
          "expected a sentence that says why the app asks to read health data, found the one word 'Health'")
      ])
  }

  @Test func doesNotJudgeABuildSetting() throws {
    try expectFindings(
      info: "<key>NSHealthUpdateUsageDescription</key><string>$(HEALTH_PURPOSE)</string>")
  }

  @Test func doesNotJudgeAScriptWithoutSpaces() throws {
    try expectFindings(
      info: "<key>NSHealthUpdateUsageDescription</key><string>ワークアウトを保存します。</string>")
  }
}
