import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

@testable import fhirbench

/// Faults that are planted in the codes of made-up records, which are judged as records of US Core and Argonaut by a pack
/// that has their codes.
@Suite struct PlantedFaultsTests {
  /// The codes of the records; conditions and reactions are clinical findings, and nothing else is.
  private static let concepts: [(concept: Vocabulary.Concept, parent: String)] = {
    let finding = "404684003"
    let measured = Vocabulary.laboratory + Vocabulary.vitalSigns + [Vocabulary.systolic, Vocabulary.diastolic]
    let pressure = Vocabulary.Concept(
      Vocabulary.loinc, "55284-4", "Blood pressure systolic & diastolic")
    let others =
      measured.map(\.concept) + [pressure] + Vocabulary.panels + Vocabulary.medications + Vocabulary.immunizations
      + Vocabulary.procedures + Vocabulary.substances + Vocabulary.visits
    return [(Vocabulary.Concept(Vocabulary.snomed, finding, "Clinical finding"), "138875005")]
      + (Vocabulary.conditions + Vocabulary.reactions).map { ($0, finding) }
      + others.map { ($0, $0.system == Vocabulary.snomed ? "138875005" : "") }
  }()

  private static let systems = [Vocabulary.loinc, Vocabulary.snomed, Vocabulary.rxnorm, Vocabulary.vaccines]
  /// A code of each system that is retired, and one that does not exist; their check digits are right.
  private static let retired = ["2339-0", "22298006", "1000001", "998"]
  private static let unknown = ["1000-9", "71388002", "1000002", "997"]

  private static let validator = Result {
    var table = "system,code,display,parent,status,content\n"
    for (concept, parent) in concepts {
      let display = concept.display.replacing("\"", with: "\"\"")
      table += "\(concept.system),\(concept.code),\"\(display)\",\(parent),,complete\n"
    }
    table += "\(Vocabulary.snomed),138875005,Root,,,complete\n"
    for (system, code) in zip(systems, retired) { table += "\(system),\(code),Old,,retired,complete\n" }
    let set = """
      {
        "resourceType": "ValueSet", "url": "http://example.org/findings", "compose": { "include": [{
          "system": "\(Vocabulary.snomed)", "filter": [{ "property": "concept", "op": "is-a", "value": "404684003" }]
        }] }
      }
      """
    let profiles = [("r4", "valueSet", #""fhirVersion": "4.0.1","#), ("dstu2", "valueSetUri", older)].map {
      name, member, more in
      ProfileCase.definition(
        "\(ProfileCase.url)-\(name)",
        """
        { "path": "Condition.code", "binding": { "strength": "required", "\(member)": "http://example.org/findings" } }
        """, of: "Condition", more: more)
    }
    return Validator(
      guides: [.usCore, .argonaut], library: try PackCase(table, definitions: [set] + profiles).library,
      profiles: ["\(ProfileCase.url)-r4", "\(ProfileCase.url)-dstu2"])
  }

  private static let older = #""fhirVersion": "1.0.2", "constrainedType": "Condition","#

  private static let withoutPack = Validator(guides: [.usCore, .argonaut])

  /// How a coding is made wrong, and what must be found.
  enum Fault: CaseIterable {
    case unknown, retired, display, system, binding

    /// - Parameter isBound: whether a profile binds the code as required: then an unknown one is found by that.
    func rules(isBound: Bool) -> [String] {
      switch self {
      case .unknown: [isBound ? "profile/outside-value-set" : "code/unknown-code"]
      case .system: ["code/unknown-code"]
      case .retired: ["code/retired-code"]
      case .display: ["code/wrong-display"]
      case .binding: ["profile/outside-value-set"]
      }
    }
  }

  /// The text of a coding in a record.
  private static func text(_ system: String, _ code: String, _ display: String) -> String {
    let display = display.replacing("\"", with: "\\\"")
    return #""system":"\#(system)","code":"\#(code)","display":"\#(display)""#
  }

  /// A record with a fault; `nil` if it has no place for it.
  private static func plant(_ fault: Fault, in record: String) -> String? {
    for (concept, _) in concepts {
      let right = text(concept.system, concept.code, concept.display)
      guard record.contains(right), let number = systems.firstIndex(of: concept.system) else { continue }
      let wrong: String
      switch fault {
      case .unknown: wrong = text(concept.system, unknown[number], concept.display)
      case .retired: wrong = text(concept.system, retired[number], "Old")
      case .display: wrong = text(concept.system, concept.code, "Another thing")
      case .system: wrong = text(systems[(number + 1) % systems.count], concept.code, concept.display)
      case .binding:
        guard record.contains(#""resourceType":"Condition""#) else { return nil }
        wrong = text(concept.system, Vocabulary.substances[0].code, Vocabulary.substances[0].display)
      }
      return record.replacing(right, with: wrong)
    }
    return nil
  }

  private static func rules(in record: String, _ validator: Validator) -> [String] {
    validator.validate(Array(record.utf8)).findings.map(\.rule.rawValue)
  }

  private static func records(_ release: SyntheticCorpus.Release, _ count: Int) -> [String] {
    var corpus = SyntheticCorpus(kind: .ndjson, release: release, byteCount: count * 4000, seed: 39)
    var records: [String] = []
    while records.count < count, let piece = corpus.next() {
      records += String(decoding: piece, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    return Array(records.prefix(count))
  }

  @Test(arguments: [SyntheticCorpus.Release.dstu2, .r4])
  func rightCodesRaiseNoAlarm(_ release: SyntheticCorpus.Release) throws {
    let records = Self.records(release, 5000)
    #expect(records.count == 5000)
    let validator = try Self.validator.get()
    for record in records {
      let alarms = Self.rules(in: record, validator).filter { $0.hasPrefix("code/") || $0.hasSuffix("value-set") }
      if alarms.isEmpty { continue }
      // The doses of the generator have no unit, which no pack changes.
      let others = Self.rules(in: record, Self.withoutPack)
      #expect(alarms.allSatisfy(others.contains), "\(alarms) \(record)")
    }
  }

  @Test(arguments: Fault.allCases, [SyntheticCorpus.Release.dstu2, .r4])
  func faultsAreFound(_ fault: Fault, _ release: SyntheticCorpus.Release) throws {
    let validator = try Self.validator.get()
    var planted = 0
    for record in Self.records(release, 600) {
      guard let wrong = Self.plant(fault, in: record) else { continue }
      planted += 1
      let found = Self.rules(in: wrong, validator)
      // The guide of the older release binds vaccines, too.
      let bound = ["Condition"] + (release == .dstu2 ? ["Immunization"] : [])
      let isBound = bound.contains { record.contains(#""resourceType":"\#($0)""#) }
      #expect(fault.rules(isBound: isBound).allSatisfy(found.contains), "\(found) \(wrong)")
    }
    #expect(planted > 20)
  }
}
