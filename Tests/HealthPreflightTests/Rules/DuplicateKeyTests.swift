import Testing

struct DuplicateKeyTests {
  @Test func reportsTheSecond() throws {
    try expectFindings(
      info: """
        <key>NSHealthUpdateUsageDescription</key><string>Stores your workouts.</string>
        «<key>NSHealthUpdateUsageDescription</key>»
        <string>Stores your meals.</string>
        """,
      [
        ExpectedFinding(
          "duplicate-key", "NSHealthUpdateUsageDescription",
          "expected each key once in its dictionary, found 'NSHealthUpdateUsageDescription' again")
      ])
  }

  @Test func reportsItInsideOfAnArray() throws {
    try expectFindings(
      info: """
        <key>a</key><array><dict>
        <key>b</key><true/>
        «<key>b</key>»<true/></dict>
        </array>
        """,
      [
        ExpectedFinding(
          "duplicate-key", "a[0].b",
          "expected each key once in its dictionary, found 'b' again")
      ])
  }

  @Test func acceptsItInTwoDictionaries() throws {
    try expectFindings(
      info: """
        <key>a</key><dict>
        <key>b</key><true/></dict>
        <key>b</key><true/>
        """)
  }
}
