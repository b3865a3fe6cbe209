import FHIRSchema
import FHIRValidation
import Testing

/// The hash of an Attachment beside its data.
struct HashDisagreesTests {
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
      "a9993e364706816aba3e25717850c26c9cd0d89d", "2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "2jmj7l5rSw0yVb\\/vlWAYkK\\/YBwk=",
      "QUJD",
    ],
    [FHIRRelease.dstu2, .r4])
  func reportsAnotherHash(hash: String, release: FHIRRelease) {
    expectFindings(
      in: photo("\"data\": \"YWJj\", \"hash\": «\"\(hash)\"»"),
      [
        ExpectedFinding(
          .hashDisagrees, path: "Patient.photo[0].hash", messageContains: "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=")
      ], release: release)
  }

  @Test(arguments: [
    ("YWJj", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="), ("YW Jj", "qZk+NkcGgWq6PiVx eFDCbJzQ2J0="),
    ("YW\\u004aj", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0\\u003d"),
  ])
  func acceptsTheHashOfTheData(data: String, hash: String) {
    expectFindings(in: photo("\"hash\": \"\(hash)\", \"data\": \"\(data)\""), release: .r4)
  }

  @Test func leavesAloneWhatHasNoData() {
    expectFindings(in: photo("\"url\": \"http://example.org/a.png\", \"hash\": \"QUJD\""), release: .r4)
  }

  @Test func leavesToOthersWhatIsNotValidByItself() {
    expectFindings(
      in: photo("\"data\": «\"A\"», \"hash\": \"QUJD\""), [ExpectedFinding(.invalidBase64)], release: .r4)
  }
}
