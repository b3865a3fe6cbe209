import Foundation
import Testing

@testable import fhirbench

/// The faults and harmless edits of `fhirbench score` are what they say, and stand where they say.
struct EditTests {
  private static let definition = #"""
    { "resourceType": "StructureDefinition", "url": "http://hl7.org/fhir/StructureDefinition/Observation", "snapshot": {
      "element": [
        { "path": "Observation" },
        { "path": "Observation.status", "min": 1, "max": "1", "base": { "max": "1" }, "type": [{ "code": "code" }],
          "binding": { "strength": "required" } },
        { "path": "Observation.category", "min": 0, "max": "1", "base": { "max": "*" },
          "patternCodeableConcept": { "coding": [{ "code": "lab" }] } },
        { "path": "Observation.subject", "min": 0, "max": "1", "base": { "max": "1" }, "type": [{ "code": "Reference",
          "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Slot"] }] },
        { "path": "Observation.issued", "min": 0, "type": [{ "code": "instant" }] },
        { "path": "Observation.issued", "id": "Observation.issued:slice", "min": 1 }
      ] } }
    """#

  private static let example = #"""
    {
      "resourceType": "Observation",
      "text": { "div": "a" },
      "category": [{ "coding": [{ "code": "lab", "display": "Laboratory" }] }],
      "subject": { "reference": "Slot/1" },
      "issued": "2020-01-01T00:00:00Z",
      "valueQuantity": { "value": 1, "system": "http://unitsofmeasure.org", "code": "kg" },
      "status": "final"
    }
    """#

  private func edits(seed: UInt64) throws -> [Edit] {
    var demands = Demands()
    demands.add(try #require(JSONNode(Array(Self.definition.utf8))))
    let bytes = Array(Self.example.utf8)
    var editor = Editor(
      bytes: bytes, root: try #require(JSONNode(bytes)), demands: demands, random: SeededRandom(seed: seed))
    return editor.edits()
  }

  @Test func everyKindHasAPlaceInTheExample() throws {
    #expect(try edits(seed: 1).map(\.kind) == Edit.Kind.allCases)
  }

  /// A fault differs from the example at its place only; a removed element has the beginning of its object.
  @Test(arguments: [
    (Edit.Kind.required, "\"code\": \"kg\" }\n}", "{"), (.limit, #"}] }, { "coding""#, #"{ "coding""#),
    (.date, #""issued": "yesterday""#, #""yesterday""#), (.code, #""status": "no-such-code""#, #""no-such-code""#),
    (.fixed, #"{ "code": "another", "#, #""another""#), (.target, #""reference": "Flag/score""#, #""Flag/score""#),
  ])
  func faultsAreWhatTheySay(kind: Edit.Kind, text: String, place: String) throws {
    let edit = try #require(try edits(seed: 1).first { $0.kind == kind })
    #expect(String(decoding: edit.bytes, as: UTF8.self).contains(text))
    #expect(String(decoding: edit.bytes[edit.place], as: UTF8.self).hasPrefix(place))
  }

  @Test(arguments: 1..<20)
  func theSameSeedGivesTheSameEditsAndAllAreJSON(seed: UInt64) throws {
    let edits = try edits(seed: seed)
    #expect(try edits.map(\.bytes) == self.edits(seed: seed).map(\.bytes))
    for edit in edits {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(edit.bytes)) }
      #expect(edit.bytes.indices.contains(edit.place.lowerBound))
    }
  }

  /// But for the id and the extension that are added, a harmless edit leaves the content as it is.
  @Test(arguments: 1..<20)
  func harmlessEditsChangeNoContent(seed: UInt64) throws {
    func content(_ bytes: [UInt8]) throws -> NSDictionary? {
      try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
    }
    for edit in try edits(seed: seed) where [.space, .order, .escape].contains(edit.kind) {
      #expect(try content(edit.bytes) == content(Array(Self.example.utf8)))
    }
  }
}
