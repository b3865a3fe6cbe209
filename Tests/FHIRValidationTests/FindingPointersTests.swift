import FHIRFindings
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// The JSON Pointer of a finding leads to the member that the finding is about, also where its path hides how JSON
/// writes the element: the `_` sibling of a primitive, and the variant of a choice.
struct FindingPointersTests {
  @Test(arguments: [
    (#""_birthDate": { "extension": [{ "url": "http://a.b/c" }] }"#, "/_birthDate/extension/0"),
    (#""name": [{ "given": ["x", "y"], "_given": [null, { "id": "q", "foo": 1 }] }]"#, "/name/0/_given/1/foo"),
    (#""name": [{ "given": ["x"], "_given": [{ "id": "q" }, { "id": "r" }] }]"#, "/name/0/_given"),
    (#""name": [{ "given": ["x"], "_given": [7] }]"#, "/name/0/_given/0"),
    (#""name": [{ "given": ["x"], "_given": { "id": "q" } }]"#, "/name/0/_given"),
    (#""name": [{ "given": ["x"], "_given": [] }]"#, "/name/0/_given"),
    (#""_birthDate": null"#, "/_birthDate"),
    (#""_birthDate": ["a"]"#, "/_birthDate"),
    (#""extension": [{ "url": "http://a.b/c", "valueStrings": "x" }]"#, "/extension/0/valueStrings"),
    (#""deceasedBoolean": true, "deceasedDateTime": "2012""#, "/deceasedDateTime"),
    (#""deceasedString": "x""#, "/deceasedString"),
  ])
  func aPointerLeadsToTheMember(members: String, pointer: String) {
    for release in ["", #""meta": { "profile": ["http://hl7.org/fhir/4.0/StructureDefinition/Patient"] }, "#] {
      let text =
        #"{ "resourceType": "Patient", "text": { "status": "generated", "#
        + #""div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>" }, \#(release)\#(members) }"#
      let found = Validator().validate(Array(text.utf8)).findings
      #expect(found.contains { $0.pointer == pointer }, "\(found)")
    }
  }

  /// A reference is settled at the end of its Bundle, when the walk has left it.
  @Test func aReferenceThatNoEntryAnswersHasItsPointerAndItsRelease() throws {
    let text = #"""
      {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{ "fullUrl": "http://example.org/fhir/Patient/1", "resource": { "resourceType": "Patient", "id": "1",
          "managingOrganization": { "reference": "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7" } } }]
      }
      """#
    let finding = try #require(
      Validator(release: .r4)?.validate(Array(text.utf8)).findings.first { $0.rule == Rule.unresolvedReference.id })
    #expect(finding.pointer == "/entry/0/resource/managingOrganization/reference")
    #expect(finding.path == "Bundle.entry[0].resource.managingOrganization.reference")
    #expect(finding.release == "r4")
    #expect(finding.record == RecordLabel(resourceType: "Patient", id: "1"))
  }

  /// Only the last step of a pointer may be absent: that of a missing member.
  @Test(arguments: ["dstu2", "r4"])
  func everyPointerLeadsIntoItsRecord(release: String) throws {
    let bytes = try PackageRoot.bytes("Samples/\(release)/one-fault-of-each-kind.json")
    let root = try JSONSerialization.jsonObject(with: Data(bytes))
    for finding in Validator().validate(bytes).findings {
      guard let pointer = finding.pointer else { continue }
      var holder: Any? = root
      for token in pointer.split(separator: "/").dropLast() {
        let name = String(token.replacing("~1", with: "/").replacing("~0", with: "~"))
        holder = (holder as? [String: Any])?[name] ?? (holder as? [Any])?[Int(name) ?? -1]
      }
      #expect(holder is [String: Any] || holder is [Any], "\(finding)")
    }
  }
}
