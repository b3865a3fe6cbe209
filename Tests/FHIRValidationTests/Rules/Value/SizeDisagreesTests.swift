import FHIRSchema
import FHIRValidation
import Testing

/// The size of an Attachment beside its data.
struct SizeDisagreesTests {
  private func photo(_ members: String) -> String {
    """
    {
      "resourceType": "Patient",
      "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
      "photo": [{ "contentType": "image/png", \(members) }]
    }
    """
  }

  @Test(
    arguments: [
      ("QUJD", "4"), ("QUI=", "3"), ("QQ==", "0"), ("QUJD QUJD", "7"), ("QUJDQUJD", "2147483647"), ("QUI\\/", "4"),
    ],
    [FHIRRelease.dstu2, .r4])
  func reportsAnotherNumber(photo: (data: String, size: String), release: FHIRRelease) {
    expectFindings(
      in: self.photo("\"data\": \"\(photo.data)\", \"size\": «\(photo.size)»"),
      [ExpectedFinding(.sizeDisagrees, path: "Patient.photo[0].size")], release: release)
  }

  @Test(
    arguments: [("QUJD", "3"), ("QUI=", "2"), ("QQ==", "1"), ("QUJD\\n  QUJD", "6"), ("QUI\\/", "3")],
    [FHIRRelease.dstu2, .r4])
  func acceptsTheNumberOfBytes(photo: (data: String, size: String), release: FHIRRelease) {
    expectFindings(in: self.photo("\"size\": \(photo.size), \"data\": \"\(photo.data)\""), release: release)
  }

  @Test func leavesAloneWhatHasNoData() {
    let elsewhere = photo("\"url\": \"http://example.org/a.png\", \"size\": 8")
    expectFindings(in: elsewhere, release: .r4)
    let counts = Validator().validate(Array(elsewhere.utf8)).tally.notChecked
    #expect(counts["type, size and hash of files that attachments name"] == 1)
  }

  @Test func leavesToOthersWhatIsNotValidByItself() {
    expectFindings(in: photo("\"data\": «\"A\"», \"size\": 8"), [ExpectedFinding(.invalidBase64)], release: .r4)
    expectFindings(
      in: photo("\"data\": \"QUJD\", \"size\": «-1»"), [ExpectedFinding(.invalidUnsignedInt)], release: .r4)
  }
}
