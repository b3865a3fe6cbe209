import FHIRSchema
import FHIRValidation
import Testing

/// Records of the toy release and of DSTU2, judged by one validator.
@Suite struct JudgingTests {
  private let validator: Validator

  init() throws { validator = try ToyRelease.validator() }

  private func findings(_ text: String) -> [String] { ToyRelease.findings(validator.validate(Array(text.utf8))) }

  static let sound = #"""
    {"resourceType": "Dragon", "id": "d1", "meta": {"profile": ["http://toy.example/dragon"]}, "whisper": ["psst"],
     "text": {"mood": "calm", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">A dragon.</div>"},
     "contained": [{"resourceType": "Hoard", "id": "h", "coins": 3}],
     "extension": [{"label": "http://toy.example/fire", "contentFlag": true}],
     "mood": "angry", "heads": 2, "wingspan": 1.5e1, "hatched": "2001-02-03", "_hatched": {"id": "x"},
     "asleep": {"start": "2001-02-03", "end": "2002-02-03"}, "hoard": [{"aim": "#h"}, {"aim": "Hoard/1"}],
     "colour": {"coding": [{"system": "http://toy.example/colour", "code": "green"}]},
     "egg": [{"weightMeasure": {"value": 1e2, "code": "kg"}, "laid": "2003-01-01"}]}
    """#

  @Test func aSoundRecordHasNoFindings() {
    #expect(findings(Self.sound) == [])
    #expect(validator.validate(Array(Self.sound.utf8)).tally.releases == ["toy": [.profile: 1]])
  }

  static let faults: [(members: String, found: String)] = [
    // Structure.
    (#""horns": 1"#, "structure/unknown-element Dragon.horns"),
    (#""egg": [{"weightAmount": 1}]"#, "structure/missing-element Dragon.egg[0].laid"),
    (#""heads": "two""#, "structure/wrong-kind Dragon.heads"),
    // Its primitives.
    (#""heads": 1.5"#, "value/invalid-integer Dragon.heads"),
    (#""hatched": "-2001""#, "value/invalid-date Dragon.hatched"),
    (#""id": "a b""#, "value/invalid-id Dragon.id"),
    // Its codes.
    (#""mood": "sad""#, "code/not-in-value-set Dragon.mood"),
    // Its references.
    (#""hoard": [{"aim": "Dragon/1"}]"#, "reference/wrong-target-type Dragon.hoard[0].aim"),
    // Its extensions.
    (#""extension": [{"contentFlag": true}]"#, "extension/missing-url Dragon.extension[0]"),
    (#""extension": [{"label": "http://toy.example/a"}]"#, "extension/missing-value Dragon.extension[0]"),
    (
      #""extension": [{"label": "http://toy.example/a", "contentSpan": {"start": "2001"}}]"#,
      "extension/value-type Dragon.extension[0].content"
    ),
    // Its narrative.
    (
      #""text": {"mood": "calm", "div": "<p xmlns=\"http://www.w3.org/1999/xhtml\">A dragon.</p>"}"#,
      "narrative/not-a-div Dragon.text.div"
    ),
    // Its constraints: one whose key has another meaning in DSTU2, one that is evaluated, one that the walk judges
    // itself.
    (#""heads": 0"#, "invariant/per-1 Dragon"),
    (#""asleep": {"start": "2002", "end": "2001"}"#, "invariant/toy-1 Dragon.asleep"),
    (#""colour": {"id": "a"}"#, "invariant/ele-1 Dragon.colour"),
  ]

  @Test(arguments: faults)
  func aFaultIsFound(members: String, found: String) {
    #expect(findings(#"{"resourceType": "Dragon", \#(members)}"#) == [found])
  }

  /// The same key, and the two constraints that it stands for.
  @Test func eachRecordIsJudgedByItsOwnRelease() {
    let dragon = #"{"resourceType": "Dragon", "heads": 0, "asleep": {"start": "2001", "end": "2002"}}"#
    let patient =
      #"{"resourceType": "Patient", "gender": "F", "identifier": [{"period": {"start": "2002", "end": "2001"}}]}"#
    let observation = #"{"resourceType": "Observation", "status": "final", "code": {"text": "a"}, "valueString": 1}"#
    let sighting = #"{"resourceType": "Observation", "watcher": {"aim": "Dragon/1"}, "seenWord": 1}"#
    let result = validator.validate(
      Array([dragon, patient, sighting, observation, dragon].joined(separator: "\n").utf8))
    #expect(
      ToyRelease.findings(result) == [
        "invariant/per-1 Dragon", "code/not-in-value-set Patient.gender",
        "invariant/per-1 Patient.identifier[0].period",
        "structure/wrong-kind Observation.seen.ofType(word)", "structure/wrong-kind Observation.value.ofType(string)",
        "invariant/per-1 Dragon",
      ])
    #expect(result.tally.releases == ["toy": [.type: 2, .elements: 1], "dstu2": [.type: 1, .elements: 1]])
  }

  /// What shows the toy release: its profiles, types and members, references to its types, and what it carries.
  private static let told: [(record: String, release: String, reason: ReleaseReason)] = [
    (
      #"{"resourceType": "Observation", "meta": {"profile": ["http://toy.example/sight"]}}"#, "toy",
      .profile
    ),
    (#"{"resourceType": "Hoard", "coins": 1}"#, "toy", .type),
    (#"{"resourceType": "Patient"}"#, "dstu2", .type),
    (#"{"resourceType": "Observation", "seenWord": "a"}"#, "toy", .elements),
    (#"{"resourceType": "Observation", "category": [{"text": "a"}]}"#, "toy", .elements),
    (#"{"resourceType": "Observation", "category": {"text": "a"}}"#, "dstu2", .elements),
    (#"{"resourceType": "Observation", "contained": [{"resourceType": "Hoard", "coins": 1}]}"#, "toy", .elements),
    (#"{"resourceType": "Observation", "contained": [{"resourceType": "Patient"}]}"#, "dstu2", .elements),
    // It lacks two elements of DSTU2, and one of the toy release.
    (#"{"resourceType": "Observation"}"#, "toy", .errors),
  ]

  @Test(arguments: told)
  func aRecordShowsItsRelease(record: String, release: String, reason: ReleaseReason) {
    #expect(validator.validate(Array(record.utf8)).tally.releases == [release: [reason: 1]])
  }

  @Test func aRecordWithoutASignIsOfTheReleaseAroundIt() {
    let silent = #"{"resourceType": "Observation", "id": "a"}"#
    let releases = { (text: String) in validator.validate(Array(text.utf8)).tally.releases }
    #expect(releases("\(silent)\n{\"resourceType\": \"Hoard\"}") == ["toy": [.file: 1, .type: 1]])
    #expect(releases("\(silent)\n{\"resourceType\": \"Patient\"}") == ["dstu2": [.file: 1, .type: 1]])
    let crate =
      #"{"resourceType": "Crate", "type": "pile", "entry": [{"resource": \#(silent)}, {"resource": {"resourceType": "Hoard"}}]}"#
    #expect(releases(crate) == ["toy": [.bundle: 1, .type: 1]])
  }

  @Test func recordsInABundleOfItsOwn() {
    let crate = { (first: String, second: String) in
      #"""
      {"resourceType": "Crate", "type": "pile", "entry": [
        {"fullUrl": "urn:uuid:5d1f0b3c-6a1e-4c5e-9b1a-0d3f1c2b4a59", "resource": \#(first)}, {"resource": \#(second)}]}
      """#
    }
    let dragon = #"{"resourceType": "Dragon", "mood": "sad"}"#
    let patient = #"{"resourceType": "Patient", "gender": "F"}"#
    #expect(
      findings(crate(dragon, patient)) == [
        "code/not-in-value-set Crate.entry[0].resource.mood", "code/not-in-value-set Crate.entry[1].resource.gender",
      ])
    #expect(
      findings(#"{"resourceType": "Crate", "type": "heap", "entry": []}"#) == [
        "code/not-in-value-set Crate.type", "structure/empty-array Crate.entry",
      ])
  }

  @Test func recordsOfBothInABundleOfTheOther() {
    let entries =
      #"{"fullUrl": "urn:oid:1.2", "resource": {"resourceType": "Patient", "gender": "F"}}, "#
      + #"{"fullUrl": "urn:oid:1.3", "resource": {"resourceType": "Dragon", "heads": 0}}"#
    let bundle = "{\"resourceType\": \"Bundle\", \"type\": \"collection\", \"entry\": [\(entries)]}"
    #expect(
      findings(bundle) == [
        "code/not-in-value-set Bundle.entry[0].resource.gender", "invariant/per-1 Bundle.entry[1].resource",
      ])
  }
}
