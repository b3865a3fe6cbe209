import FHIRTerminology
import FHIRTerminologyCompiler
import Testing

/// What tables and other sources of publishers give a pack.
@Suite struct PackTablesTests {
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
    let tabs = text.replacing("B, ", with: "B; ").replacing(",", with: "\t").replacing("B; ", with: "B, ")
    for text in [
      text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r"), tabs, text + " \n\u{1A}",
    ] {
      let pack = try Packs.compile([("a.csv", text)]).pack
      let displays = try ["1", "2", "3"].map { try pack.lookup($0, in: "u:a")?.display }
      #expect(displays == ["Tube 6\" long", "B, \"b\"", "C"])
    }
    let lines = "system,code,display\ru:a,1,\"A\nB\"\r"
    for text in [lines, lines.replacing(",", with: "\t")] {
      #expect(try Packs.compile([("a.csv", text)]).pack.lookup("1", in: "u:a")?.display == "A\nB")
    }
  }

  @Test(arguments: [
    "system,code,display\nu:a,1,A\nu:a,2", "system,code,display\nu:a,1,A\nu:a,2,\"B\nu:a,3,C\n",
    "system,code,content\nu:a,1,perhaps\n",
    // The fields behind would be those of other columns.
    "system,code,display,status\nu:a,1,retired\nu:a,2,B,\n", "system,code,display\nu:a,1,A, or B\nu:a,2,B\n",
  ])
  func damagedTablesAreRefused(_ text: String) {
    #expect(throws: TerminologyPackError.self) { try Packs.compile([("a.csv", text)]) }
  }

  /// A code at another place would be missing.
  @Test func aShiftedLineOfICDIsRefused() {
    let text = Packs.icdOrder.text.replacing("00003 A001 ", with: "00003  A001")
    #expect(throws: TerminologyPackError.self) { try Packs.compile([(Packs.icdOrder.name, text)]) }
  }

  /// Wherever such a file is cut, some of it is missing.
  @Test func cutLinesAreRefused() throws {
    for (file, cuts) in [
      (Packs.icdOrder, [1, 8, 15, 40, 72, 90]), (Packs.languageTags, [1, 9, 14, 26, 27, 39, 40, 59, 61, 66]),
    ] {
      #expect(throws: Never.self) { try Packs.compile([file]) }
      for cut in cuts {
        #expect(throws: TerminologyPackError.self, "\(file.name) without \(cut) bytes") {
          try Packs.compile([(file.name, String(file.text.dropLast(cut)))])
        }
      }
    }
  }

  /// The same tables have other names and columns in the parts of a release, and folders may be in small letters.
  @Test func filesOfLOINCInOtherForms() throws {
    let core = "LOINC_NUM,COMPONENT,CLASS,LONG_COMMON_NAME,SHORTNAME,STATUS,VersionLastChanged\n"
    let german = "LOINC_NUM,COMPONENT,SHORTNAME,LONG_COMMON_NAME,RELATEDNAMES2,LinguisticVariantDisplayName\n"
    let files = [
      (
        "loinc_9.99/loinctablecore/loinctablecore.csv",
        core + "1-8,Glue,X,Glue in Wood,Glue,ACTIVE,9.9\n2-6,S,X,S,S,DEPRECATED,9.9\n"
      ),
      (
        "loinc_9.99/accessoryfiles/multiaxialhierarchy/multiaxialhierarchy.csv",
        Packs.loincTree.text.replacing("1000-9", with: "1-8")
      ),
      ("loinc_9.99/loinctable/mapto.csv", "LOINC,MAP_TO,COMMENT\n2-6,1-8,\n"),
      (
        "loinc_9.99/accessoryfiles/linguisticvariants/dede15linguisticvariant.csv",
        german + "1-8,Leim,,,,Leim in Holz\n9-9,Sand,,,,Sand\n"
      ),
      (
        "loinc_9.99/accessoryfiles/answerfile/answerlist.csv",
        "AnswerListId,AnswerListName,AnswerStringId,DisplayText\nLL1-1,Answers,LA1-1,Yes\n"
      ),
    ]
    let pack = try Packs.compile(files).pack
    #expect(pack.contents.map(\.version) == ["9.99"])
    #expect(try pack.lookup("2-6", in: Packs.loinc)?.replacements == ["1-8"])
    #expect(try pack.lookup("2-6", in: Packs.loinc)?.isActive == false)
    #expect(try pack.subsumes("LP1-1", "1-8", in: Packs.loinc) == true)
    #expect(try pack.expand(Packs.loinc, property: "concept", operation: "in", value: "LL1-1", limit: 9)?.total == 1)
    #expect(try pack.isValid("9-9", in: Packs.loinc) == false)
    let system = try #require(pack.system(Packs.loinc))
    let names = try system.labels(try #require(try system.concept("1-8"))).map { "\($0.language) \($0.text)" }
    #expect(names.contains("de-DE Leim in Holz") && names[0] == "en Glue in Wood", "\(names)")
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
}
