import FHIRFindings
import FHIRValidation
import Testing

@testable import FHIRValidation

struct MisspeltSystemTests {
  static let loinc = "http://loinc.org"
  static let snomed = "http://snomed.info/sct"
  static let rxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
  static let ucum = "http://unitsofmeasure.org"

  static let misspelt: [(system: String, meant: String)] = [
    ("http://loinc.org/", loinc), ("https://loinc.org", loinc), ("http://www.loinc.org", loinc), ("LOINC", loinc),
    ("http://LOINC.org", loinc), ("http://lionc.org", loinc), ("htp://loinc.org", loinc),
    ("http//loinc.org", loinc), ("http://loinc.org|2.72", loinc), ("https//loinc.org", loinc),
    ("http://loinc.com", loinc),
    ("http://snomed.info/id", snomed), ("http://unitsofmeasure.com", ucum), ("urn:oid:2.16.840.1.113883.6.1", loinc),
    ("http://snomed.info/sct/", snomed), ("http://snomed.info", snomed), ("SNOMED-CT", snomed), ("SNOMED CT", snomed),
    ("http://snowmed.info/sct", snomed), ("urn:oid:2.16.840.1.113883.6.96", snomed),
    ("http://www.nlm.nih.gov/research/umls/rxnorm/", rxNorm), ("RxNorm", rxNorm), ("RXNORM", rxNorm),
    ("http://www.nlm.nih.gov/research/umls/rxnrom", rxNorm), ("http://unitsofmeasure.org/", ucum), ("UCUM", ucum),
    ("http://unitofmeasure.org", ucum), ("CVX", "http://hl7.org/fhir/sid/cvx"),
    ("http://hl7.org/fhir/sid/CVX", "http://hl7.org/fhir/sid/cvx"), ("NDC", "http://hl7.org/fhir/sid/ndc"),
    ("http://hl7.org/fhir/sid/ndc/", "http://hl7.org/fhir/sid/ndc"), ("CPT", "http://www.ama-assn.org/go/cpt"),
    ("ICD-10-CM", "http://hl7.org/fhir/sid/icd-10-cm"),
    ("http://hl7.org/fhir/sid/icd10", "http://hl7.org/fhir/sid/icd-10"),
    ("urn:oid:2.16.840.1.113883.6.103", "http://hl7.org/fhir/sid/icd-9-cm"), ("ATC", "http://www.whocc.no/atc"),
  ]

  @Test(arguments: misspelt.indices)
  func suggestsTheIntendedSystem(_ index: Int) {
    let (system, meant) = Self.misspelt[index]
    // A name with a blank is not a URI, either.
    guard !system.contains(" ") else {
      return #expect(Array(system.utf8).withUnsafeBufferPointer(SystemName.meant) == meant)
    }
    expectCoding("«\(system)»", "1", .misspeltSystem, "expected '\(meant)', found \"\(system)\"")
  }

  @Test func theAddressOfAValueSetIsNoSystem() {
    let set = "http://hl7.org/fhir/ValueSet/observation-status"
    expectCoding(
      "«\(set)»", "1", .misspeltSystem, "expected 'http://hl7.org/fhir/observation-status', found \"\(set)\"")
    expectCoding("http://example.org/ValueSet/observation-status", "1")
    for set in ["http://hl7.org/fhir/ValueSet/no-binding-has-it", "http://terminology.hl7.org/ValueSet/v3-ActCode"] {
      expectCoding("«\(set)»", "1", .misspeltSystem, "expected the URI of a code system, found \"\(set)\"")
    }
  }

  @Test(arguments: [
    "http://example.org/codes", "http://hl7.org/fhir/sid/icd-9",
    "http://hl7.org/fhir/sid/icpc-2",
    "urn:oid:2.16.840.1.113883.6.238", "http://loinc.org/vs", "http://snomed.info/sct/731000124108",
    "urn:iso:std:iso:3166", "http://terminology.hl7.org/CodeSystem/v2-0360|2.7",
    "http://www.genenames.org", "https://rtmms.nist.gov", "local",
    "http://purl.bioontology.org/ontology/RXNORM", "http://www.ama-assn.org/go/cpt", "http://www.whocc.no/atc",
    "http://hl7.org/fhir/sid/icd-10", "http://hl7.org/fhir/sid/icd-10-cm", "http://hl7.org/fhir/sid/icd-9-cm",
  ])
  func leavesOtherSystemsAlone(system: String) { expectCoding(system, "1") }

  /// All of their codes are known.
  @Test(arguments: [("http://hl7.org/fhir/v2/0203", "MR"), ("http://nema.org/dicom/dicm", "ARCHIVE")])
  func leavesSystemsOfTheReleaseAlone(system: String, code: String) { expectCoding(system, code) }

  @Test func isReportedEachTime() {
    let coding = #"{ "system": «"LOINC"», "code": "8302-2" }"#
    expectFindings(
      in: "{ \"resourceType\": \"Medication\", \"code\": { \"coding\": [\(coding), \(coding)] } }",
      (0..<2).map { ExpectedFinding(.misspeltSystem, path: "Medication.code.coding[\($0)].system") })
  }

  /// OIDs and UUIDs must be well-formed in every URI.
  @Test func leavesMalformedURNsToTheirRules() {
    for (urn, rule) in [("urn:oid:2.16.840.1.0113883.6.1", Rule.invalidOid), ("urn:uuid:a54d6aa5", .invalidUuid)] {
      expectFindings(
        in: "{ \"resourceType\": \"Medication\", \"code\": { \"coding\": [{ \"system\": «\"\(urn)\"» }] } }",
        [ExpectedFinding(rule, path: "Medication.code.coding[0].system")])
    }
  }

  @Test(arguments: KnownSystem.allCases)
  func everyKnownSystemIsRecognisedByItsURI(system: KnownSystem) {
    let uri = UnsafeBufferPointer(start: system.uri.utf8Start, count: system.uri.utf8CodeUnitCount)
    #expect(KnownSystem(system.uri.utf8Start, uri.count) == system)
    for place in uri.indices {
      var other = Array(uri)
      other[place] ^= 1
      #expect(KnownSystem(&other, other.count) == nil || other == Array("http://hl7.org/fhir/sid/ndc".utf8))
    }
  }
}
