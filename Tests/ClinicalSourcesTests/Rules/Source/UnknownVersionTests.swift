import Testing

struct UnknownVersionTests {
  @Test(arguments: ["3.0.1", "DSTU2", "4.3.0", "1.0", "unknown"])
  func reportsAVersionOfAnUnknownRelease(version: String) throws {
    try expectExport(
      "«" + stubText(fhirVersion: version).dropFirst() + "»",
      finds: [
        ExpectedFinding(
          "unknown-version", "fhirVersion",
          "expected a version of DSTU2 or R4, such as '1.0.2' or '4.0.1', found '\(version)'")
      ])
  }

  @Test(arguments: ["1.0.2", "1.0.1", "4.0.1", "4.0.0"])
  func acceptsBothReleases(version: String) throws { try expectExport(stubText(fhirVersion: version)) }
}
