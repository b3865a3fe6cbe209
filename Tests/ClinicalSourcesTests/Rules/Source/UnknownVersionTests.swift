import Testing

struct UnknownVersionTests {
  @Test(arguments: ["3.2.0", "DSTU2", "4.1.0", "5.0.0", "1.0", "unknown"])
  func reportsAVersionOfAnUnknownRelease(version: String) throws {
    try expectExport(
      "«" + stubText(fhirVersion: version).dropFirst() + "»",
      finds: [
        ExpectedFinding(
          "unknown-version", "fhirVersion",
          "expected a version of DSTU2, STU3, R4 or R4B, such as '1.0.2' or '4.0.1', found '\(version)'")
      ])
  }

  @Test(arguments: ["1.0.2", "1.0.1", "3.0.2", "3.0.0", "4.0.1", "4.0.0", "4.3.0"])
  func acceptsAllReleases(version: String) throws { try expectExport(stubText(fhirVersion: version)) }
}
