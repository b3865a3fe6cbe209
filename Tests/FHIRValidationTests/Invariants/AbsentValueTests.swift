import FHIRTestSupport
import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// Constraints that compare values, where a value is absent with a reason.
struct AbsentValueTests {
  private static let absent =
    #"{ "extension": [{ "url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "unknown" }] }"#

  private func keys(_ record: String, _ release: FHIRRelease) -> [String] {
    Validator.insisting(on: release).validate(Array(record.utf8)).findings.map(\.rule.rawValue)
  }

  @Test(arguments: [FHIRRelease.stu3, .r4, .r4b])
  func unknownValuesAreNotEqual(release: FHIRRelease) {
    let item = #"{ "_linkId": \#(Self.absent), "type": "string", "text": "x" }"#
    let questions = #"{ "resourceType": "Questionnaire", "status": "active", "item": [\#(item), \#(item)] }"#
    #expect(!keys(questions, release).contains("invariant/que-2"))
    let concept = #"{ "_code": \#(Self.absent) }"#
    let codes =
      #"{ "resourceType": "CodeSystem", "status": "active", "content": "complete", "concept": [\#(concept), \#(concept)] }"#
    #expect(!keys(codes, release).contains("invariant/csd-1"))
    let known = questions.replacing(#""_linkId": \#(Self.absent)"#, with: #""linkId": "1""#)
    #expect(keys(known, release).contains("invariant/que-2"))
  }

  @Test(arguments: FHIRRelease.published)
  func anUnknownProbabilityIsNotTooHigh(release: FHIRRelease) {
    let risk = #"{ "resourceType": "RiskAssessment", "prediction": [{ "_probabilityDecimal": \#(Self.absent) }] }"#
    #expect(!keys(risk, release).contains("invariant/ras-2"))
    let high = risk.replacing(#""_probabilityDecimal": \#(Self.absent)"#, with: #""probabilityDecimal": 101"#)
    #expect(keys(high, release).contains("invariant/ras-2"))
  }
}

/// The ends of a range in different units.
struct RangeUnitTests {
  private func quantity(_ value: Int, _ unit: String) -> String {
    #"{ "value": \#(value), "unit": "\#(unit)", "system": "http://unitsofmeasure.org", "code": "\#(unit)" }"#
  }

  @Test(
    arguments: FHIRRelease.published,
    [(500, "mg", 1, "g", true), (1, "g", 500, "mg", false), (5, "kg", 3, "m", true)])
  func unitsCount(release: FHIRRelease, range: (low: Int, lowUnit: String, high: Int, highUnit: String, isGood: Bool)) {
    let record = """
      { "resourceType": "Observation", "status": "final", "code": { "text": "x" }, "valueRange": {
        "low": \(quantity(range.low, range.lowUnit)), "high": \(quantity(range.high, range.highUnit)) } }
      """
    let findings = Validator.insisting(on: release).validate(Array(record.utf8)).findings
    #expect(findings.contains { $0.rule.rawValue == "invariant/rng-2" } == !range.isGood)
  }
}

/// The type of a member of a care team, where its reference shows it.
struct CareTeamMemberTests {
  @Test(
    arguments: [FHIRRelease.stu3, .r4, .r4b],
    [
      ("Practitioner/1", true), ("Patient/1", false), ("http://a.org/fhir/RelatedPerson/1/_history/2", false),
      ("urn:uuid:c757873d-ec9a-4326-a141-556f43239520", true),
    ])
  func onlyAPractitionerActsForAnOrganization(release: FHIRRelease, member: (reference: String, isGood: Bool)) {
    let record = """
      { "resourceType": "CareTeam", "status": "active", "participant": [{
        "member": { "reference": "\(member.reference)" }, "onBehalfOf": { "reference": "Organization/1" } }] }
      """
    let findings = Validator.insisting(on: release).validate(Array(record.utf8)).findings
    #expect(findings.contains { $0.rule.rawValue == "invariant/ctm-1" } == !member.isGood)
  }
}
