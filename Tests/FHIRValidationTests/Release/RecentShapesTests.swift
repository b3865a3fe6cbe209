import FHIRValidation
import Testing

/// Records with the same names and forms of members are looked at once: see `RecentShapes`.
@Suite struct RecentShapesTests {
  private let validator = Validator()

  private func releases(of resources: [String]) -> [String: [ReleaseReason: Int]] {
    let entries = resources.map { #"{"resource":\#($0)}"# }.joined(separator: ",")
    let text = #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries)]}"#
    return Array(text.utf8).withUnsafeBytes { validator.validate($0).tally.releases }
  }

  private static func observation(_ members: String) -> String {
    #"{"resourceType":"Observation","status":"final","code":{"text":"a"},\#(members)}"#
  }

  /// They differ in a form, in a name that begins and ends like another, in an escape, in an empty list, in a claim, and
  /// in what is nested.
  private static let resources = [
    observation(#""category":{"text":"a"},"comments":"a""#),
    observation(#""category":[{"text":"a"}],"comments":"a""#),
    observation(#""category":[],"comments":"a""#),
    observation(#""category":{"text":"a"},"c\u006fmments":"a""#),
    observation(#""category":{"text":"a"},"note":[{"text":"a"}]"#),
    observation(#""meta":{"profile":["http://hl7.org/fhir/StructureDefinition/vitalsigns"]},"note":[]"#),
    observation(#""meta":{"profile":["http://example.org/a"]},"note":[]"#),
    observation(#""referenceRange":[{"meaning":{"text":"a"}}]"#),
    observation(#""referenceRange":[{"appliesTo":[{"text":"a"}]}]"#),
    #"{"resourceType":"MedicationStatement","medicationCodeableConcept":{"text":"a"},"informationSource":{}}"#,
    #"{"resourceType":"MedicationStatement","medicationCXXXXXXXXConcept":{"text":"a"},"informationSource":{}}"#,
    #"{"resourceType":"MedicationOrder","medicationCodeableConcept":{"text":"a"},"dateWritten":"2020"}"#,
  ]

  @Test func whatStoodBeforeChangesNoRelease() {
    let once = releases(of: Self.resources)
    #expect(once.values.reduce(0) { $0 + $1.values.reduce(0, +) } == Self.resources.count)
    #expect(once.count > 1)
    let thrice = releases(of: Self.resources + Self.resources + Self.resources)
    #expect(thrice == once.mapValues { $0.mapValues { $0 * 3 } })
    #expect(releases(of: Self.resources.reversed()) == once)
    #expect(releases(of: Self.resources) == once)
  }
}
