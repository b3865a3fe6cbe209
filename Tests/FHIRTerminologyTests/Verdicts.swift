import FHIRFindings
import FHIRSupport
import FHIRTerminology
import FHIRTestSupport
import FHIRValidation

/// The codes by which records are judged whose verdicts were decided before the code was written, and short texts for
/// these records and for value sets.
enum Verdicts {
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

  /// Some codes of a system, which say so; a value set; and a system of which a resource has some codes.
  static let more: [(name: String, text: String)] = [
    ("letters.csv", table), ("few.csv", "system,code,content\nhttp://example.org/few,1,fragment\n"),
    ("set.json", valueSet("http://example.org/packed", compose("l concept:is-a=B"))),
    ("minus.json", valueSet("http://example.org/minus", compose("l concept:is-a=A - l concept:is-a=B"))),
    (
      "cheese.csv",
      """
      system,code,display,language
      http://example.org/m,1,Crème brûlée,fr
      http://example.org/m,2,Cheese,en
      http://example.org/m,2,Käse,de
      http://example.org/m,2,Fromage,fr
      """
    ),
    // A supplement is no code system, and adds nothing to the one that it is about.
    (
      "supplement.json",
      """
      { "resourceType": "CodeSystem", "url": "http://example.org/more-cheese", "content": "supplement",
        "supplements": "http://example.org/m", "concept": [{ "code": "2", "display": "Queso" }, { "code": "3" }] }
      """
    ),
    // Two versions; in the newer one, a code came below another, and one is deprecated.
    (
      "versions.csv",
      """
      system,version,code,display,status,parent
      http://example.org/v,9,old,Old,,
      http://example.org/v,9,both,Both,,
      http://example.org/v,10,both,Both of 10,,
      http://example.org/v,10,new,New,,both
      http://example.org/v,10,late,Late,deprecated,
      """
    ),
    (
      "composed.json",
      """
      { "resourceType": "CodeSystem", "url": "http://example.org/composed", "content": "complete", "compositional": true,
        "concept": [{ "code": "a" }, { "code": "b" }] }
      """
    ),
    // A property is also known by what it means.
    (
      "tinted.json",
      """
      { "resourceType": "CodeSystem", "url": "http://example.org/tinted", "content": "complete",
        "property": [{ "code": "tint", "uri": "http://example.org/properties#hue" }],
        "concept": [{ "code": "a", "property": [{ "code": "tint", "valueString": "red" }] }, { "code": "b" }] }
      """
    ),
    (
      "part.json",
      """
      { "resourceType": "CodeSystem", "url": "http://example.org/part", "content": "fragment", "caseSensitive": true,
        "concept": [{ "code": "a", "display": "Alpha", "concept": [{ "code": "b", "display": "Beta" }] }] }
      """
    ),
  ]

  /// A system and a set of two of its codes that are given beside the pack. Uris tell what its properties mean.
  static let given = [
    """
    { "resourceType": "CodeSystem", "url": "http://example.org/given", "content": "complete", "status": "active",
      "property": [{ "code": "tint", "uri": "http://example.org/properties#hue" }, { "code": "under", "uri": "http://hl7.org/fhir/concept-properties#parent" },
        { "code": "gone", "uri": "http://hl7.org/fhir/concept-properties#inactive" }, { "code": "unused" }],
      "concept": [{ "code": "Code1", "property": [{ "code": "tint", "valueString": "red" }] }, { "code": "code2", "property": [{ "code": "under", "valueCode": "Code1" }] },
        { "code": "code3", "property": [{ "code": "status", "valueCode": "deprecated" }] },
        { "code": "Code4", "property": [{ "code": "gone", "valueBoolean": true }] }] }
    """,
    valueSet("http://example.org/two", compose("given codes=code2,Code4")),
    valueSet("http://example.org/whole", compose("part")),
  ]

  static let pack = Result {
    try Packs.compile(Packs.all + more + [Packs.countries, Packs.languageTags]).pack
  }

  /// Names for the systems.
  private static let systems = [
    "loinc": Packs.loinc, "sct": Packs.snomed, "rx": Packs.rxNorm, "icd": Packs.icd, "cvx": Packs.cvx,
    "iso": "urn:iso:std:iso:3166", "bcp": "urn:ietf:bcp:47",
  ]

  private static func url(of system: some StringProtocol) -> String {
    systems[String(system)] ?? "http://example.org/\(system)"
  }

  /// The members of a Coding from its system, with a version after a bar, and its code.
  static func coding(_ text: some StringProtocol) -> String {
    let words = text.split(separator: " ", maxSplits: 1)
    let system = words[0].split(separator: "|", maxSplits: 1)
    let version = system.count > 1 ? #""version": "\#(system[1])", "# : ""
    return #""system": "\#(url(of: system[0]))", \#(version)"code": "\#(words[1])""#
  }

  /// A part of a value set as JSON.
  private static func part(_ text: Substring) -> String {
    var (members, filters, sets) = ([] as [String], [] as [String], [] as [String])
    for word in text.replacing(":= =", with: ":==").split(separator: " ") {
      let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
      if word == "set" || word == "packed" {
        sets.append(#""http://example.org/\#(word == "set" ? "below" : "packed")""#)
      } else if word.hasPrefix("vs:") {
        sets.append(#""\#(word.dropFirst(3))""#)
      } else if sides.count == 1 {
        members.append(#""system": "\#(url(of: word))""#)
      } else if sides[0] == "codes" {
        let codes = sides[1].split(separator: ",").map { #"{ "code": "\#($0)" }"# }
        members.append(#""concept": [\#(codes.joined(separator: ", "))]"#)
      } else if sides[0] == "version" {
        members.append(#""version": "\#(sides[1])""#)
      } else {
        let names = sides[0].split(separator: ":").map(String.init)
        let operation = names.count > 1 ? names[1] : "="
        let value = sides[1].drop { $0 == "=" }
        filters.append(#"{ "property": "\#(names[0])", "op": "\#(operation)", "value": "\#(value)" }"#)
      }
    }
    if !sets.isEmpty { members.append(#""valueSet": [\#(sets.joined(separator: ", "))]"#) }
    if !filters.isEmpty { members.append(#""filter": [\#(filters.joined(separator: ", "))]"#) }
    return "{ \(members.joined(separator: ", ")) }"
  }

  static func compose(_ text: Substring) -> String {
    if text.hasPrefix("active ") { return #""inactive": false, "# + compose(text.dropFirst(7)) }
    let sides = text.split(separator: " - ")
    func parts(_ side: Substring) -> String { side.split(separator: " + ").map(part).joined(separator: ", ") }
    return #""include": [\#(parts(sides[0]))]"# + (sides.count > 1 ? #", "exclude": [\#(parts(sides[1]))]"# : "")
  }

  static func valueSet(_ url: String, _ compose: String) -> String {
    #"{ "resourceType": "ValueSet", "url": "\#(url)", "status": "active", "compose": { \#(compose) } }"#
  }

  /// A record whose code has some codings, and the result by a profile with a statement about `Basic.code`.
  static func judge(
    _ codings: [String], by statement: String, others: [String] = []
  ) throws -> (found: [String], open: [String]) {
    let profile = ProfileCase.definition(ProfileCase.url, #"{ "path": "Basic.code", \#(statement) }"#, of: "Basic")
    let record = """
      {
        "resourceType": "Basic", "meta": { "profile": ["\(ProfileCase.url)"] },
        "code": { "coding": [\(codings.map { "{ \($0) }" }.joined(separator: ", "))] }
      }
      """
    let pack = PackCase(try pack.get(), definitions: [profile] + others)
    let result = pack.validator.validate(Array(record.utf8))
    return (result.findings.map(\.rule.rawValue), result.tally.notChecked.keys.map(\.string))
  }
}
