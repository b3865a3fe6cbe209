import FHIRDSTU2
import Foundation
import Testing

/// For every altered record that is still JSON, lenient decoding and encoding give the same JSON again.
struct DamagedRecordTests {
  /// Replacements for valid values: wrong kinds, empty values, nulls, siblings, other types.
  private static let pieces = [
    "null", "true", #""x""#, #""2015""#, #""2015-02-07T13:28:17.1234567890123Z""#, #""final""#, "1", "1.50", "-0",
    "1e3",
    "{}", "[]", "[null]", "[null,null]", #"{"id":"q"}"#, #"[{"id":"q"}]"#, #"[{"id":"q"},null]"#, #"[null,{"id":"q"}]"#,
    "[{}]", #"{"extension":[{"url":"u","valueString":"v"}]}"#, #"["a",null]"#, #"{"resourceType":"Patient"}"#,
    #"{"resourceType":"Flag","a":1.0}"#, #"[7,"a"]"#, #"[{"text":"t"},null]"#,
  ]
  private static let names = [
    "foo", "_foo", "_", "", "id", "_id", "extension", "modifierExtension", "fhir_comments", "contained", "resourceType",
    "deceasedBoolean", "_deceasedBoolean", "deceasedDateTime", "_deceasedDateTime", "valueString", "_valueString",
    "valueQuantity", #"\u0061ctive"#, #"\u005fstatus"#,
  ]

  static func damage(_ tree: inout JSONTree, _ random: inout SplitMix64) {
    let piece = (try? JSONTree(Array(random.element(pieces).utf8))) ?? .array([])
    switch tree {
    case .scalar: break
    case .array(var items):
      if items.isEmpty || random.next() % 2 == 0 {
        items.insert(piece, at: random.index(items.count + 1))
      } else {
        items[random.index(items.count)] = piece
      }
      tree = .array(items)
    case .object(var members):
      guard !members.isEmpty else { break }
      let place = random.index(members.count)
      var member = members[place]
      switch random.next() % 8 {
      case 0: members[place].value = piece
      case 1: members[place].value = .array([member.value])
      case 2: members[place].name = "_" + member.name
      case 3:
        member.value = random.next() % 2 == 0 ? piece : member.value
        members.insert(member, at: random.index(members.count + 1))
      case 4:
        if case .array(let items) = member.value, let first = items.first { members[place].value = first }
      case 5: members.append(JSONTree.Member(name: random.element(names), value: piece))
      default:
        members.insert(JSONTree.Member(name: "_" + member.name, value: piece), at: random.index(members.count + 1))
      }
      tree = .object(members)
    }
  }

  @Test(arguments: TestedRelease.all)
  func nothingIsLostSilently(release: TestedRelease) throws {
    var random = SplitMix64(state: 11)
    var (faultless, faulty) = (0, 0)
    for file in release.samples {
      let original = try JSONTree(try Corpus.bytes(file))
      for _ in 0..<120 {
        var tree = original
        for _ in 0...random.index(4) { tree.change(&random, Self.damage) }
        let json = Array(tree.text.utf8)
        let found = try #require(RoundTrip(release, json), "\(tree.text)")
        if found.faults.isEmpty { faultless += 1 } else { faulty += 1 }
        let differences = try LosslessComparison.differences(json, found.encoded)
        #expect(differences == [], "\(tree.text) with \(found.faults)")
      }
    }
    // Enough cases on both sides for a meaningful comparison.
    #expect(faultless > 100 && faulty > 1000)
  }

  /// An object with very many members of one name is read in linear time.
  @Test(
    .timeLimit(.minutes(5)), arguments: [#""active":true"#, #""_active":{"id":"a"}"#, #""deceasedDateTime":"2015""#])
  func manyMembersOfOneName(member: String) throws {
    let count = 50_000
    let strangers = (0..<count).map { "\"x\($0)\":0" }.joined(separator: ",")
    let repeated = Array(repeating: member, count: count).joined(separator: ",")
    let json = #"{"resourceType":"Patient","deceasedBoolean":true,\#(strangers),\#(repeated)}"#
    let result = FHIRDecoder().decodeLeniently(Patient.self, from: Array(json.utf8))
    let others = result.faults.count { $0.code != .unknownElement }
    #expect(others == (member.hasPrefix("\"deceased") ? count : count - 1))
    #expect(result.value?.keptAside.count == result.faults.count)
  }
}
