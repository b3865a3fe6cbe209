import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

struct UnresolvedReferenceTests {
  @Test func reportsWhatADocumentLacks() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "document",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Composition/c",
              "resource": {
                "resourceType": "Composition",
                "id": "c",
                "date": "2016-03-01",
                "type": { "text": "Discharge summary" },
                "title": "Discharge summary",
                "status": "final",
                "author": [{ "reference": "Practitioner/p" }],
                "subject": { "reference": «"Patient/1"» }
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Practitioner/p",
              "resource": { "resourceType": "Practitioner", "id": "p" }
            }
          ]
        }
        """,
      [
        ExpectedFinding(
          .unresolvedReference, path: "Bundle.entry[0].resource.subject.reference", messageContains: "document")
      ])
  }

  /// A UUID in upper case is a warning, and finds its entry by the text as it is written.
  @Test func findsAnEntryInUpperCase() {
    func bundle(_ reference: String, _ types: String...) -> [String] {
      let uuid = "urn:uuid:6A1C4A34-0B1E-4A2C-9A3E-0B3C1D2E3F42"
      let targets = types.map { #"{ "fullUrl": "\#(uuid)", "resource": { "resourceType": "\#($0)" } }"# }
      let text = """
        { "resourceType": "Bundle", "type": "collection", "entry": [
          { "fullUrl": "urn:uuid:6a1c4a34-0b1e-4a2c-9a3e-0b3c1d2e3f41",
            "resource": { "resourceType": "Observation", "status": "final", "code": { "text": "x" },
              "subject": { "reference": "\(reference)" } } },
          \(targets.joined(separator: ","))
        ] }
        """
      return Validator(release: .r4)!.validate(Array(text.utf8)).findings.filter { $0.severity >= .error }.map {
        "\($0.rule) \($0.path)"
      }
    }
    let uuid = "urn:uuid:6A1C4A34-0B1E-4A2C-9A3E-0B3C1D2E3F42"
    let subject = "Bundle.entry[0].resource.subject.reference"
    #expect(bundle(uuid, "Patient") == [])
    #expect(bundle(uuid, "Person") == ["reference/wrong-target-type \(subject)"])
    #expect(bundle(uuid.lowercased(), "Patient") == ["bundle/unresolved-reference \(subject)"])
    #expect(bundle(uuid, "Patient", "Patient").contains { $0.hasPrefix("invariant/bdl-7") })
  }

  /// The specification lists what a document holds: other documents and what extensions refer to are not among it.
  @Test func aDocumentNeedNotHoldOtherDocuments() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "identifier": { "system": "urn:ietf:rfc:3986", "value": "urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11" },
          "type": "document",
          "timestamp": "2020-03-01T10:00:00Z",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Composition/c",
              "resource": {
                "resourceType": "Composition",
                "id": "c",
                "extension": [
                  { "url": "http://example.org/of", "valueReference": { "reference": "Encounter/8" } }
                ],
                "contained": [
                  { "resourceType": "Patient", "id": "p", "managingOrganization": { "reference": "Organization/8" } }
                ],
                "identifier": { "value": "1", "assigner": { "reference": "Organization/9" } },
                "status": "final",
                "type": { "text": "Discharge summary" },
                "date": "2020-03-01",
                "subject": { "reference": "#p" },
                "author": [{ "reference": "Practitioner/p" }],
                "custodian": { "reference": «"Organization/7"» },
                "relatesTo": [
                  { "code": "replaces", "targetReference": { "reference": "Composition/9" } }
                ],
                "title": "Discharge summary"
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Practitioner/p",
              "resource": { "resourceType": "Practitioner", "id": "p" }
            }
          ]
        }
        """,
      [
        ExpectedFinding(
          .unresolvedReference, path: "Bundle.entry[0].resource.custodian.reference", messageContains: "document")
      ], release: .r4, options: .withoutRecommendations)
  }

  /// The addresses of a health card name nothing outside of its Bundle.
  @Test func reportsAnAddressOfACardThatNoEntryHas() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "resource:0",
              "resource": {
                "resourceType": "Patient",
                "careProvider": [{ "reference": «"resource:7"» }, { "reference": "resource:1" }]
              }
            },
            { "fullUrl": "resource:1", "resource": { "resourceType": "Organization", "name": "Clinic" } }
          ]
        }
        """, [ExpectedFinding(.unresolvedReference)])
  }

  @Test func completesRelativeReferences() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "document",
          "entry": [
            {
              "fullUrl": "urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11",
              "resource": {
                "resourceType": "Composition",
                "id": "c",
                "date": "2016-03-01",
                "type": { "text": "Discharge summary" },
                "title": "Discharge summary",
                "status": "final",
                "author": [{ "reference": «"Practitioner/p"» }],
                "subject": { "reference": "http://example.org/fhir/Patient/1" }
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Practitioner/p",
              "resource": { "resourceType": "Practitioner", "id": "p" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.unresolvedReference, messageContains: "no server")])
  }

  @Test func reportsAURNAnywhere() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "managingOrganization": { "reference": «"urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11"» } }
            }
          ]
        }
        """,
      [ExpectedFinding(.unresolvedReference, path: "Bundle.entry[0].resource.managingOrganization.reference")])
  }

  @Test func looksNoFurtherThanTheComposition() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "document",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Composition/c",
              "resource": {
                "resourceType": "Composition",
                "id": "c",
                "date": "2016-03-01",
                "type": { "text": "Discharge summary" },
                "title": "Discharge summary",
                "status": "final",
                "author": [{ "reference": "Practitioner/p" }],
                "subject": { "reference": "Patient/1" }
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Practitioner/p",
              "resource": { "resourceType": "Practitioner", "id": "p" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "managingOrganization": { "reference": "Organization/o" } }
            }
          ]
        }
        """)
  }

  @Test func doesNotTreatTheSignerAsPartOfAnEntry() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "document",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Composition/c",
              "resource": {
                "resourceType": "Composition",
                "id": "c",
                "date": "2016-03-01",
                "type": { "text": "Discharge summary" },
                "title": "Discharge summary",
                "status": "final",
                "author": [{ "reference": "Practitioner/p" }],
                "subject": { "reference": "Patient/1" }
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Practitioner/p",
              "resource": { "resourceType": "Practitioner", "id": "p" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ],
          "signature": {
            "type": [{ "system": "urn:iso-astm:E1762-95:2013", "code": "1.2.840.10065.1.12.1.1" }],
            "when": "2016-03-01T10:00:00Z",
            "whoReference": { "reference": "Practitioner/x" },
            "contentType": "image/png",
            "blob": "AAAA"
          }
        }
        """)
  }

  @Test func reportsWhatAMessageIsAbout() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "message",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/MessageHeader/m",
              "resource": {
                "resourceType": "MessageHeader",
                "id": "m",
                "timestamp": "2016-03-01T10:00:00Z",
                "event": { "system": "http://hl7.org/fhir/message-events", "code": "admin-notify" },
                "source": { "endpoint": "http://example.org/source" },
                "responsible": { "reference": "Practitioner/x" },
                "data": [{ "reference": «"Patient/2"» }]
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [
        ExpectedFinding(
          .unresolvedReference, path: "Bundle.entry[0].resource.data[0].reference", messageContains: "message")
      ])
  }

  @Test func findsEntriesThatComeBefore() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11",
              "resource": { "resourceType": "Organization", "name": "Clinic" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "managingOrganization": { "reference": "urn:uuid:9f2c1d6e-3f0b-4c8a-9b57-2c1f0e6a4d11" } }
            }
          ]
        }
        """)
  }

  @Test func looksIntoABundleWithinAnEntry() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "urn:uuid:0b1e7a52-6c1d-4f7b-8a55-6f1f5b0a7c22",
              "resource": {
                "resourceType": "Bundle",
                "type": "collection",
                "entry": [
                  {
                    "fullUrl": "http://example.org/fhir/Patient/1",
                    "resource": { "resourceType": "Patient", "id": "1", "managingOrganization": { "reference": «"urn:uuid:0b1e7a52-6c1d-4f7b-8a55-6f1f5b0a7c22"» } }
                  }
                ]
              }
            }
          ]
        }
        """,
      [
        ExpectedFinding(
          .unresolvedReference, path: "Bundle.entry[0].resource.entry[0].resource.managingOrganization.reference")
      ])
  }
}
