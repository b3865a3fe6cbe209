import FHIRDiagnostics
import FHIRSupport
import FHIRTestSupport
import FHIRValidation
import Testing

/// Value sets that take their codes from terminology packs: the verdict on a code, in a required binding.
struct PackedValueSetTests {
  /// A tree of letters: A above B and C, B above D; E is retired. And two digits of another system.
  private static let table = """
    system,version,code,display,status,parent
    http://example.org/l,1,A,,,
    http://example.org/l,1,B,,,A
    http://example.org/l,1,C,,,A
    http://example.org/l,1,D,,,B
    http://example.org/l,1,E,,retired,A
    http://example.org/d,7,1,,,
    http://example.org/d,7,2,,,
    """

  /// The parts of a value set that are included and excluded (after a minus sign), a coding with its version, and the
  /// verdict. A part is a system, and its codes, its filter, its version or another value set.
  static let cases = """
    l => l D inside
    l => l Z outside
    l => l E inside
    l => d 1 outside
    none => none 1 inside
    none a:= =b => none 1 open
    l concept:is-a=B => l B inside
    l concept:is-a=B => l D inside
    l concept:is-a=B => l A outside
    l concept:is-a=B => l Z outside
    l concept:descendent-of=B => l B outside
    l concept:descendent-of=B => l D inside
    l concept:is-not-a=B => l C inside
    l concept:is-not-a=B => l D outside
    l concept:child-of=A => l B inside
    l concept:child-of=A => l D outside
    l parent:= =A => l C inside
    l code:regex=[AB] => l B inside
    l code:regex=[AB] => l C outside
    l concept:in=A,C => l C inside
    l concept:in=A,C => l B outside
    l inactive:= =true => l E inside
    l inactive:= =true => l A outside
    l constraint:= =B => l D open
    l concept:is-a=Z => l D open
    l concept:is-a=B + d => d 2 inside
    l concept:is-a=B + l codes=A => l A inside
    l concept:is-a=B + l codes=A => l C outside
    l - l concept:is-a=B => l D outside
    l - l concept:is-a=B => l C inside
    l - l codes=C => l C outside
    l - l => l C outside
    l codes=C,D - l concept:is-a=B => l D outside
    l codes=C,D - l concept:is-a=B => l C inside
    l - l constraint:= =B => l C open
    set => l D inside
    set => l A outside
    l set => l D inside
    l set => l C outside
    l codes=C,D set => l D inside
    l codes=C,D set => l C outside
    l version=1 => l D inside
    l version=2 concept:is-a=B => l D open
    l concept:is-a=B => l|1 D inside
    l concept:is-a=B => l|2 D open
    """.split(separator: "\n").map(String.init)

  /// A part of a value set as JSON.
  private static func part(_ text: Substring) -> String {
    var members: [String] = []
    for word in text.replacing(":= =", with: ":==").split(separator: " ") {
      let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
      if word == "set" {
        members.append(#""valueSet": ["http://example.org/below"]"#)
      } else if sides.count == 1 {
        members.append(#""system": "http://example.org/\#(word)""#)
      } else if sides[0] == "codes" {
        let codes = sides[1].split(separator: ",").map { #"{ "code": "\#($0)" }"# }
        members.append(#""concept": [\#(codes.joined(separator: ", "))]"#)
      } else if sides[0] == "version" {
        members.append(#""version": "\#(sides[1])""#)
      } else {
        let names = sides[0].split(separator: ":").map(String.init)
        let operation = names.count > 1 ? names[1] : "="
        let value = sides[1].drop { $0 == "=" }
        members.append(#""filter": [{ "property": "\#(names[0])", "op": "\#(operation)", "value": "\#(value)" }]"#)
      }
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private static func compose(_ text: Substring) -> String {
    let sides = text.split(separator: " - ")
    func parts(_ side: Substring) -> String { side.split(separator: " + ").map(part).joined(separator: ", ") }
    return #""include": [\#(parts(sides[0]))]"# + (sides.count > 1 ? #", "exclude": [\#(parts(sides[1]))]"# : "")
  }

  private static func valueSet(_ url: String, _ compose: String) -> String {
    #"{ "resourceType": "ValueSet", "url": "\#(url)", "status": "active", "compose": { \#(compose) } }"#
  }

  @Test(arguments: cases)
  func judges(_ text: String) throws {
    let sides = text.split(separator: " => ")
    let words = sides[1].split(separator: " ")
    let system = words[0].split(separator: "|")
    let url = "http://example.org/set"
    let pack = try PackCase(
      Self.table,
      definitions: [
        Self.valueSet(url, Self.compose(sides[0])),
        Self.valueSet("http://example.org/below", Self.compose("l concept:is-a=B")),
        ProfileCase.definition(
          ProfileCase.url, #"{ "path": "Basic.code", "binding": { "strength": "required", "valueSet": "\#(url)" } }"#,
          of: "Basic"),
      ])
    let version = system.count > 1 ? #""version": "\#(system[1])", "# : ""
    let record = """
      {
        "resourceType": "Basic", "meta": { "profile": ["\(ProfileCase.url)"] },
        "code": { "coding": [{ "system": "http://example.org/\(system[0])", \(version)"code": "\(words[1])" }] }
      }
      """
    let result = pack.validator.validate(Array(record.utf8))
    let isOutside = result.diagnostics.contains { $0.rule.rawValue == "profile/outside-value-set" }
    let isOpen = result.tally.notChecked.keys.contains { $0.string.hasPrefix("value set ") }
    #expect((isOutside ? "outside" : isOpen ? "open" : "inside") == words[2], "\(record)")
  }
}
