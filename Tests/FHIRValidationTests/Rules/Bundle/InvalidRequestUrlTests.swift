import FHIRSchema
import FHIRValidation
import Testing

struct InvalidRequestUrlTests {
  @Test func reportsWhatDoesNotFitTheMethod() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": «"Patient"» }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2" },
              "request": { "method": "POST", "url": «"Patient/1"» }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/3",
              "resource": { "resourceType": "Patient", "id": "3" },
              "request": { "method": "POST", "url": «"Foo"» }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/4",
              "resource": { "resourceType": "Patient", "id": "4" },
              "request": { "method": "PUT", "url": «"//Patient/4"» }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/5",
              "resource": { "resourceType": "Patient", "id": "5" },
              "request": { "method": "PUT", "url": «"http://example.org/fhir/Patient/1"» }
            },
            {
              "request": { "method": "DELETE", "url": «"Patient"» }
            },
            {
              "request": { "method": "GET", "url": «"Foo/1"» }
            },
            {
              "request": { "method": "GET", "url": «"Patient/1/name"» }
            },
            {
              "request": { "method": "GET", "url": «"Patient/1/_history/2/3"» }
            },
            {
              "request": { "method": "GET", "url": «"Patient/$"» }
            },
            {
              "request": { "method": "DELETE", "url": «"Patient?"» }
            }
          ]
        }
        """,
      [
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[0].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[1].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[2].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[3].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[4].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[5].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[6].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[7].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[8].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[9].request.url"),
        ExpectedFinding(.invalidRequestURL, path: "Bundle.entry[10].request.url"),
      ])
  }

  @Test func acceptsWhatServersUnderstand() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "batch",
          "entry": [
            {
              "request": { "method": "GET", "url": "Patient/1" }
            },
            {
              "request": { "method": "GET", "url": "/Patient/1" }
            },
            {
              "request": { "method": "GET", "url": "/Patient?name=a" }
            },
            {
              "request": { "method": "GET", "url": "/?name=a" }
            },
            {
              "request": { "method": "DELETE", "url": "/Patient/7" }
            },
            {
              "request": { "method": "GET", "url": "Patient/1/_history/2" }
            },
            {
              "request": { "method": "GET", "url": "Patient/1?_format=json" }
            },
            {
              "request": { "method": "GET", "url": "Patient/1/Observation?code=a" }
            },
            {
              "request": { "method": "GET", "url": "Patient?name=a" }
            },
            {
              "request": { "method": "GET", "url": "metadata" }
            },
            {
              "request": { "method": "GET", "url": "Patient/1/$everything" }
            },
            {
              "request": { "method": "GET", "url": "_history" }
            },
            {
              "request": { "method": "DELETE", "url": "Patient?name=a" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": "Patient?identifier=a" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2" },
              "request": { "method": "POST", "url": "Patient" }
            },
            {
              "request": { "method": "GET", "url": "Patient/1/_history/2?_format=json" }
            },
            {
              "request": { "method": "GET", "url": "Patient/1/_history/2/$meta" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/4",
              "resource": { "resourceType": "Patient", "id": "4" },
              "request": { "method": "PUT", "url": "Patient/4?_format=json" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/5",
              "resource": { "resourceType": "Patient", "id": "5" },
              "request": { "method": "POST", "url": "Patient?_format=json" }
            },
            {
              "fullUrl": "http://example.org/fhir/Parameters/3",
              "resource": { "resourceType": "Parameters", "id": "3" },
              "request": { "method": "POST", "url": "Patient/$match" }
            }
          ]
        }
        """)
  }

  /// A history tells where it was asked; a batch asks the server that it is sent to.
  @Test func acceptsAnAbsoluteUrlInAHistoryOnly() {
    func bundle(_ type: String, _ url: String) -> String {
      """
      {
        "resourceType": "Bundle",
        "type": "\(type)",
        "entry": [
          {
            "fullUrl": "http://example.org/fhir/Patient/1",
            "resource": {
              "resourceType": "Patient",
              "id": "1",
              "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" }
            },
            "request": { "method": "PUT", "url": \(url) }
            \(type == "history" ? #", "response": { "status": "200" }"# : "")
          }
        ]
      }
      """
    }
    let url = #""http://example.org/fhir/Patient/1""#
    expectFindings(in: bundle("history", url), release: .r4)
    expectFindings(in: bundle("batch", "«\(url)»"), [ExpectedFinding(.invalidRequestURL)], release: .r4)
    expectFindings(in: bundle("history", #"«"Patient"»"#), [ExpectedFinding(.invalidRequestURL)], release: .r4)
  }

  /// In every release; a history of STU3 has no responses.
  @Test(arguments: [FHIRRelease.stu3, .r4, .r4b])
  func acceptsVersionsAndAbsoluteUrlsInAHistoryOnly(release: FHIRRelease) {
    func bundle(_ type: String, _ url: String) -> String {
      """
      {
        "resourceType": "Bundle",
        "type": "\(type)",
        "entry": [
          {
            "fullUrl": "http://example.org/fhir/Patient/1",
            "request": { "method": "DELETE", "url": \(url) }
            \(type == "history" && release != .stu3 ? #", "response": { "status": "204" }"# : "")
          }
        ]
      }
      """
    }
    for url in [#""Patient/1/_history/2""#, #""http://example.org/fhir/Patient/1""#] {
      expectFindings(in: bundle("history", url), release: release)
      expectFindings(in: bundle("batch", "«\(url)»"), [ExpectedFinding(.invalidRequestURL)], release: release)
    }
    expectFindings(in: bundle("history", #"«"Patient"»"#), [ExpectedFinding(.invalidRequestURL)], release: release)
  }

  /// With a slash or without, the resource and the target are the same.
  @Test func readsThePathBehindASlash() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            { "request": { "method": "DELETE", "url": "Patient/1" } },
            { "request": { "method": "DELETE", "url": «"/Patient/1"» } },
            {
              "fullUrl": "http://example.org/fhir/Patient/2",
              "resource": { "resourceType": "Patient", "id": "2" },
              "request": { "method": "PUT", "url": «"/Patient/3"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.overlappingRequests), ExpectedFinding(.requestDisagrees)])
  }
}
