import FHIRTerminology
import FHIRTerminologyCompiler
import Testing

@Suite struct PackTests {
  @Test func codesAndTheirFacts() throws {
    let pack = try Packs.compile(Packs.all).pack
    #expect(
      pack.contents.map(\.url).sorted()
        == [
          "http://example.org/glue", Packs.cvx, Packs.icd, Packs.loinc, Packs.snomed, Packs.rxNorm,
        ].sorted())
    let glue = try #require(try pack.lookup("1000-9", in: Packs.loinc))
    #expect(glue.display == "Glue [Mass/volume] in Wood" && glue.isActive && glue.replacements.isEmpty)
    let old = try #require(try pack.lookup("1002-5", in: Packs.loinc))
    #expect(!old.isActive && old.replacements == ["1001-7"])
    #expect(try pack.lookup("1001-7", in: Packs.loinc)?.display == "Glue [Presence] in Wood, \"wet\"")
    // LOINC's codes are the same in any case.
    #expect(try pack.lookup("lp2-2", in: Packs.loinc)?.code == "LP2-2")
    #expect(try pack.isValid("1003-3", in: Packs.loinc) == false)
    #expect(try pack.isValid("1000-9", in: "http://example.org/none") == nil)
    #expect(try pack.isValid("1000-9", in: Packs.loinc, version: "9.99") == true)
    #expect(try pack.isValid("1000-9", in: Packs.loinc, version: "9.98") == nil)
    #expect(try pack.lookup("any", in: "http://example.org/glue")?.code == "Any")
    #expect(try pack.lookup("Hot", in: "http://example.org/glue")?.replacements == ["Wood"])
    #expect(try pack.lookup("Hot", in: "http://example.org/glue")?.isActive == false)
    #expect(try pack.lookup("A00.11", in: Packs.icd)?.display == "Glue fever due to sand, left shoe")
    #expect(try pack.isValid("A0011", in: Packs.icd) == false)
    #expect(try pack.lookup("908", in: Packs.cvx)?.display == "WOOD")
  }

  /// In a folder of any name, only the snapshot is read.
  @Test func fullReleasesOfSnomedAreLeftOut() throws {
    let text = "id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\n7000003\t20300131\t1\t1\t1\n"
    let files = Packs.snomedFiles.map { ("full_release/\($0.name)", $0.text) }
    let compiled = try Packs.compile(files + [("Full/sct2_Concept_Full_INT_20300131.txt", text)])
    #expect(compiled.leftOut["files of SNOMED CT that are no snapshot"] == 1)
    #expect(try compiled.pack.isValid("7000003", in: Packs.snomed) == false)
    #expect(try compiled.pack.isValid("1000001", in: Packs.snomed) == true)
  }

  @Test func snomedNamesAndVersions() throws {
    let compiled = try Packs.compile(Packs.snomedFiles)
    let pack = try compiled.pack
    #expect(pack.contents[0].version == "http://snomed.info/sct/900000000000207008/version/20300131")
    #expect(pack.contents[0].concepts == 6 && pack.contents[0].activeConcepts == 5)
    #expect(compiled.leftOut["relationships of SNOMED CT other than is-a"] == 1)
    let system = try #require(pack.system(Packs.snomed))
    let color = try #require(try system.concept("1000001"))
    #expect(
      try system.labels(color).map { "\($0.language) \($0.use) \($0.text)" } == [
        "en-US display Color of glue", "en-GB display Colour of glue", "en fullName Color of glue (finding)",
      ])
    for (text, isName) in [
      ("Color of glue", true), (" COLOUR  of glue", true), ("color of glue (finding)", true), ("Tint of glue", false),
    ] {
      let found = try text.utf8.withContiguousStorageIfAvailable { try system.isName($0, of: color) } ?? nil
      #expect(found == isName, "\(text)")
    }
    #expect(try pack.lookup("1000005", in: Packs.snomed)?.replacements == ["1000003"])
    // An edition without a date means any of its dates.
    #expect(try pack.isValid("1000001", in: Packs.snomed, version: "http://snomed.info/sct/900000000000207008") == true)
    #expect(try pack.isValid("1000001", in: Packs.snomed, version: "http://snomed.info/sct/731000124108") == nil)
  }

  @Test func hierarchy() throws {
    let pack = try Packs.compile(Packs.all).pack
    let cases: [(String, String, String, Bool)] = [
      (Packs.snomed, "138875005", "1000003", true), (Packs.snomed, "1000001", "1000003", true),
      (Packs.snomed, "1000002", "1000003", true), (Packs.snomed, "1000003", "1000001", false),
      (Packs.snomed, "1000001", "1000001", true), (Packs.snomed, "1000001", "1000004", false),
      (Packs.loinc, "LP1-1", "1000-9", true), (Packs.loinc, "LP2-2", "1002-5", false),
      (Packs.icd, "A00", "A00.11", true), (Packs.icd, "A00.0", "A00.11", false), (Packs.icd, "A01", "A00", false),
      ("http://example.org/glue", "Any", "Wood", true),
    ]
    for (system, above, below, expected) in cases {
      #expect(try pack.subsumes(above, below, in: system) == expected, "\(above) \(below)")
    }
  }

  @Test(arguments: [
    (Packs.snomed, "concept", "is-a", "1000001", ["1000001", "1000003"]),
    (Packs.snomed, "concept", "descendent-of", "138875005", ["1000001", "1000002", "1000003"]),
    (Packs.snomed, "concept", "in", "1000004", ["1000001"]),
    (Packs.snomed, "concept", "=", "1000002", ["1000002"]),
    (Packs.snomed, "inactive", "=", "true", ["1000005"]),
    (Packs.loinc, "SCALE_TYP", "=", "Qn", ["1000-9"]),
    (Packs.loinc, "CLASS", "in", "CHEM, MICRO", ["1000-9", "1001-7", "1002-5"]),
    (Packs.loinc, "CLASS", "not-in", "CHEM,MICRO", ["LP1-1", "LP2-2"]),
    (Packs.loinc, "STATUS", "exists", "true", ["1000-9", "1001-7", "1002-5"]),
    (Packs.loinc, "parent", "=", "LP1-1", ["1002-5", "LP2-2"]),
    (Packs.loinc, "ancestor", "=", "LP1-1", ["1000-9", "1001-7", "1002-5", "LP2-2"]),
    (Packs.rxNorm, "TTY", "in", "IN,PIN", ["7001"]), (Packs.rxNorm, "STY", "=", "T200", ["7002"]),
    (Packs.rxNorm, "SAB", "=", "MMSL", ["7001"]),
    (Packs.icd, "concept", "is-a", "A00.1", ["A00.1", "A00.11"]),
    (Packs.icd, "concept", "is-not-a", "A00", ["A01"]),
    (Packs.icd, "concept", "child-of", "A00", ["A00.0", "A00.1"]),
    (Packs.icd, "concept", "generalizes", "A00.11", ["A00", "A00.1", "A00.11"]),
    ("http://example.org/glue", "tint", "=", "brown", ["Wood"]),
  ])
  func filters(_ system: String, _ property: String, _ operation: String, _ value: String, _ codes: [String]) throws {
    let pack = try Packs.compile(Packs.all).pack
    let found = try pack.expand(system, property: property, operation: operation, value: value, limit: 100)
    #expect(found?.concepts.map(\.code) == codes)
    #expect(found?.total == codes.count)
  }

  @Test func filtersThatCannotBeEvaluated() throws {
    let pack = try Packs.compile(Packs.all).pack
    for (property, operation, value) in [
      ("constraint", "=", "<< 1000001"), ("concept", "is-a", "9999"), ("colour", "=", "red"), ("concept", "like", "1"),
      // A reference set that the pack does not have.
      ("concept", "in", "1000002"),
    ] {
      #expect(try pack.expand(Packs.snomed, property: property, operation: operation, value: value, limit: 1) == nil)
    }
  }

  @Test func regularExpressions() throws {
    let system = try #require(try Packs.compile(Packs.all).pack.system(Packs.loinc))
    for (property, expected) in [("code", ["1000-9", "1001-7", "1002-5"]), ("COMPONENT", ["1002-5"])] {
      let filter = CodeFilter(property: property, operation: "regex", value: "x")
      let found = try system.concepts(meeting: [filter]) { _, _ in { $0.hasPrefix("1") || $0.hasPrefix("S") } }
      var codes: [String] = []
      try found?.forEach { number throws(PackDamage) in
        codes.append(try system.code(number))
        return true
      }
      #expect(codes == expected)
    }
  }

  @Test func whatIsLeftOutIsSaid() throws {
    let compiled = try Packs.compile(Packs.all)
    #expect(compiled.leftOut["names in RxNorm from other sources"] == 2)
    let pack = try compiled.pack
    // What only other sources name is no code of RxNorm; what was archived is retired.
    #expect(try pack.isValid("7004", in: Packs.rxNorm) == false)
    #expect(try pack.lookup("7003", in: Packs.rxNorm)?.isActive == false)
    #expect(try pack.lookup("7009", in: Packs.rxNorm)?.replacements == ["7002"])
    #expect(compiled.summaries.first { $0.url == Packs.rxNorm }?.version == "01022030")
  }

  @Test func whatAPackCannotKnowIsOpen() throws {
    let pack = try Packs.compile(Packs.all).pack
    func found(_ code: String, _ system: String) throws -> String {
      switch try #require(pack.system(system)).find(code) {
      case .concept: "there"
      case .composed: "composed"
      case .absent: "absent"
      case .open(let doubt): "\(doubt)"
      }
    }
    for (code, system, expected) in [
      ("1000001", Packs.snomed, "there"), ("1000009", Packs.snomed, "absent"), ("x", Packs.snomed, "absent"),
      ("11000181102", Packs.snomed, "otherPart"), ("1000001:1000002=1000003", Packs.snomed, "expression"),
      ("1000001 |red: 5000009|", Packs.snomed, "expression"), ("1000001+5000009", Packs.snomed, "absent"),
      ("LP2-2", Packs.loinc, "there"), ("LP3-3", Packs.loinc, "absent"), ("LA1-1", Packs.loinc, "otherPart"),
      ("7-7", Packs.loinc, "absent"), ("0908", Packs.cvx, "absent"), ("07001", Packs.rxNorm, "absent"),
    ] {
      #expect(try found(code, system) == expected, "\(code)")
    }
  }

  // MARK: - Damage

  @Test func aPackThatIsCutAnywhereIsRefused() throws {
    let bytes = try Packs.compile(Packs.all).bytes
    for count in 0..<bytes.count {
      #expect(throws: TerminologyPackError.self, "\(count)") { try TerminologyPack(Array(bytes[..<count])) }
    }
    #expect(throws: TerminologyPackError.self) { try TerminologyPack(bytes + [0]) }
  }

  @Test func aChangedByteIsFound() throws {
    let bytes = try Packs.compile(Packs.all).bytes
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[place] ^= 0x20
      #expect(throws: TerminologyPackError.self, "\(place)") { try TerminologyPack(changed).verify() }
    }
  }

  @Test func anAnswerNeverRestsOnDamagedBytes() throws {
    var bytes = try Packs.compile(Packs.all).bytes
    bytes[20] ^= 1
    let pack = try TerminologyPack(bytes)
    #expect(pack.damage == nil)
    #expect(throws: TerminologyPackError.self) { try pack.lookup("Wood", in: "http://example.org/glue") }
    #expect(pack.damage != nil)
  }

  /// With correct checksums, so that the checks of offsets are all that is left.
  @Test func hostileContentsDoNotTrap() throws {
    let bytes = try Packs.compile(Packs.all).bytes
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var changed = bytes
      let end = bytes.count - 400
      for _ in 0..<4 { changed[16 + Int(random.next() % UInt64(end))] = UInt8(truncatingIfNeeded: random.next()) }
      guard let pack = try? TerminologyPack(PackRepair.withChecksums(changed)) else { continue }
      for system in pack.systems {
        for number in 0..<min(system.count, 20) {
          _ = try? (system.code(number), system.labels(number), system.facts(of: number), system.parents(of: number))
          _ = try? (system.kinds(of: number), system.isKind(number, of: 0), system.members(ofSet: number))
          _ = try? (system.values("TTY", of: number), system.values("CLASS", of: number))
        }
      }
    }
  }

  @Test func equalInputsGiveEqualBytes() throws {
    let first = try Packs.compile(Packs.all).bytes
    #expect(try Packs.compile(Packs.all).bytes == first)
    // FHIR's code systems are written as they come; the files of the others may come in any order.
    let tables = Packs.all.dropLast()
    #expect(try Packs.compile(Array(tables.reversed())).pack.contents == Packs.compile(Array(tables)).pack.contents)
  }

  // MARK: - Tables

  @Test func columnsMayStandInAnyOrder() throws {
    let text =
      "\u{FEFF}status;long_common_name;LOINC NUM;Component\r\nACTIVE;A; 1-8;B\r\n\r\nDEPRECATED;\"C;\nD\";2-6;E"
    let pack = try Packs.compile([
      ("a.csv", text.replacing("LOINC NUM", with: "LOINC_NUM").replacing(" 1-8", with: "1-8"))
    ]).pack
    #expect(try pack.lookup("1-8", in: Packs.loinc)?.display == "A")
    #expect(try pack.lookup("2-6", in: Packs.loinc)?.display == "C;\nD")
    #expect(try pack.lookup("2-6", in: Packs.loinc)?.isActive == false)
  }

  /// Whether quotation marks enclose a field is seen at its beginning; a carriage return alone ends lines, too.
  @Test func quotationMarksAndLineEnds() throws {
    let text = "system,code,display\nu:a,1,Tube 6\" long\nu:a,2,\"B, \"\"b\"\"\"\nu:a,3,C\n"
    for text in [text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r")] {
      let pack = try Packs.compile([("a.csv", text)]).pack
      let displays = try ["1", "2", "3"].map { try pack.lookup($0, in: "u:a")?.display }
      #expect(displays == ["Tube 6\" long", "B, \"b\"", "C"])
    }
  }

  @Test(arguments: [
    "system,code,display\nu:a,1,A\nu:a,2", "system,code,display\nu:a,1,A\nu:a,2,\"B\nu:a,3,C\n",
    "system,code,content\nu:a,1,perhaps\n",
  ])
  func damagedTablesAreRefused(_ text: String) {
    #expect(throws: TerminologyPackError.self) { try Packs.compile([("a.csv", text)]) }
  }

  /// Files of two editions are two versions of a system.
  @Test func editionsStayApart() throws {
    func loinc(_ code: String) -> String { "LOINC_NUM,COMPONENT,STATUS\n\(code),A,DISCOURAGED\n" }
    func rxNorm(_ code: String) -> String { "\(code)|ENG||||||1|||x|RXNORM|IN|\(code)|glue||N|4096|\n" }
    let compiled = try Packs.compile([
      ("Loinc_2.9/LoincTable/Loinc.csv", loinc("1-8")), ("Loinc_2.10/LoincTable/Loinc.csv", loinc("2-6")),
      ("2030/icd10cm_order_2030.txt", Packs.icdOrder.text),
      ("2031/icd10cm_order_2031.txt", "00001 B00     1 Wood fever\n"),
      ("RxNorm_full_12022029/rrf/RXNCONSO.RRF", rxNorm("1")), ("RxNorm_full_01022030/rrf/RXNCONSO.RRF", rxNorm("2")),
      ("icd10pcs_order_2031.txt", "00001 B00     0 Imaging\n"),
    ])
    let pack = try compiled.pack
    #expect(pack.contents.count == 7)
    for (system, old, oldCode, new, newCode) in [
      (Packs.loinc, "2.9", "1-8", "2.10", "2-6"), (Packs.icd, "2030", "A00", "2031", "B00"),
      (Packs.rxNorm, "12022029", "1", "01022030", "2"),
    ] {
      #expect(try pack.isValid(oldCode, in: system, version: old) == true)
      #expect(try pack.isValid(newCode, in: system, version: old) == false)
      #expect(try pack.isValid(newCode, in: system, version: new) == true)
      #expect(try pack.isValid(newCode, in: system) == true && pack.isValid(oldCode, in: system) == false)
    }
    // A discouraged term is in use.
    #expect(try pack.lookup("2-6", in: Packs.loinc)?.isActive == true)
  }

  @Test func textsOfWindowsAreRead() throws {
    let file = Array("system,code,display\nhttp://example.org/x,1,caf".utf8) + [0xE9] + Array(" \n".utf8)
    let compiled = try Packs.compile([("a.csv", file)])
    #expect(try compiled.pack.lookup("1", in: "http://example.org/x")?.display == "café")
    #expect(compiled.summaries[0].notes.contains { $0.hasPrefix("1 texts are no UTF-8") })
  }

  @Test func otherFilesAreNotRead() throws {
    for text in [
      "", "a,b,c\n1,2,3\n", "hello", "[Read me first]\nPlease.\n",
      "{\"resourceType\":\"Patient\"}\n".replacing("{", with: "<"),
    ] {
      #expect(throws: Packs.Unknown.self) { try Packs.compile([("x.csv", text)]) }
    }
    #expect(throws: TerminologyPackError.self) { try Packs.compile([("x.csv", [0xFF, 0xFE, 0x41, 0])]) }
  }

  @Test func aPlainTableHasAllThatIsNeeded() throws {
    let text = """
      system,version,code,display,language,status,parent,replacement
      http://example.org/y,7,A,Alpha,en,,,
      http://example.org/y,7,B,Beta,en,retired,A,A
      """
    let pack = try Packs.compile([("y.csv", text)]).pack
    #expect(pack.contents[0].version == "7")
    #expect(try pack.lookup("B", in: "http://example.org/y")?.replacements == ["A"])
    #expect(try pack.subsumes("A", "B", in: "http://example.org/y") == true)
  }

  /// A code that a part of a system lacks may exist.
  @Test(arguments: [
    ("system,code\nhttp://example.org/y,1\n", "http://example.org/y", false),
    ("system,code,content\nhttp://example.org/y,1,complete\n", "http://example.org/y", false),
    ("system,code,content\nhttp://example.org/y,1,fragment\n", "http://example.org/y", nil),
    ("system,code,content\nhttp://example.org/y,1,fragment\nhttp://example.org/y,2,\n", "http://example.org/y", nil),
    ("system,code\nhttp://loinc.org,1-8\n", Packs.loinc, nil),
    ("system,code,content\nhttp://loinc.org,1-8,complete\n", Packs.loinc, false),
    ("LOINC,MAP_TO\n1-8,2-6\n", Packs.loinc, nil),
    ("id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\n7000003\t20300131\t1\t1\t1\n", Packs.snomed, nil),
  ])
  func aPartIsNotTheWhole(_ text: String, _ system: String, _ expected: Bool?) throws {
    let compiled = try Packs.compile([("a.csv", text)])
    #expect(try compiled.pack.isValid("9", in: system) == expected)
    for summary in compiled.summaries {
      #expect(summary.notes.contains { $0.hasPrefix("it is a part of the system") } == (expected == nil))
    }
  }

  /// Of the systems with a URI, and with a version, the first with all codes counts, in one pack or in several.
  @Test func theWholeCountsBeforeAPart() throws {
    func system(_ version: String, _ content: String, _ code: String) -> String {
      """
      { "resourceType": "CodeSystem", "url": "http://example.org/y", "version": "\(version)", "content": "\(content)",
        "concept": [{ "code": "\(code)" }] }
      """
    }
    let files = [
      system("2", "fragment", "a"), system("1", "complete", "b"), system("1", "fragment", "c"),
      system("3", "complete", "d"),
    ]
    let pack = try Packs.compile([("a.json", files[0]), ("b.json", files[1])]).pack
    #expect(try pack.isValid("x", in: "http://example.org/y") == false)
    #expect(try pack.isValid("x", in: "http://example.org/y", version: "2") == nil)
    var packs = TerminologyPacks()
    for file in files[1...].reversed() + [files[0]] { packs.add(try Packs.compile([("a.json", file)]).pack) }
    #expect(try packs.system("http://example.org/y", version: nil)?.code(0) == "d")
    #expect(try packs.system("http://example.org/y", version: "1")?.code(0) == "b")
    #expect(try packs.system("http://example.org/y", version: "2")?.code(0) == "a")
    #expect(packs.system("http://example.org/y", version: "4")?.version == nil)
  }

  /// Ranges that count through no letters are taken as they are written.
  @Test(arguments: ["\u{7F}..~a", "zz..aa", "a1..a9", "..", "a..", "\u{F8FF}..\u{F8FE}"])
  func rangesOfOtherThanLettersAreOneTag(range: String) throws {
    let text = Packs.languageTags.text.replacing("qaa..qac", with: range)
    let pack = try Packs.compile([(Packs.languageTags.name, text)]).pack
    #expect(try pack.isValid("gl", in: "urn:ietf:bcp:47") == true)
    #expect(try pack.isValid("qab", in: "urn:ietf:bcp:47") != true)
  }

  @Test func prescribableContentIsAPart() throws {
    let text = "7001|ENG||||||1|||x|RXNORM|IN|7001|gluecillin||N|4096|\n"
    for (folder, expected) in [("RxNorm_full_prescribe_01022030", nil), ("RxNorm_full_01022030", false as Bool?)] {
      let pack = try Packs.compile([("\(folder)/rrf/RXNCONSO.RRF", text)]).pack
      #expect(try pack.isValid("7002", in: Packs.rxNorm) == expected)
    }
  }

  @Test func theTabularListOfICD() throws {
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <!-- made up -->
      <ICD10CM.tabular><version>2030</version><chapter><name>1</name><desc>Glues</desc>
      <section id="A00-A01"><desc>Fevers</desc>
      <diag><name>A00</name><desc>Glue fever &amp; more</desc>
        <inclusionTerm><note>heat</note></inclusionTerm>
        <sevenChrDef><extension char="A">initial encounter</extension><extension char="D">later</extension></sevenChrDef>
        <diag><name>A00.0</name><desc>Left</desc></diag>
        <diag><name>A00.11</name><desc>Right</desc></diag></diag>
      <diag><name>A01</name><desc>Sand fever</desc></diag>
      </section></chapter></ICD10CM.tabular>
      """
    let pack = try Packs.compile([("tabular.xml", text)]).pack
    #expect(pack.contents[0].version == "2030" && pack.contents[0].isWhole)
    let codes = ["A00", "A00.0", "A00.0XXA", "A00.0XXD", "A00.11", "A00.11XA", "A00.11XD", "A01"]
    #expect(pack.contents[0].concepts == codes.count)
    for code in codes { #expect(try pack.isValid(code, in: Packs.icd) == true, "\(code)") }
    #expect(try pack.lookup("A00", in: Packs.icd)?.display == "Glue fever & more")
    #expect(try pack.lookup("A00.11XD", in: Packs.icd)?.display == "Right, later")
    #expect(try pack.subsumes("A00", "A00.0XXA", in: Packs.icd) == true)
    #expect(throws: TerminologyPackError.self) { try Packs.compile([("cut.xml", String(text.dropLast(30)))]) }
    let error = #expect(throws: TerminologyPackError.self) {
      try Packs.compile([("bad.xml", text.replacing("<desc>Left</desc>", with: "<desc>Left<desc"))])
    }
    #expect(error?.description.hasPrefix("line 8, column ") == true, "\(error?.description ?? "")")
  }

  @Test func unitsAreBuiltIn() throws {
    let text = #"<?xml version="1.0"?><root xmlns="http://unitsofmeasure.org/ucum-essence"></root>"#
    #expect(try Packs.compile([("ucum-essence.xml", text)]).leftOut["units of UCUM, which are built in"] == 1)
  }

  @Test func valueSetsAreKept() throws {
    let set = "{\"resourceType\": \"ValueSet\",\r\n \"url\": \"http://example.org/s\"}"
    let compiled = try Packs.compile([("a.json", set), Packs.codeSystem, ("b.json", set)])
    #expect(try compiled.pack.contents.count == 1)
    let line = set.replacing("\r\n", with: "  ") + "\n"
    #expect(String(decoding: try compiled.pack.definitions, as: UTF8.self) == line + line)
  }

  @Test func circlesAreCut() throws {
    let text = "system,code,parent\nu:a,1,3\nu:a,2,1\nu:a,3,2\nu:a,4,9\n"
    let compiled = try Packs.compile([("z.csv", text)])
    #expect(compiled.summaries[0].notes.contains { $0.contains("circle") })
    #expect(compiled.summaries[0].notes.contains { $0.contains("not defined") })
    #expect(try compiled.pack.subsumes("1", "3", in: "u:a") != nil)
  }

  /// Compares the ranges with a walk over the parents, in a hierarchy with many parents.
  @Test func rangesAreWhatAWalkFinds() throws {
    var rows = "system,code,parent\n"
    var parents: [[Int]] = []
    var state: UInt64 = 7
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for number in 0..<200 {
      let own = number == 0 ? [] : (0...draw(3)).map { _ in draw(number) }
      parents.append(own)
      rows += own.isEmpty ? "u:a,\(number),\n" : own.map { "u:a,\(number),\($0)\n" }.joined()
    }
    let pack = try Packs.compile([("r.csv", rows)]).pack
    for below in 0..<200 {
      var above: Set<Int> = [below]
      var pending = [below]
      while let next = pending.popLast() {
        for parent in parents[next] where above.insert(parent).inserted { pending.append(parent) }
      }
      for other in 0..<200 {
        #expect(try pack.subsumes("\(other)", "\(below)", in: "u:a") == above.contains(other), "\(other) \(below)")
      }
    }
  }
}
