import FHIRJSON
import FHIRTerminology
import Testing

@testable import FHIRTerminologyCompiler

/// Sources that contradict one another, and what is unusual in one.
@Suite struct SourceTests {
  private static let y = "http://example.org/y"

  /// A later snapshot retires a relationship, a description and a member, and changes what is preferred.
  @Test func theNewestRowOfAComponentCounts() throws {
    func changed(_ number: Int, _ row: String, _ from: String, to: String) -> (String, String) {
      let file = Packs.snomedFiles[number]
      let rows = file.text.split(separator: "\n")
      let old = rows.first { $0.hasPrefix(row) } ?? ""
      let new = old.replacing("20020131", with: "20300731").replacing("20300131", with: "20300731")
      return ("new/\(file.name)", "\(rows[0])\n\(new.replacing(from, with: to))\n")
    }
    let newer = [
      changed(0, "b\t", "\t900000000000548007", to: "\t900000000000549004"), changed(1, "a\t", "\t1\t", to: "\t0\t"),
      changed(2, "a\t", "\t1\t", to: "\t0\t"), changed(4, "1001018", "\t1\t", to: "\t0\t"),
      changed(5, "3\t", "\t1\t", to: "\t0\t"),
    ]
    let sides = [Packs.snomedFiles + newer, newer + Packs.snomedFiles]
    for files in sides {
      let pack = try Packs.compile(files).pack
      let system = try #require(pack.system(Packs.snomed))
      #expect(try pack.subsumes("1000001", "1000003", in: Packs.snomed) == false)
      #expect(try pack.subsumes("1000002", "1000003", in: Packs.snomed) == true)
      #expect(try pack.lookup("1000005", in: Packs.snomed)?.replacements == [])
      let filter = ("concept", "in", "1000004")
      let members = try pack.expand(
        Packs.snomed, property: filter.0, operation: filter.1, value: filter.2, limit: 9)
      #expect(members == nil)
      let labels = try system.labels(try #require(try system.concept("1000001")))
      #expect(labels.map { "\($0.use) \($0.text)" } == ["display Color of glue", "synonym Colour of glue"])
    }
    #expect(try Packs.compile(sides[0]).bytes == Packs.compile(sides[1]).bytes)
  }

  /// A module of the international edition does not make another edition of it.
  @Test(arguments: [("449080006", "900000000000207008"), ("11000172109", "11000172109")])
  func modulesOfCountriesNameTheEdition(module: String, edition: String) throws {
    var files = Packs.snomedFiles
    files[3].text += "\n1000006\t20300131\t1\t\(module)\t900000000000074008\n"
    #expect(try Packs.compile(files).pack.contents[0].version == "http://snomed.info/sct/\(edition)/version/20300131")
  }

  @Test func otherWordsForActiveAreRefused() {
    var files = Packs.snomedFiles
    files[3].text += "\n1000006\t20300131\tyes\t1\t900000000000074008\n"
    #expect(throws: TerminologyPackError.self) { try Packs.compile(files) }
  }

  /// Of several sources of one version, the fullest counts, in any order.
  @Test func aPartNeverTakesThePlaceOfTheWhole() throws {
    func resource(_ content: String, _ codes: String...) -> (String, String) {
      let concepts = codes.map { #"{ "code": "\#($0)" }"# }.joined(separator: ", ")
      return (
        "\(codes.count)\(content).json",
        """
        { "resourceType": "CodeSystem", "url": "\(Self.y)", "version": "1", "content": "\(content)",
          "concept": [\(concepts)] }
        """
      )
    }
    let table = ("y.csv", "system,version,code\n\(Self.y),1,a\n\(Self.y),1,b\n\(Self.y),1,z\n")
    let (part, one, two) = (
      resource("fragment", "a", "b", "c", "d"), resource("complete", "a"), resource("complete", "a", "b")
    )
    for (files, last) in [
      ([part, two], "b"), ([two, part], "b"), ([one, two], "b"), ([two, one], "b"), ([part, table], "z"),
      ([table, one], "z"), ([one, part, table], "z"),
    ] {
      let compiled = try Packs.compile(files)
      let system = try #require(try compiled.pack.system(Self.y))
      #expect(try system.code(system.count - 1) == last && system.isWhole && compiled.summaries.count == 1)
      #expect(compiled.leftOut["code systems that another source has as fully: \(Self.y)|1"] == files.count - 1)
    }
  }

  /// Nothing but their contents tells these editions apart.
  @Test func editionsThatCannotBeToldApartAreRefused() throws {
    func loinc(_ version: String) -> String {
      "LOINC_NUM,COMPONENT,STATUS,VersionLastChanged\n1-8,A,ACTIVE,\(version)\n"
    }
    func rxNorm(_ month: String) -> [(String, String)] {
      [
        ("\(month)/RXNCONSO.RRF", "1|ENG||||||1|||x|RXNORM|IN|1|glue||N|4096|\n"),
        ("\(month)/RXNSAB.RRF", "1|2||RXNORM|x|R|20AA_30\(month)01F||||||||||||||||||\n"),
      ]
    }
    for files in [
      [("a/Loinc.csv", loinc("2.70")), ("b/Loinc.csv", loinc("2.77"))], rxNorm("01") + rxNorm("07"),
      [
        ("a/cvx.txt", Packs.vaccines.text), ("b/cvx.txt", Packs.vaccines.text.replacing("2030", with: "2031")),
      ],
      [
        ("a/tags", Packs.languageTags.text),
        ("b/tags", Packs.languageTags.text.replacing("2030-01-02", with: "2031-01-02")),
      ],
    ] {
      #expect(throws: TerminologyPackError.self, "\(files[0].0)") { try Packs.compile(files) }
    }
    #expect(try Packs.compile(rxNorm("01") + rxNorm("01")).pack.contents[0].version == "01012030")
    let named = [("Loinc_2.70/Loinc.csv", loinc("2.70")), ("Loinc_2.77/Loinc.csv", loinc("2.77"))]
    #expect(try Packs.compile(named).pack.contents.count == 2)
  }

  @Test func blanksMayStandBeforeQuotationMarks() throws {
    let countries = "name, alpha-2, alpha-3, country-code\n\"Glueland\", \"GL\", \"GLL\", \"900\"\n"
    let pack = try Packs.compile([("iso.csv", countries)]).pack
    for code in ["GL", "GLL", "900"] { #expect(try pack.isValid(code, in: "urn:iso:std:iso:3166") == true) }
    let table = "system,code,display\nu:a,1,  \"B,\nb\"\nu:a,2,a \"c\"\nu:a,3,\"d\" \"e\nu:a,4,  f\n"
    let plain = try Packs.compile([("a.csv", table)]).pack
    #expect(
      try ["1", "2", "3", "4"].map { try plain.lookup($0, in: "u:a")?.display } == ["B,\nb", "a \"c\"", "d", "f"])
  }

  @Test(arguments: [
    ("active", true), ("draft", true), ("withdrawn", false), ("Retired", false), ("obsolete", nil), ("Inaktiv", nil),
  ])
  func wordsOfStatus(word: String, isActive: Bool?) throws {
    let found = try? Packs.compile([("a.csv", "system,code,status\nu:a,1,\(word)\n")]).pack.lookup("1", in: "u:a")
    #expect(found?.isActive == isActive)
  }

  @Test(arguments: [
    ("deprecated", #""valueDateTime": "2001-01-01""#, false), ("deprecated", #""valueBoolean": false"#, true),
    ("deprecationDate", #""valueDateTime": "2001-01-01""#, false),
    ("retirementDate", #""valueDateTime": "2001-01-01""#, false), ("comment", #""valueString": "x""#, true),
    ("deprecated", #""valueDateTime": "9001-01-01T00:00:00Z""#, true),
    ("retirementDate", #""valueDate": "9001""#, true),
  ])
  func datesOfDeprecation(property: String, value: String, isActive: Bool) throws {
    let text = """
      { "resourceType": "CodeSystem", "url": "\(Self.y)", "content": "complete",
        "property": [{ "code": "p", "uri": "http://hl7.org/fhir/concept-properties#\(property)" }],
        "concept": [{ "code": "a", "property": [{ "code": "p", \(value) }] }] }
      """
    #expect(try Packs.compile([("a.json", text)]).pack.lookup("a", in: Self.y)?.isActive == isActive)
    // Another uri is another meaning.
    let other = text.replacing("http://hl7.org/fhir/concept-properties", with: "http://example.org/properties")
    #expect(try Packs.compile([("a.json", other)]).pack.lookup("a", in: Self.y)?.isActive == true)
  }

  /// Each concept is below every second one before it, so that there are far more pairs than relations.
  @Test func aDenseHierarchyTakesNoMoreRoomThanItsRelations() throws {
    var (bytes, relations) = ([] as [UInt8], 0)
    let compiler = try TerminologyCompiler(bundles: .none) { bytes += $0 }
    let draft = SystemDraft(Self.y, title: "Y")
    draft.isWhole = true
    for child in 0..<3000 {
      let concept = draft.concept("\(child)")
      for parent in [child - 2, child - 4, child - 40, child / 2] where parent >= 0 && (child - parent) % 2 == 0 {
        draft.addParent(draft.concept("\(parent)"), of: concept)
        relations += 1
      }
    }
    try compiler.finish(draft)
    try compiler.finish()
    #expect(bytes.count < 4 * relations + 60 * 3000)
    let pack = try TerminologyPack(bytes)
    for (above, below, isBelow) in [("1", "2999", true), ("1", "2998", false), ("2", "2", true), ("2998", "2", false)] {
      #expect(try pack.subsumes(above, below, in: Self.y) == isBelow, "\(above) \(below)")
    }
    #expect(try pack.expand(Self.y, property: "concept", operation: "is-a", value: "1", limit: 1)?.total == 1500)
  }

  private static func system(_ fill: (SystemDraft) throws -> Void) throws -> PackedSystem {
    var bytes: [UInt8] = []
    let compiler = try TerminologyCompiler(bundles: .none) { bytes += $0 }
    let draft = SystemDraft(y, title: "Y")
    try fill(draft)
    try compiler.finish(draft)
    try compiler.finish()
    return try #require(try TerminologyPack(bytes).system(y))
  }

  /// Words of any length and number of spaces, and names that begin as the display does, in whole words or not.
  @Test func namesComeOutAsTheyWentIn() throws {
    let long = String(repeating: "x", count: 300)
    let names = [
      "Alpha beta", "Alpha beta (gamma)", "Alpha", "Alpha betamax", "Alpha beta ", " Alpha", "Alpha  beta", " ", "  ",
      long, "Gl\u{FC}e " + long.prefix(14), "Glue " + long.prefix(15), "beta", "Alpha beta \(long) beta",
    ]
    let system = try Self.system { draft in
      for first in names.indices {
        for name in names[first...] + names[..<first] { try draft.addLabel(name, of: draft.concept("\(first + 1)")) }
      }
      _ = draft.concept("0")
    }
    #expect(try system.labels(0).isEmpty && system.display(0) == nil)
    for first in names.indices {
      #expect(try system.labels(first + 1).map(\.text) == Array(names[first...] + names[..<first]))
      #expect(try system.display(first + 1) == names[first])
    }
    for (text, isName) in [(" alpha\tBETA", true), ("Alpha", true), ("Alpha beta x", false)] {
      #expect(try text.utf8.withContiguousStorageIfAvailable { try system.isName($0, of: 1) } == isName, "\(text)")
    }
  }

  /// So many words that their numbers take one, two and three bytes.
  @Test func manyFrequentWordsComeOutAsTheyWentIn() throws {
    func name(_ number: Int) -> String {
      (0..<50).map { "w\(100_000 + (number * 50 + $0) % 50_000)" }.joined(separator: " ")
    }
    let system = try Self.system { draft in
      for number in 0..<3000 { try draft.addLabel(name(number), of: draft.concept("\(number)")) }
    }
    for number in 0..<3000 { #expect(try system.display(number) == name(number)) }
  }

  /// Editors suppress names that are not obsolete, and such a code is in use; another name is its display.
  @Test(arguments: [("N", true), ("E", true), ("Y", true), ("O", false)])
  func onlyObsoleteCodesOfRxNormAreInactive(status: String, isActive: Bool) throws {
    func row(_ type: String, _ name: String, _ status: String) -> String {
      "1|ENG||||||\(name.count)|||x|RXNORM|\(type)|1|\(name)||\(status)|4096|\n"
    }
    let alone = try Packs.compile([("RXNCONSO.RRF", row("SCD", "glue", status))]).pack
    #expect(try alone.lookup("1", in: Packs.rxNorm)?.isActive == isActive)
    let pack = try Packs.compile([("RXNCONSO.RRF", row("SCD", "old glue", status) + row("SCD", "new", "N"))]).pack
    #expect(try pack.lookup("1", in: Packs.rxNorm)?.display == (status == "N" ? "old glue" : "new"))
  }

  /// So many parents that the walk up is left for one down.
  @Test func aConceptBelowVeryManyOthers() throws {
    var bytes: [UInt8] = []
    let compiler = try TerminologyCompiler(bundles: .none) { bytes += $0 }
    let draft = SystemDraft(Self.y, title: "Y")
    draft.isWhole = true
    for parent in 1...1500 {
      draft.addParent(draft.concept("0"), of: draft.concept("\(parent)"))
      for child in [2000, 2001] where parent % 2 == child % 2 {
        draft.addParent(draft.concept("\(parent)"), of: draft.concept("\(child)"))
      }
      draft.addParent(draft.concept("\(parent)"), of: draft.concept("3000"))
    }
    try compiler.finish(draft)
    try compiler.finish()
    let pack = try TerminologyPack(bytes)
    for (above, below, isBelow) in [
      ("0", "3000", true), ("1", "3000", true), ("1500", "3000", true), ("2000", "3000", false), ("2", "2000", true),
      ("2", "2001", false), ("3", "2001", true), ("0", "2001", true), ("3000", "0", false),
    ] {
      #expect(try pack.subsumes(above, below, in: Self.y) == isBelow, "\(above) \(below)")
    }
  }

  /// Codes whose case does not matter, in any letters.
  @Test func caseOfOtherLettersDoesNotMatter() throws {
    let codes = ["\u{C9}CLAIR", "Zoo", "\u{E0}-la-carte", "plain"].map { #"{ "code": "\#($0)" }"# }
    let text = """
      { "resourceType": "CodeSystem", "url": "\(Self.y)", "content": "complete",
        "concept": [\(codes.joined(separator: ", "))] }
      """
    let pack = try Packs.compile([("a.json", text)]).pack
    for code in ["\u{E9}clair", "\u{C9}clair", "\u{C0}-LA-CARTE", "ZOO", "PLAIN"] {
      #expect(try pack.isValid(code, in: Self.y) == true, "\(code)")
    }
    #expect(try pack.isValid("eclair", in: Self.y) == false)
  }

  @Test func filtersOfLOINC() throws {
    let pack = try Packs.compile([
      (
        "Loinc.csv",
        "LOINC_NUM,COMPONENT,STATUS,EXTERNAL_COPYRIGHT_NOTICE\n1-8,A,ACTIVE,\n2-6,B,ACTIVE,\"(c) Glue, 2030\"\n"
      ),
      (
        "AnswerList.csv",
        "AnswerListId,AnswerListName,AnswerStringId,DisplayText\nLL1-1,Answers,LA1-1,Yes\nLL1-1,Answers,LA2-2,No\n"
      ),
    ]).pack
    for (property, value, codes) in [
      ("copyright", "LOINC", ["1-8"]), ("copyright", "3rdParty", ["2-6"]), ("LIST", "LL1-1", ["LA1-1", "LA2-2"]),
      ("answers-for", "LL1-1", ["LA1-1", "LA2-2"]), ("LIST", "1-8", nil),
    ] {
      let found = try pack.expand(Packs.loinc, property: property, operation: "=", value: value, limit: 9)
      #expect(found?.concepts.map(\.code) == codes, "\(property) \(value)")
    }
  }

  /// Nothing has what no concept has.
  @Test func aPropertyThatIsOnlyDeclaredIsKnown() throws {
    let text = """
      { "resourceType": "CodeSystem", "url": "\(Self.y)", "content": "complete", "property": [{ "code": "tint" }],
        "concept": [{ "code": "a" }, { "code": "b" }] }
      """
    let pack = try Packs.compile([("a.json", text)]).pack
    for (property, operation, value, total) in [
      ("tint", "exists", "false", 2), ("tint", "exists", "true", 0), ("tint", "=", "red", 0),
      ("tint", "not-in", "red", 2), ("shade", "=", "red", nil),
    ] {
      let found = try pack.expand(Self.y, property: property, operation: operation, value: value, limit: 9)
      #expect(found?.total == total, "\(property) \(operation)")
    }
  }

  @Test func aRowOfRxNormWithOtherFieldsIsRefused() {
    let good = "1|ENG||||||1|||x|RXNORM|IN|1|glue||N|4096|\n"
    for row in ["2|ENG||||||2|||x|RXNORM|IN|1|sand||N|\n", "2|ENG||||||2|||x|RXNORM|IN|1|sand||N|4096||\n"] {
      #expect(throws: TerminologyPackError.self, "\(row)") { try Packs.compile([("RXNCONSO.RRF", good + row)]) }
    }
  }
}
