import FHIRSchema
import FHIRValidation
import Testing

/// Definitions and statements that say for which version of FHIR they are, and profiles with a version.
@Suite struct StatedVersionTests {
  private func releases(_ text: String) -> [String: [ReleaseReason: Int]] {
    Validator().validate(Array(text.utf8)).tally.releases
  }

  private static let versions = [
    ("1.0.2", "dstu2"), ("1.0.1", "dstu2"), ("0.5.0", "dstu2"), ("1.6.0", "stu3"), ("1.8.0", "stu3"), ("3.0.0", "stu3"),
    ("3.0.1", "stu3"), ("3.0.2", "stu3"), ("3.3.0", "r4"), ("3.5.0", "r4"), ("4.0.0", "r4"), ("4.0.1", "r4"),
    ("4.1.0", "r4b"), ("4.3.0-snapshot1", "r4b"), ("4.3.0", "r4b"), ("4.2.0", "r5"), ("4.6.0", "r5"), ("5.0.0", "r5"),
    ("5.0.0-ballot", "r5"), ("6.0.0-ballot2", "r6"), ("0.0.82", "dstu1"),
  ]

  @Test(arguments: versions)
  func aStructureDefinitionStatesIt(version: String, release: String) {
    let record =
      #"{"resourceType":"StructureDefinition","url":"http://example.org/a","name":"A","status":"draft","fhirVersion":"\#(version)","kind":"resource","abstract":false}"#
    #expect(releases(record) == [release: [.version: 1]])
    #expect(releases(record.replacing("fhirVersion", with: "fhirV\\u0065rsion")) == [release: [.version: 1]])
  }

  @Test(arguments: versions)
  func aGuideStatesIt(version: String, release: String) {
    let record = { (value: String) in
      #"{"resourceType":"ImplementationGuide","url":"http://example.org/a","name":"A","status":"draft","fhirVersion":\#(value)}"#
    }
    // A text in DSTU2 and STU3, a list since R4, of versions that the guide is for: also of older ones.
    #expect(releases(record("\"\(version)\"")) == [release: [.version: 1]])
    let isOlder = ["dstu2", "stu3"].contains(release)
    #expect(releases(record("[\"\(version)\"]")) == (isOlder ? ["r4": [.elements: 1]] : [release: [.version: 1]]))
  }

  @Test(arguments: [
    ("CapabilityStatement", "3.0.1", "stu3"), ("CapabilityStatement", "4.0.1", "r4"),
    ("CapabilityStatement", "4.3.0", "r4b"), ("CapabilityStatement", "5.0.0", "r5"), ("Conformance", "1.0.2", "dstu2"),
  ])
  func aStatementStatesIt(type: String, version: String, release: String) {
    let record = { (type: String) in
      #"{"resourceType":"\#(type)","status":"draft","date":"2020","kind":"instance","fhirVersion":"\#(version)","format":["json"]}"#
    }
    #expect(releases(record(type)) == [release: [.version: 1]])
    // The entries of a Bundle and the lines of a file state theirs, too.
    let entries = [record(type), #"{"resourceType":"StructureDefinition","fhirVersion":"3.0.2"}"#]
    let expected =
      release == "stu3" ? ["stu3": [ReleaseReason.version: 2]] : [release: [.version: 1], "stu3": [.version: 1]]
    #expect(releases(entries.joined(separator: "\n")) == expected)
    #expect(
      releases(
        #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.map { #"{"resource":\#($0)}"# }.joined(separator: ","))]}"#
      )
        == expected)
  }

  /// A version comes before what the members show, also if it is not judged.
  @Test func aVersionComesBeforeMembers() {
    let record = { (version: String) in
      #"{"resourceType":"StructureDefinition","fhirVersion":"\#(version)","constrainedType":"Patient","display":"a","requirements":"b"}"#
    }
    #expect(releases(record("4.0.1")) == ["r4": [.version: 1]])
    #expect(releases(record("5.0.0")) == ["r5": [.version: 1]])
    // No such version, and no text.
    #expect(releases(record("17.0.0")) == ["dstu2": [.elements: 1]])
    #expect(
      releases(record("").replacing(#""fhirVersion":"""#, with: #""fhirVersion":4"#)) == ["dstu2": [.elements: 1]])
  }

  /// What the specification publishes has its version.
  @Test(arguments: [
    ("http://hl7.org/fhir/StructureDefinition/Patient", "3.0.2", "stu3"),
    ("http://hl7.org/fhir/ValueSet/a", "4.0.1", "r4"),
    ("http://hl7.org/fhir/ValueSet/a", "1.0.2", "dstu2"), ("http://hl7.org/fhir/SearchParameter/a", "4.3.0", "r4b"),
    ("http://hl7.org/fhir/ValueSet/a", "5.0.0", "r5"),
  ])
  func publishedDefinitionsHaveTheirVersion(url: String, version: String, release: String) {
    let record = { (url: String) in
      #"{"resourceType":"ValueSet","url":"\#(url)","version":"\#(version)","status":"draft"}"#
    }
    #expect(releases(record(url)) == [release: [.version: 1]])
    let escaped = record(url).replacing("\"url\"", with: "\"u\\u0072l\"")
    #expect(releases(escaped.replacing("\"version\"", with: "\"versio\\u006e\"")) == [release: [.version: 1]])
    // The version of anything else is its own, also that of a guide of HL7, whose addresses have a folder.
    for other in ["example.org/ValueSet/a", "hl7.org/fhir/us/core/ValueSet/a", "hl7.org/fhir/uv/a/b"] {
      #expect(releases(record("http://\(other)")) == ["r4": [.assumed: 1]], "\(other)")
    }
  }

  @Test(arguments: [
    ("http://hl7.org/fhir/StructureDefinition/Patient|1.0.2", "dstu2"),
    ("http://hl7.org/fhir/StructureDefinition/Patient|3.0.1", "stu3"),
    ("http://hl7.org/fhir/StructureDefinition/Patient|4.0.1", "r4"),
    ("http://hl7.org/fhir/StructureDefinition/Patient|4.3.0", "r4b"),
    ("https://hl7.org/fhir/StructureDefinition/Patient|5.0.0", "r5"),
    ("http://hl7.org/fhir/3.0/StructureDefinition/Patient", "stu3"),
    ("http://hl7.org/fhir/STU3/StructureDefinition/Patient", "stu3"),
    ("http://hl7.org/fhir/DSTU2/StructureDefinition/Patient", "dstu2"),
    ("http://hl7.org/fhir/4.3/StructureDefinition/Patient", "r4b"),
    ("http://hl7.org/fhir/R5/StructureDefinition/Patient", "r5"),
    ("http://fhir.org/guides/argonaut/StructureDefinition/argo-patient", "dstu2"),
  ])
  func aProfileShowsItsRelease(url: String, release: String) {
    #expect(releases(#"{"resourceType":"Patient","meta":{"profile":["\#(url)"]}}"#) == [release: [.profile: 1]])
  }

  @Test(arguments: [
    "http://hl7.org/fhir/StructureDefinition/Patient", "http://hl7.org/fhir/StructureDefinition/Patient|17.0.0",
    "http://example.org/StructureDefinition/Patient|3.0.2", "http://hl7.org/fhirs/3.0/StructureDefinition/Patient",
    "http://example.org/fhir/3.0/StructureDefinition/Patient",
    "Patient|3.0.2", "", "|",
  ])
  func otherProfilesShowNone(url: String) {
    #expect(releases(#"{"resourceType":"Patient","meta":{"profile":["\#(url)"]}}"#)["r4"] == [.assumed: 1])
  }
}
