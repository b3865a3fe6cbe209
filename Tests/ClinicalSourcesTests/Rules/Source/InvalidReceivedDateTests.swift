import Testing

struct InvalidReceivedDateTests {
  private func finding(_ text: String) -> ExpectedFinding {
    ExpectedFinding(
      "invalid-received-date", "receivedDate",
      "expected a date such as '2021-03-04 05:06:07 +0100', found '\(text)'")
  }

  @Test(arguments: ["2021-02-30 05:06:07 +0100", "yesterday", "2021-03-04", "2021-03-04 25:06:07 +0100"])
  func reportsTextThatIsNotADate(text: String) throws {
    try expectExport("«" + stubText(receivedDate: text).dropFirst() + "»", finds: [finding(text)])
  }

  @Test(arguments: ["2021-03-04 05:06:07 +0100", "2021-03-04T05:06:07Z", "2020-02-29 23:59:59 -1200"])
  func acceptsADateWithItsZone(text: String) throws { try expectExport(stubText(receivedDate: text)) }
}
