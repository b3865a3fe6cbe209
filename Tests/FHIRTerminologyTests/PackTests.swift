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
      let found = try #require(
        try system.concepts(meeting: [filter]) { _, _ in { $0.hasPrefix("1") || $0.hasPrefix("S") } })
      #expect(try (0..<system.count).filter(found.contains).map { try system.code($0) } == expected)
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
