import FHIRFindings
import FHIRSupport
import FHIRTerminology
import FHIRTestSupport
import FHIRValidation
import Testing

/// Verdicts that were decided before the code was written: on codings by themselves, in value sets, and above others.
struct VerdictTests {
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
  private static let more: [(name: String, text: String)] = [
    ("letters.csv", table), ("few.csv", "system,code,content\nhttp://example.org/few,1,fragment\n"),
    ("set.json", valueSet("http://example.org/packed", compose("l concept:is-a=B"))),
    (
      "part.json",
      """
      { "resourceType": "CodeSystem", "url": "http://example.org/part", "content": "fragment", "caseSensitive": true,
        "concept": [{ "code": "a", "display": "Alpha", "concept": [{ "code": "b", "display": "Beta" }] }] }
      """
    ),
  ]

  private static let pack = Result {
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
  private static func coding(_ text: some StringProtocol) -> String {
    let words = text.split(separator: " ", maxSplits: 1)
    let system = words[0].split(separator: "|", maxSplits: 1)
    let version = system.count > 1 ? #""version": "\#(system[1])", "# : ""
    return #""system": "\#(url(of: system[0]))", \#(version)"code": "\#(words[1])""#
  }

  // MARK: - Codings

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
    bcp gl- => unknown
    bcp Wood => unknown
    """#.split(separator: "\n").map(String.init)

  @Test(arguments: codings)
  func judgesCodings(_ text: String) throws {
    let sides = text.split(separator: " => ")
    let parts = sides[0].split(separator: " : ", maxSplits: 1)
    let display = parts.count > 1 ? #", "display": "\#(parts[1])""# : ""
    let record = #"""
      { "resourceType": "Basic", "code": { "coding": [{ \#(Self.coding(parts[0]))\#(display) }] } }
      """#
    let result = PackCase(try Self.pack.get()).validator.validate(Array(record.utf8))
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

  // MARK: - Value sets

  /// The parts of a value set that are included and excluded (after a minus sign), a coding with its version, and the
  /// verdict. A part is a system, and its codes, its filters, its version or another value set. After `active`, the set
  /// leaves out what is retired.
  static let members = """
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
    sct concept:is-a=1000001 => sct 1000001 inside
    sct concept:is-a=1000001 => sct 1000003 inside
    sct concept:is-a=1000001 => sct 1000002 outside
    sct concept:is-a=1000001 => sct 138875005 outside
    sct concept:is-a=1000001 => sct 9999999 outside
    sct concept:is-a=1000001 => loinc 1000-9 outside
    sct concept:is-a=138875005 => sct 1000003 inside
    sct concept:is-a=138875005 => sct 1000004 outside
    sct concept:is-a=138875005 => sct 1000005 outside
    sct concept:is-a=1000001 => sct 1000003:1000001=1000002 open
    sct concept:descendent-of=1000001 => sct 1000001 outside
    sct concept:descendent-of=1000001 => sct 1000003 inside
    sct concept:descendant-of=1000001 => sct 1000003 inside
    sct concept:descendent-of=138875005 => sct 1000002 inside
    sct concept:in=1000004 => sct 1000001 inside
    sct concept:in=1000004 => sct 1000003 outside
    sct concept:in=1000002 => sct 1000001 open
    sct concept:generalizes=1000003 => sct 1000001 inside
    sct concept:generalizes=1000003 => sct 1000002 inside
    sct concept:generalizes=1000003 => sct 138875005 inside
    sct concept:generalizes=1000003 => sct 1000003 inside
    sct concept:generalizes=1000003 => sct 1000004 outside
    sct concept:child-of=138875005 => sct 1000001 inside
    sct concept:child-of=138875005 => sct 1000003 outside
    sct concept:is-not-a=1000001 => sct 1000002 inside
    sct concept:is-not-a=1000001 => sct 1000003 outside
    sct concept:is-not-a=1000001 => sct 1000005 inside
    sct concept:is-not-a=1000001 => sct 9999999 outside
    sct inactive:= =true => sct 1000005 inside
    sct inactive:= =true => sct 1000001 outside
    sct inactive:= =false => sct 1000001 inside
    sct inactive:= =false => sct 1000005 outside
    sct expressions:= =true => sct 1000001 inside
    sct constraint:= =<<1000001 => sct 1000001 open
    sct expression:= =<1000001 => sct 1000003 open
    sct concept:is-a=1000001 concept:is-a=1000002 => sct 1000003 inside
    sct concept:is-a=1000001 concept:is-a=1000002 => sct 1000001 outside
    sct concept:is-a=1000001 inactive:= =false => sct 1000003 inside
    sct concept:is-a=1000001 constraint:= =x => sct 1000003 open
    sct concept:= =1000002 => sct 1000002 inside
    sct concept:= =1000002 => sct 1000003 outside
    sct codes=1000001 => sct 1000001 inside
    sct codes=1000001 => sct 1000003 outside
    sct => sct 1000005 inside
    sct => sct 9999999 outside
    vs:http://snomed.info/sct?fhir_vs => sct 1000001 inside
    vs:http://snomed.info/sct?fhir_vs => sct 9999999 outside
    vs:http://snomed.info/sct?fhir_vs => loinc 1000-9 outside
    vs:http://snomed.info/sct?fhir_vs=isa/1000001 => sct 1000003 inside
    vs:http://snomed.info/sct?fhir_vs=isa/1000001 => sct 1000002 outside
    vs:http://snomed.info/sct?fhir_vs=refset/1000004 => sct 1000001 inside
    vs:http://snomed.info/sct?fhir_vs=refset/1000004 => sct 1000002 outside
    vs:http://snomed.info/sct?fhir_vs=refset/1000002 => sct 1000001 open
    vs:http://snomed.info/sct/900000000000207008?fhir_vs => sct 1000001 inside
    vs:http://snomed.info/sct/731000124108?fhir_vs => sct 1000001 open
    loinc CLASS:= =CHEM => loinc 1000-9 inside
    loinc CLASS:= =CHEM => loinc 1001-7 inside
    loinc CLASS:= =CHEM => loinc 1002-5 outside
    loinc CLASS:= =CHEM => loinc LP1-1 outside
    loinc CLASS:= =chem => loinc 1000-9 outside
    loinc SCALE_TYP:= =Qn => loinc 1000-9 inside
    loinc SCALE_TYP:= =Qn => loinc 1001-7 outside
    loinc SCALE_TYP:in=Qn,Ord => loinc 1001-7 inside
    loinc SCALE_TYP:in=Qn,Ord => loinc 1002-5 outside
    loinc SCALE_TYP:not-in=Qn,Ord => loinc 1002-5 inside
    loinc SCALE_TYP:not-in=Qn,Ord => loinc 1000-9 outside
    loinc STATUS:= =ACTIVE => loinc 1000-9 inside
    loinc STATUS:= =ACTIVE => loinc 1002-5 outside
    loinc STATUS:exists=true => loinc 1002-5 inside
    loinc STATUS:exists=true => loinc LP2-2 outside
    loinc STATUS:exists=false => loinc LP2-2 inside
    loinc STATUS:exists=false => loinc 1000-9 outside
    loinc COMPONENT:regex=Gl.* => loinc 1000-9 inside
    loinc COMPONENT:regex=Gl => loinc 1000-9 outside
    loinc COMPONENT:regex=(Glue|Sand) => loinc 1002-5 inside
    loinc code:regex=1.*-[79] => loinc 1001-7 inside
    loinc code:regex=1.*-[79] => loinc 1002-5 outside
    loinc COMPONENT:regex=(Gl => loinc 1000-9 open
    loinc METHOD_TYP:= =X => loinc 1000-9 open
    loinc CLASS:like=CHEM => loinc 1000-9 open
    loinc parent:= =LP1-1 => loinc 1002-5 inside
    loinc parent:= =LP1-1 => loinc LP2-2 inside
    loinc parent:= =LP1-1 => loinc 1000-9 outside
    loinc ancestor:= =LP1-1 => loinc 1000-9 inside
    loinc ancestor:= =LP1-1 => loinc LP1-1 outside
    loinc ancestor:= =LP2-2 => loinc 1002-5 outside
    loinc child:= =1000-9 => loinc LP2-2 inside
    loinc child:= =1000-9 => loinc LP1-1 outside
    loinc descendant:= =1000-9 => loinc LP1-1 inside
    loinc descendant:= =1000-9 => loinc 1002-5 outside
    loinc parent:= =LP9-9 => loinc 1000-9 open
    loinc ancestor:in=LP2-2,LP1-1 => loinc 1002-5 inside
    loinc CLASS:= =CHEM SCALE_TYP:= =Qn => loinc 1000-9 inside
    loinc CLASS:= =CHEM SCALE_TYP:= =Qn => loinc 1001-7 outside
    loinc concept:in=LL1-1 => loinc 1000-9 open
    loinc => loinc 1000-9 inside
    loinc => loinc lp2-2 inside
    loinc => loinc 1003-3 outside
    loinc => loinc LA1-1 open
    loinc version=9.99 => loinc 1000-9 inside
    loinc version=9.99 => loinc|9.99 1000-9 inside
    loinc version=9.99 => loinc|9.98 1000-9 open
    loinc version=9.98 CLASS:= =CHEM => loinc 1000-9 open
    loinc version=9.99 CLASS:= =CHEM => loinc 1000-9 inside
    loinc CLASS:= =CHEM => loinc|9.98 1000-9 open
    vs:http://loinc.org/vs => loinc 1000-9 inside
    vs:http://loinc.org/vs => loinc 1003-3 outside
    vs:http://loinc.org/vs/LL1-1 => loinc 1000-9 open
    rx TTY:= =IN => rx 7001 inside
    rx TTY:= =IN => rx 7002 outside
    rx TTY:in=IN,SCD => rx 7002 inside
    rx TTY:in=IN,SCD => rx 7009 outside
    rx STY:= =T200 => rx 7002 inside
    rx STY:= =T200 => rx 7001 outside
    rx STY:= =T109 => rx 7001 inside
    rx SAB:= =MMSL => rx 7001 inside
    rx SAB:= =MMSL => rx 7002 outside
    rx => rx 7003 inside
    rx => rx 7004 outside
    rx TTY:= =IN + rx codes=7002 => rx 7002 inside
    rx TTY:= =SCD - rx codes=7002 => rx 7002 outside
    rx TTY:= =SCD - rx codes=7002 => rx 7003 inside
    icd concept:is-a=A00.1 => icd A00.11 inside
    icd concept:is-a=A00.1 => icd A00.0 outside
    icd concept:is-a=A00 => icd A00.11 inside
    icd concept:is-a=A00 => icd A01 outside
    icd concept:child-of=A00 => icd A00.1 inside
    icd concept:child-of=A00 => icd A00.11 outside
    icd concept:descendent-of=A00 => icd A00 outside
    icd code:regex=A00.* => icd A00.0 inside
    icd code:regex=A00.* => icd A01 outside
    icd concept:is-a=A00 => icd A0011 outside
    cvx status:= =Active => cvx 908 inside
    cvx status:= =Active => cvx 01 outside
    cvx => cvx 1 outside
    glue tint:= =brown => glue Wood inside
    glue tint:= =brown => glue wood inside
    glue tint:= =brown => glue Hot outside
    glue tint:exists=false => glue Hot inside
    glue concept:is-a=Any => glue Hot inside
    glue concept:is-a=any => glue WOOD inside
    glue notSelectable:= =true => glue Any inside
    glue notSelectable:= =true => glue Wood outside
    glue gone:= =true => glue Hot inside
    glue inactive:= =true => glue Hot inside
    glue => glue Cold outside
    glue version=3 => glue|3 Wood inside
    glue version=3 => glue|2 Wood open
    glue version=2 => glue Wood inside
    glue display:regex=.*glue => glue Wood inside
    glue display:regex=Hot.* => glue Wood outside
    part => part a inside
    part => part z open
    part concept:is-a=a => part b open
    part codes=a => part b outside
    part codes=a,z => part z inside
    few => few 1 inside
    few => few 2 open
    iso => iso GL inside
    iso => iso GLL inside
    iso => iso ZY outside
    iso => iso XK open
    bcp => bcp gl inside
    bcp => bcp gl-GL inside
    bcp => bcp gl-ZY outside
    bcp code:= =gl => bcp gl inside
    bcp code:= =gl => bcp gl-GL open
    sct concept:is-a=1000001 + loinc CLASS:= =CHEM => loinc 1000-9 inside
    sct concept:is-a=1000001 + loinc CLASS:= =CHEM => sct 1000002 outside
    sct concept:is-a=138875005 - sct concept:is-a=1000001 => sct 1000002 inside
    sct concept:is-a=138875005 - sct concept:is-a=1000001 => sct 1000003 outside
    sct - sct concept:in=1000002 => sct 1000001 open
    sct - loinc => sct 1000001 inside
    sct concept:is-a=1000001 - vs:http://snomed.info/sct?fhir_vs=refset/1000004 => sct 1000001 outside
    sct concept:is-a=1000001 - vs:http://snomed.info/sct?fhir_vs=refset/1000004 => sct 1000003 inside
    sct vs:http://snomed.info/sct?fhir_vs=isa/1000001 => sct 1000003 inside
    sct vs:http://snomed.info/sct?fhir_vs=isa/1000001 => sct 1000002 outside
    vs:http://snomed.info/sct?fhir_vs=isa/1000002 sct concept:is-a=1000001 => sct 1000003 inside
    set loinc => loinc 1000-9 outside
    vs:http://example.org/none => l A open
    vs:http://example.org/none + l codes=A => l A inside
    vs:http://example.org/none + l codes=A => l B open
    active loinc => loinc 1000-9 inside
    active loinc => loinc 1002-5 outside
    active loinc codes=1000-9,1002-5 => loinc 1000-9 inside
    active loinc codes=1000-9,1002-5 => loinc 1002-5 outside
    active loinc codes=1000-9,7-7 => loinc 7-7 outside
    active loinc CLASS:= =MICRO => loinc 1002-5 outside
    active loinc parent:= =LP1-1 => loinc LP2-2 inside
    active sct => sct 1000005 outside
    active sct codes=1000005,1000001 => sct 1000001 inside
    active glue => glue Hot outside
    active glue => glue Wood inside
    active l => l E outside
    active part codes=a => part a inside
    active none codes=a => none a inside
    packed => l B inside
    packed => l A outside
    """.split(separator: "\n").map(String.init)

  /// A part of a value set as JSON.
  private static func part(_ text: Substring) -> String {
    var (members, filters) = ([] as [String], [] as [String])
    for word in text.replacing(":= =", with: ":==").split(separator: " ") {
      let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
      if word == "set" || word == "packed" {
        members.append(#""valueSet": ["http://example.org/\#(word == "set" ? "below" : "packed")"]"#)
      } else if word.hasPrefix("vs:") {
        members.append(#""valueSet": ["\#(word.dropFirst(3))"]"#)
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
    if !filters.isEmpty { members.append(#""filter": [\#(filters.joined(separator: ", "))]"#) }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private static func compose(_ text: Substring) -> String {
    if text.hasPrefix("active ") { return #""inactive": false, "# + compose(text.dropFirst(7)) }
    let sides = text.split(separator: " - ")
    func parts(_ side: Substring) -> String { side.split(separator: " + ").map(part).joined(separator: ", ") }
    return #""include": [\#(parts(sides[0]))]"# + (sides.count > 1 ? #", "exclude": [\#(parts(sides[1]))]"# : "")
  }

  private static func valueSet(_ url: String, _ compose: String) -> String {
    #"{ "resourceType": "ValueSet", "url": "\#(url)", "status": "active", "compose": { \#(compose) } }"#
  }

  /// A record whose code has some codings, and the result by a profile with a statement about `Basic.code`.
  private static func judge(
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

  @Test(arguments: members)
  func judgesMembers(_ text: String) throws {
    let sides = text.split(separator: " => ")
    let words = sides[1].split(separator: " ")
    let url = "http://example.org/set"
    let result = try Self.judge(
      [Self.coding(words[0] + " " + words[1])], by: #""binding": { "strength": "required", "valueSet": "\#(url)" }"#,
      others: [
        Self.valueSet(url, Self.compose(sides[0])),
        Self.valueSet("http://example.org/below", Self.compose("l concept:is-a=B")),
      ])
    let isOutside = result.found.contains("profile/outside-value-set")
    let isOpen = result.open.contains { $0.hasPrefix("value set ") }
    #expect((isOutside ? "outside" : isOpen ? "open" : "inside") == words[2])
  }

  // MARK: - Hierarchies

  /// Whether a coding subsumes another, or after `<` is subsumed by it, in a constraint.
  static let hierarchies = """
    sct 1000001 > sct 1000003 => holds
    sct 1000001 > sct 1000001 => holds
    sct 1000003 > sct 1000001 => fails
    sct 1000003 < sct 1000001 => holds
    sct 1000001 < sct 1000003 => fails
    sct 138875005 > sct 1000003 => holds
    sct 1000001 > sct 1000002 => fails
    sct 1000001 > sct 9999999 => open
    sct 9999999 > sct 9999999 => holds
    sct 1000001 > loinc 1000-9 => open
    loinc LP1-1 > loinc 1000-9 => holds
    loinc LP2-2 > loinc 1002-5 => fails
    loinc|9.98 LP1-1 > loinc 1000-9 => open
    loinc|9.99 LP1-1 > loinc|9.99 1000-9 => holds
    loinc|9.99 LP1-1 > loinc|9.98 1000-9 => open
    icd A00 > icd A00.11 => holds
    icd A00.0 < icd A00 => holds
    glue Any > glue Wood => holds
    glue any > glue WOOD => holds
    glue Wood > glue Any => fails
    rx 7001 > rx 7002 => fails
    none 1 > none 2 => open
    none 1 > none 1 => holds
    part a > part b => holds
    part b > part a => open
    """.split(separator: "\n").map(String.init)

  @Test(arguments: hierarchies)
  func judgesHierarchies(_ text: String) throws {
    let sides = text.split(separator: " => ")
    let isAbove = sides[0].contains(" > ")
    let codings = sides[0].split(separator: isAbove ? " > " : " < ").map { Self.coding($0) }
    let expression = "coding.first().\(isAbove ? "subsumes" : "subsumedBy")(coding.last())"
    let result = try Self.judge(
      codings,
      by: #""constraint": [{ "key": "a", "severity": "error", "human": "a", "expression": "\#(expression)" }]"#)
    let isOpen = result.open.contains { $0.hasPrefix("hierarchy of ") || $0 == "constraints of profiles" }
    #expect((result.found.contains("profile/constraint") ? "fails" : isOpen ? "open" : "holds") == sides[1])
  }
}
