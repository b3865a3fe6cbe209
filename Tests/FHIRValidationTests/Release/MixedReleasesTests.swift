import FHIRFindings
import FHIRRecognition
import FHIRSchema
import FHIRTape
import FHIRValidation
import Testing

/// Records of two releases in one input, each judged by its own release.
@Suite struct MixedReleasesTests {
  private let validator: Validator

  init() throws { validator = try TwoReleases.validator() }

  private func findings(_ text: String, hints: ReleaseHints = ReleaseHints()) -> (found: [String], ValidationTally) {
    let result = Array(text.utf8).withUnsafeBytes { validator.validate($0, hints: hints, visit: nil) }
    return (result.findings.map { "\($0.rule) \($0.path)" }, result.tally)
  }

  private static let dstu2 =
    #"{"resourceType":"Patient","careProvider":[{"reference":1}],"name":[{"family":["a"]}]}"#
  private static let r4 =
    #"{"resourceType":"Patient","generalPractitioner":[{"reference":1}],"name":[{"family":"a"}]}"#
  /// The faults of each, by its own tables.
  private static let wrong = (
    dstu2: "structure/wrong-kind Patient.careProvider[0].reference",
    r4: "structure/wrong-kind Patient.generalPractitioner[0].reference"
  )

  @Test func linesAreJudgedByTheirOwnRelease() {
    let (found, tally) = findings("\(Self.dstu2)\n\(Self.r4)\n\(Self.dstu2)\n\(Self.r4)\n")
    #expect(found == [Self.wrong.dstu2, Self.wrong.r4, Self.wrong.dstu2, Self.wrong.r4])
    #expect(tally.releases == ["dstu2": [.elements: 2], "r4": [.elements: 2]])
    #expect(tally.resourceTypes == ["Patient": 4] && tally.notJudged == [:])
  }

  @Test func anArrayIsJudgedAsItsItems() {
    #expect(findings("[\(Self.r4),\(Self.dstu2)]").found == [Self.wrong.r4, Self.wrong.dstu2])
  }

  /// The path of a finding consists of rows of both releases.
  @Test(arguments: [false, true])
  func entriesAreJudgedByTheirOwnRelease(isLine: Bool) {
    let bundle = { (first: String, second: String) in
      let text =
        #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"urn:oid:1.2","resource":\#(first)},{"fullUrl":"urn:oid:1.3","resource":\#(second)}]}"#
      return isLine ? "\(text)\n{\"resourceType\":\"Basic\",\"code\":{\"text\":\"a\"}}" : text
    }
    let path = { (wrong: String, entry: Int) in
      wrong.replacing(" Patient", with: " Bundle.entry[\(entry)].resource")
    }
    #expect(
      findings(bundle(Self.dstu2, Self.r4)).found == [path(Self.wrong.dstu2, 0), path(Self.wrong.r4, 1)])
    #expect(
      findings(bundle(Self.r4, Self.dstu2)).found == [path(Self.wrong.r4, 0), path(Self.wrong.dstu2, 1)])
  }

  @Test func aRecordWithoutEvidenceHasTheReleaseOfItsNeighbours() {
    let silent = #"{"resourceType":"Patient","gender":"male"}"#
    #expect(findings(silent).1.releases == ["r4": [.assumed: 1]])
    for (record, release) in [(Self.dstu2, "dstu2"), (Self.r4, "r4")] {
      #expect(findings("\(silent)\n\(record)\n\(silent)").1.releases == [release: [.elements: 1, .file: 2]])
      #expect(
        findings(#"{"resourceType":"Bundle","entry":[{"resource":\#(silent)},{"resource":\#(record)}]}"#).1.releases
          == [release: [.elements: 1, .bundle: 1]])
    }
    var hints = ReleaseHints()
    hints.file = ReleaseNames.published.number(of: .dstu2).map { RecognisedRelease(number: $0, reason: .file) }
    #expect(findings(silent, hints: hints).1.releases == ["dstu2": [.file: 1]])
    #expect(findings(silent, hints: ReleaseHints(given: .dstu2, by: .stub)).1.releases == ["dstu2": [.stub: 1]])
  }

  /// A neighbour, a Bundle or a file of a release that is not judged leaves nobody unjudged.
  @Test func aReleaseThatIsNotJudgedSaysNothingOfNeighbours() throws {
    let wrong = #"{"resourceType":"Patient","gender":"zzz"}"#
    let foreign =
      #"{"resourceType":"Patient","meta":{"profile":["http://hl7.org/fhir/5.0/StructureDefinition/Patient"]}}"#
    let claim = #""meta":{"profile":["http://hl7.org/fhir/5.0/StructureDefinition/Bundle"]}"#
    func bundle(_ members: String, _ resources: [String]) -> String {
      let entries = resources.enumerated().map { #"{"fullUrl":"urn:oid:1.\#($0)","resource":\#($1)}"# }
      return #"{"resourceType":"Bundle",\#(members)"type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
    }
    for text in [
      "\(foreign)\n\(wrong)\n\(wrong)", "[\(wrong),\(foreign),\(wrong)]", bundle("", [wrong, foreign, wrong]),
      bundle("\(claim),", [wrong, foreign, wrong]), bundle("", [foreign, bundle("\(claim),", [wrong]), wrong]),
      "\(bundle("", [wrong, foreign]))\n\(wrong)",
    ] {
      let (found, tally) = findings(text)
      #expect(found.filter { $0.hasPrefix("code/not-in-value-set") }.count == 2, "\(text)")
      #expect(tally.notJudged == [.otherRelease: 1] && tally.releases["r4"] == [.assumed: 2])
      #expect(tally.releases["r5"] == [.profile: 1], "\(text)")
      #expect(findings("\(text)\n\(Self.dstu2)").1.releases["dstu2"]?[.elements] == 1)
    }
    #expect(findings("\(wrong)\n\(foreign)\n\(Self.dstu2)").1.releases["dstu2"] == [.file: 1, .elements: 1])
    let shown = try Array("\(foreign)\n\(foreign)".utf8).withUnsafeBytes { try validator.survey(MemorySource($0)) }
    #expect(shown == nil)
  }

  /// The evidence of several records adds up, and a single record does not outweigh it.
  @Test func weakEvidenceIsWeighedAgainstTheNeighbours() {
    let weak = { (family: String) in #"{"resourceType":"Patient","name":[{"family":\#(family)}]}"# }
    let (string, list) = (weak(#""a""#), weak(#"["a"]"#))
    #expect(findings(string).1.releases == ["r4": [.elements: 1]])
    #expect(findings(list).1.releases == ["dstu2": [.elements: 1]])
    #expect(findings("\(list)\n\(list)\n\(string)").1.releases == ["dstu2": [.elements: 2, .file: 1]])
    #expect(findings("\(string)\n\(string)\n\(list)").1.releases == ["r4": [.elements: 2, .file: 1]])
  }

  /// A value that is valid in one release is judged again by the other.
  @Test func whatIsGoodInOneReleaseIsNotGoodInTheOther() {
    let patient = { (provider: String) in
      #"{"resourceType":"Patient","\#(provider)":[{"reference":"Organization/1"}],"#
        + #""contact":[{"name":{"family":["Careful"],"given":["Adam"]}}],"active":true,"#
    }
    let dstu2 = patient("careProvider") + #""animal":{"species":{"text":"a"}}}"#
    // One more sign, as the wrong value is one of DSTU2.
    let r4 = patient("generalPractitioner") + #""name":[{"family":"a"}],"contained":[{"resourceType":"Aardvark"}]}"#
    let wrong = "structure/unexpected-array Patient.contact[0].name.family"
    let found = findings("\(dstu2)\n\(r4)\n\(dstu2)\n\(r4)").found.filter { $0.hasPrefix("structure/") }
    #expect(found == [wrong, wrong])
  }

  @Test func missingElementsAreThoseOfTheRelease() {
    let missing = #"{"resourceType":"Observation","code":{"text":"a"},"category":"#
    let dstu2 = missing + #"{"text":"b"},"comments":"c"}"#
    let r4 = missing + #"[{"text":"b"}],"note":[]}"#
    let rule = "structure/missing-element Observation.status"
    #expect(findings("\(dstu2)\n\(r4)\n\(dstu2)").found.filter { $0 == rule }.count == 3)
  }
}
