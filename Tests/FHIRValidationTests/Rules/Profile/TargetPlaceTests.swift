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
}
