import FHIRSupport
import FHIRFindings
import FHIRSchema
import FHIRValidation
import FHIRTestSupport
import Testing

/// Verdicts on codings by themselves.
struct CodingVerdictTests {
  /// A coding with its version and display, and what is found: `open` is counted as not judged.
  static let codings = #"""
    loinc 1000-9 => right
    loinc 1000-9 : Glue [Mass/volume] in Wood => right
    loinc 1000-9 : glue [mass/VOLUME] in wood => right
    loinc 1000-9 :   Glue  [Mass/volume] in Wood  => right
    loinc 1000-9 : Glue Wood-mCnc => right
    loinc 1000-9 : Glue => right
    loinc 1000-9 : Glue [Mass/volume] in Shoe => display
    loinc 1000-9 : Sand in Shoe => display
    loinc 1000-9 : Glue [Mass/volume] => display
    loinc 1001-7 : Glue [Presence] in Wood, \"wet\" => right
    loinc 1002-5 => retired
    loinc 1002-5 : Sand in Shoe => retired
    loinc 1002-5 : Glue => display retired
    loinc 1003-3 => unknown
    loinc 1003-3 : Glue => unknown
    loinc|9.99 1000-9 => right
    loinc|9.99 1003-3 => unknown
    loinc|9.98 1000-9 => open
    loinc|9.98 1002-5 => open
    loinc LP1-1 => right
    loinc lp1-1 => right
    loinc LP3-3 => unknown
    sct 1000001 => right
    sct 1000001 : Color of glue => right
    sct 1000001 : Colour of glue => right
    sct 1000001 : COLOUR OF GLUE => right
    sct 1000001 : Color of glue (finding) => right
    sct 1000001 : Tint of glue => display
    sct 1000001 : Color of glue (disorder) => display
    sct 1000002 : Anything => right
    sct 1000005 => retired
    sct 9999999 => unknown
    sct 1000001|Color|:1000002=1000003 => open
    sct 1000001:1000002=9999999 => unknown
    sct 1000001+1000002 => open
    sct 1000001:1000002=#5 => open
    sct|http://snomed.info/sct/900000000000207008 1000001 => right
    sct|http://snomed.info/sct/900000000000207008/version/20300131 1000001 => right
    sct|http://snomed.info/sct/900000000000207008/version/20290131 138875005 => open
    sct|http://snomed.info/sct/731000124108 138875005 => open
    rx 7001 => right
    rx 7001 : gluecillin => right
    rx 7001 : Gluecillin => right
    rx 7001 : GLUECILLIN OF MMSL => display
    rx 7002 : gluecillin 5 MG Oral Tablet => right
    rx 7002 : gluecillin 9 MG Oral Tablet => display
    rx 7003 => retired
    rx 7004 => unknown
    rx 7009 => retired
    rx 7010 => retired
    rx 7777 => unknown
    rx|01022030 7001 => right
    rx|01022029 7001 => open
    icd A00 => right
    icd A00.0 : Glue fever due to wood, by any wood => right
    icd A00.0 : Glue fever due to wood => right
    icd A00.0 : Sand fever => display
    icd A00.11 => right
    icd A0011 => unknown
    icd a00 => unknown
    icd A02 => unknown
    icd|2030 A01 => right
    icd|2029 A01 => open
    cvx 01 => right
    cvx 908 : wood VACCINE => right
    cvx 908 : WOOD => right
    cvx 908 : Glue vaccine, live => display
    cvx 909 => unknown
    cvx 1 => unknown
    glue Wood => right
    glue wood => right
    glue Wood : Holzleim => right
    glue Wood : holzleim => right
    glue Wood : Bois => display
    glue Hot => retired
    glue HOT : Hot glue => retired
    glue Cold => unknown
    glue|3 Wood => right
    glue|4 Wood => open
    part a => right
    part a : Alpha => right
    part a : Beta => display
    part b => right
    part z => open
    few 1 => right
    few 2 => open
    l A => right
    l a => unknown
    l E => retired
    l|1 A => right
    l|2 A => open
    none 1 => right
    m 1 : Crème brûlée => right
    m 1 : CRÈME BRÛLÉE => right
    m 1 : Crème brûlée => right
    m 1 : Crème brûlée => right
    m 1 :  Crème\tbrûlée\n => right
    m 1 : Creme brulee => display
    m 1 : Crème brûlée. => display
    m 2 : Cheese => right
    m 2 : käse => right
    m 2 : KÄSE => right
    m 2 : Fromage => right
    m 2 : Queso => display
    m 2 : Crème brûlée => display
    m 3 => unknown
    m|1 2 => open
    more-cheese 2 => right
    iso GL => right
    iso GLL : Glueland => right
    iso GL : Sandland => display
    iso 900 => right
    iso gl => unknown
    iso ZY => unknown
    iso XK => open
    iso AA => open
    iso QMA => open
    iso QAA => unknown
    bcp gl => right
    bcp gl : Gluish => right
    bcp gl : Sandish => display
    bcp GL => right
    bcp xx => unknown
    bcp sd => retired
    bcp gl-GL => right
    bcp gl-gl => right
    bcp gl-Wood => right
    bcp gl-Wood-GL => right
    bcp gl-wetwood => right
    bcp gl-glx => right
    bcp gl-GL-GL => unknown
    bcp gl-Wood-Wood => unknown
    bcp gl-GL-Wood => unknown
    bcp gl-wetwood-GL => unknown
    bcp gl-wetwood-wetwood => unknown
    bcp gl-Wood-GL-wetwood => right
    v new => right
    v old => unknown
    v both : Both of 10 => right
    v both : Both => display
    v|9 both : Both => right
    v|9 old => right
    v|9 new => unknown
    v|10 new => right
    v|11 new => open
    v late => retired
    composed a => right
    composed a:b => open
    bcp gl-ZY => unknown
    bcp gl-Sand => unknown
    bcp gl-GL-dry99 => unknown
    bcp qab => right
    bcp qad => unknown
    bcp gl-QO => right
    bcp i-glue => right
    bcp x-mine => right
    bcp gl-x-mine => right
    bcp gl-u-co-phonebk => right
    bcp gl-x => unknown
    bcp gl-x- => unknown
    bcp gl-a--b => unknown
    bcp gl-x-toolongsubtag1 => unknown
    bcp gl- => unknown
    bcp Wood => unknown
    """#.split(separator: "\n").map(String.init)

  @Test(arguments: codings)
  func judgesCodings(_ text: String) throws {
    let sides = text.split(separator: " => ")
    let parts = sides[0].split(separator: " : ", maxSplits: 1)
    let display = parts.count > 1 ? #", "display": "\#(parts[1])""# : ""
    let record = #"""
      { "resourceType": "Basic", "code": { "coding": [{ \#(Verdicts.coding(parts[0]))\#(display) }] } }
      """#
    let result = PackCase(try Verdicts.pack.get()).validator.validate(Array(record.utf8))
    let words = ["unknown-code": "unknown", "retired-code": "retired", "wrong-display": "display"]
    var found = result.findings.filter { $0.rule.group == "code" }.map { finding in
      let name = String(finding.rule.rawValue.dropFirst("code/".count))
      return words[name] ?? name
    }
    let open = ["codes of versions", "codes of extensions", "expressions of"]
    if result.tally.notChecked.keys.contains(where: { key in open.contains { key.string.hasPrefix($0) } }) {
      found.append("open")
    }
    #expect((found.isEmpty ? "right" : found.sorted().joined(separator: " ")) == sides[1], "\(record)")
  }

  /// A pack may lack what the release's own copy of a system has, and of a system that each release defines anew it may
  /// have another release's codes.
  @Test func whatTheReleaseDefinesCounts() throws {
    let gender = "http://hl7.org/fhir/administrative-gender"
    func findings(_ version: String, _ code: String, _ release: FHIRRelease) throws -> [String] {
      let table = "system,version,code\n\(gender),\(version),female\n\(gender),\(version),male\n"
      return try PackCase(table, release: release).findings(in: #""system": "\#(gender)", "code": "\#(code)""#)
    }
    #expect(try findings("", "other", .r4) == ["code/unknown-code warning Basic.code.coding[0].code"])
    #expect(try findings("", "nobody", .r4) == ["code/unknown-code error Basic.code.coding[0].code"])
    #expect(try findings("4.0.1", "nobody", .r4) == ["code/unknown-code error Basic.code.coding[0].code"])
    #expect(try findings("4.0.1", "other", .dstu2).isEmpty)
  }
}
