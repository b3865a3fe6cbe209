import FHIRTestSupport
import Testing

struct TargetPlaceTests {
  private let contained = ProfileCase(
    """
    { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "aggregation": ["contained"] }] }
    """)

  @Test func aTargetIsWhereTheProfileWantsIt() {
    #expect(
      contained.findings(
        in: ##"""
          "contained": [{ "resourceType": "Organization", "id": "o", "name": "A" }], "managingOrganization": { "reference": "#o" }
          """##
      ).isEmpty)
    #expect(contained.findings(in: #""managingOrganization": { "display": "somewhere" }"#).isEmpty)
  }

  @Test func aTargetElsewhereIsReported() {
    #expect(
      contained.findings(in: #""managingOrganization": { "reference": "Organization/1" }"#) == [
        "target-place Patient.managingOrganization"
      ])
  }

  @Test(arguments: [
    ("specific", "Organization/1", false), ("specific", "Organization/1/_history/2", true),
    ("independent", "Organization/1", true), ("independent", "Organization/1/_history/2", false),
    ("independent", "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7", true),
    ("either", "Organization/1", true), ("either", "Organization/1/_history/2", true),
  ])
  func aReferenceNamesAVersionOrNot(versioning: String, reference: String, isRight: Bool) {
    let profile = ProfileCase(
      """
      { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "versioning": "\(versioning)" }] }
      """)
    #expect(
      profile.findings(in: #""managingOrganization": { "reference": "\#(reference)" }"#)
        == (isRight ? [] : ["target-place Patient.managingOrganization"]))
  }

  @Test func aContainedTargetHasNoVersion() {
    let profile = ProfileCase(
      """
      { "path": "Patient.managingOrganization",
        "type": [{ "code": "Reference", "versioning": "specific", "aggregation": ["contained"] }] }
      """)
    let organization = #""contained": [{ "resourceType": "Organization", "id": "o", "name": "A" }]"#
    #expect(profile.findings(in: ##"\##(organization), "managingOrganization": { "reference": "#o" }"##) == [])
    #expect(
      profile.findings(in: #""managingOrganization": { "reference": "Organization/1/_history/2" }"#) == [
        "target-place Patient.managingOrganization"
      ])
  }
}
