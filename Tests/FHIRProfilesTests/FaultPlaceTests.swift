import FHIRDiagnostics
import FHIRTestSupport
import Testing

/// Where faults are reported: at the wrong value, or at the object that lacks it.
struct FaultPlaceTests {
  /// The text at the place of each finding, with its rule and slice.
  private func places(_ profile: ProfileCase, _ members: String) -> [String] {
    let record = profile.record(members)
    return profile.diagnostics(in: members).map { diagnostic in
      let start = record.utf8.index(record.startIndex, offsetBy: diagnostic.range.start)
      let text = String(record[start...].prefix { !",}]\n".contains($0) }).trimmingSuffix { $0 == " " }
      return "\(diagnostic.rule.rawValue.dropFirst(8)) \(diagnostic.profile?.slice ?? "-") \(text)"
    }
  }

  private let component = ProfileCase(
    #"""
    { "path": "Observation.component", "slicing": { "discriminator": [
      { "type": "value", "path": "code.coding.code" }, { "type": "value", "path": "code.coding.system" }], "rules": "open" } },
    { "path": "Observation.component", "sliceName": "low", "min": 1 },
    { "path": "Observation.component.code.coding.system", "min": 1, "fixedUri": "http://a.b" },
    { "path": "Observation.component.code.coding.code", "min": 1, "fixedCode": "1" }
    """#, of: "Observation")

  private func missing(_ components: String) -> [String] {
    places(component, #""status": "final", "code": { "text": "a" }, "component": [\#(components)]"#)
  }

  @Test func aWrongDiscriminatorIsThePlace() {
    #expect(
      missing(#"{ "code": { "coding": [{ "system": "http://a.b", "code": "2" }] }, "valueString": "a" }"#)
        == [#"missing-slice low "2""#])
    #expect(
      missing(#"{ "code": { "coding": [{ "system": "http://c.d", "code": "1" }] }, "valueString": "a" }"#)
        == [#"missing-slice low "http://c.d""#])
  }

  @Test func theObjectThatLacksADiscriminatorIsThePlace() {
    #expect(
      missing(#"{ "code": { "coding": [{ "system": "http://a.b" }] }, "valueString": "a" }"#)
        == [#"missing-slice low { "system": "http://a.b""#])
    #expect(
      missing(#"{ "code": { "text": "b" }, "valueString": "a" }"#) == [#"missing-slice low { "text": "b""#])
  }

  /// Another value with both parts is another value; of two that come as near, neither is known to be meant.
  @Test func otherValuesAreNotThePlace() {
    let other = #"{ "code": { "coding": [{ "system": "http://c.d", "code": "2" }] }, "valueString": "a" }"#
    let near = #"{ "code": { "coding": [{ "system": "http://a.b", "code": "3" }] }, "valueString": "a" }"#
    let record = #"missing-slice low { "resourceType": "Observation""#
    #expect(missing(other) == [record])
    #expect(missing("\(other), \(other)") == [record])
    #expect(missing("\(near), \(near)") == [record])
    #expect(missing("\(other), \(near)") == [#"missing-slice low "3""#])
  }

  @Test func theCountOfAFormNamesTheForm() {
    let profile = ProfileCase(
      #"{ "id": "Observation.valueQuantity", "path": "Observation.valueQuantity", "sliceName": "valueQuantity", "min": 1 }"#,
      of: "Observation")
    #expect(
      places(profile, #""status": "final", "code": { "text": "a" }"#).map { $0.split(separator: " ")[1] }
        == ["valueQuantity"])
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    String(reversed().drop(while: isTrimmed).reversed())
  }
}
