import FHIRTestSupport
import Testing

/// Verdicts on codings in value sets.
struct MemberVerdictTests {
  /// The parts of a value set that are included and excluded (after a minus sign), a coding with its version, and the
  /// verdict. A part is a system, and its codes, its filters, its version or another value set. After `active`, the set
  /// leaves out what is retired.
  static let members = """
    l => l D inside
    l => l Z outside
    l => l E inside
    l => d 1 outside
    none => none 1 open
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
    v version=9 => v old inside
    v version=9 + v version=10 => v old inside
    v version=9 + v version=10 => v new inside
    v version=9 + v version=10 => v none outside
    v version=x => v new inside
    v version=x => v|9 old inside
    v version=x => v|9 new outside
    v version=x => v|10 old outside
    part codes=a,z + d => part z inside
    part codes=a,z vs:http://example.org/whole => part a inside
    part codes=a,z vs:http://example.org/whole => part z open
    part codes=a,z vs:http://example.org/whole => part y outside
    part codes=a,z - part => part a outside
    part codes=a,z - part => part z open
    part codes=a,z - part => part y outside
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
    vs:http://snomed.info/sct?fhir_vs=refset => sct 1000004 inside
    vs:http://snomed.info/sct?fhir_vs=refset => sct 1000001 outside
    vs:http://snomed.info/sct?fhir_vs=refset => loinc 1000-9 outside
    vs:http://snomed.info/sct?fhir_vs=isa/1000001|http://snomed.info/sct/900000000000207008 => sct 1000003 inside
    vs:http://snomed.info/sct?fhir_vs=isa/1000001|http://snomed.info/sct/900000000000207008 => sct 1000002 outside
    vs:http://snomed.info/sct?fhir_vs=isa/1000001|http://snomed.info/sct/731000124108 => sct 1000003 open
    vs:http://snomed.info/sct/900000000000207008/version/20300131?fhir_vs=refset => sct 1000004 inside
    vs:http://snomed.info/sct?fhir_vs|http://snomed.info/sct/900000000000207008/version/20300131 => sct 1000001 inside
    vs:http://loinc.org/vs|9.99 => loinc 1000-9 inside
    vs:http://loinc.org/vs|9.98 => loinc 1000-9 open
    vs:http://snomed.info/sct/900000000000207008?fhir_vs => sct 1000001 inside
    vs:http://snomed.info/sct/731000124108?fhir_vs => sct 1000001 open
    vs:http://snomed.info/sct/731000124108?fhir_vs => l A outside
    loinc CLASS:= =CHEM => loinc 1000-9 inside
    loinc CLASS:= =CHEM => loinc 1001-7 inside
    loinc CLASS:= =CHEM => loinc 1002-5 outside
    loinc CLASS:= =CHEM => loinc LP1-1 outside
    loinc CLASS:= =chem => loinc 1000-9 inside
    loinc CLASS:= =chem => loinc 1002-5 outside
    loinc COMPONENT:= =LP14635-4 => loinc 1000-9 open
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
    loinc version=9.99 => loinc|9.98 1000-9 outside
    loinc version=9.98 CLASS:= =CHEM => loinc 1000-9 open
    loinc version=9.99 CLASS:= =CHEM => loinc 1000-9 inside
    loinc CLASS:= =CHEM => loinc|9.98 1000-9 open
    vs:http://loinc.org/vs => loinc 1000-9 inside
    vs:http://loinc.org/vs => loinc 1003-3 outside
    vs:http://loinc.org/vs/LL1-1 => loinc 1000-9 open
    vs:http://loinc.org/vs/LP2-2 => loinc 1000-9 inside
    vs:http://loinc.org/vs/LP2-2 => loinc 1002-5 outside
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
    glue version=3 => glue|2 Wood outside
    glue version=2 => glue Wood open
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
    glue codes=wood => glue Wood inside
    glue codes=wood => glue WOOD inside
    glue codes=Wood => glue wood inside
    glue codes=wood => glue Hot outside
    glue codes=Wood,Hot - glue codes=WOOD => glue Wood outside
    glue codes=Wood,Hot - glue codes=WOOD => glue wood outside
    glue codes=Wood,Hot - glue codes=WOOD => glue hot inside
    glue - glue codes=WOOD => glue wood outside
    loinc codes=lp1-1 => loinc LP1-1 inside
    l codes=c => l C outside
    l codes=C concept:is-a=B => l C open
    l codes=C concept:is-a=B => l D open
    l - l codes=C concept:is-a=B => l C open
    l codes=C concept:is-a=B + l codes=A => l A inside
    l parent:exists=true => l D inside
    l parent:exists=true => l A outside
    l parent:exists=false => l A inside
    l parent:exists=false => l B outside
    l child:exists=true => l B inside
    l child:exists=true => l D outside
    l child:exists=false => l D inside
    loinc parent:exists=false => loinc LP1-1 inside
    loinc parent:exists=false => loinc 1000-9 outside
    part parent:exists=true => part b open
    l a:exists=false => l A open
    l a:not-in=b => l A open
    l concept:not-in=A,B => l C inside
    l concept:not-in=A,B => l A outside
    l concept:= =Z => l A outside
    l concept:regex=[A-C] => l B inside
    l concept:regex=[A-C] => l D outside
    l concept:is-a=A concept:is-not-a=B => l C inside
    l concept:is-a=A concept:is-not-a=B => l D outside
    l concept:generalizes=D => l A inside
    l concept:generalizes=D => l C outside
    d concept:is-a=1 => d 1 inside
    d concept:is-a=1 => d 2 outside
    few concept:is-a=1 => few 1 open
    set packed => l D inside
    set packed => l C outside
    set vs:http://snomed.info/sct?fhir_vs=isa/1000001 => l D outside
    set vs:http://snomed.info/sct?fhir_vs=isa/1000001 => sct 1000001 outside
    set + sct concept:is-a=1000001 => l D inside
    set + sct concept:is-a=1000001 => sct 1000003 inside
    set vs:http://example.org/none => l D open
    vs:http://example.org/minus => l C inside
    vs:http://example.org/minus => l D outside
    vs:http://example.org/minus => l E inside
    vs:http://example.org/minus => d 1 outside
    l - vs:http://example.org/minus => l D inside
    l - vs:http://example.org/minus => l C outside
    l - vs:http://example.org/none => l D open
    vs:http://example.org/minus - set => l C inside
    active vs:http://example.org/minus => l E outside
    active vs:http://example.org/minus => l C inside
    active l vs:http://example.org/minus => l E outside
    active l codes=C,E + set => l E outside
    active l codes=C,E + set => l D inside
    vs:http://example.org/set + l codes=A => l A inside
    vs:http://example.org/set + l codes=A => l B open
    l version=1 codes=C => l C inside
    l version=1 codes=C => l D outside
    l version=1 codes=C => l|1 C inside
    l version=1 codes=C => l|2 C outside
    m => m 2 inside
    m => m 3 outside
    more-cheese codes=2 => m 2 outside
    v => v new inside
    v => v old outside
    v => v|10 new inside
    v => v|9 old inside
    v => v|9 new outside
    v => v|8 old open
    v version=9 => v old inside
    v version=9 => v new outside
    v version=9 => v|10 both outside
    v version=* => v old inside
    v version=* => v new inside
    v version=* => v none outside
    v version=* => v|9 old inside
    v version=* codes=old,new => v old inside
    v version=* codes=old,gone => v gone outside
    v version=* concept:is-a=both => v new inside
    v version=* concept:is-a=both => v old outside
    v version=9 codes=old + v version=10 codes=new => v|9 old inside
    v version=9 codes=old + v version=10 codes=new => v|10 new inside
    v version=9 codes=old + v version=10 codes=new => v|10 old outside
    l codes=C,Z => l Z outside
    few codes=1,2 => few 2 inside
    given codes=code2,code9 => given code9 outside
    v concept:is-a=both => v new inside
    v concept:is-a=both => v|9 new outside
    v concept:is-a=new => v new inside
    active v => v late inside
    composed => composed a inside
    composed => composed a:b open
    set vs:http://example.org/none => l C outside
    none codes=a vs:http://example.org/none => none b outside
    vs:http://example.org/none set => l C outside
    vs:http://example.org/none set => loinc 1000-9 outside
    set - l constraint:= =B => l C outside
    set - l constraint:= =B => l B open
    set vs:http://example.org/none + l codes=C => l C inside
    given code:in=CODE1\\u0020,code2 => given code1 inside
    given code:in=CODE1\\u0020,code2 => given code3 outside
    given - given codes=code1 => given CODE1 outside
    given - given codes=code1 => given code2 inside
    given concept:is-a=CODE1 => given code2 inside
    given concept:is-a=CODE1 => given code3 outside
    given concept:child-of=code1 => given code2 inside
    given concept:child-of=code1 => given Code1 outside
    given concept:generalizes=code2 => given Code1 inside
    given ancestor:= =code1 => given code2 inside
    given unused:exists=false => given Code1 inside
    given unused:exists=true => given Code1 outside
    given unused:= =x => given Code1 outside
    given hue:= =red => given Code1 inside
    given hue:= =red => given code2 outside
    tinted hue:= =red => tinted a inside
    tinted hue:= =red => tinted b outside
    tinted tint:= =red => tinted a inside
    given inactive:= =true => given Code4 inside
    given inactive:= =true => given code2 outside
    active given => given Code4 outside
    active given => given code3 inside
    active vs:http://example.org/two => given Code4 outside
    active vs:http://example.org/two => given code2 inside
    """.split(separator: "\n").map(String.init)

  @Test(arguments: members)
  func judgesMembers(_ text: String) throws {
    let sides = text.split(separator: " => ")
    let words = sides[1].split(separator: " ")
    let set = Verdicts.valueSet(Self.url, Verdicts.compose(sides[0]))
    #expect(try Self.verdict(on: words[0] + " " + words[1], in: set) == words[2])
    let expression = "coding.first().memberOf('\(Self.url)')"
    let constraint = #"{ "key": "a", "severity": "error", "human": "a", "expression": "\#(expression)" }"#
    let asked = try Self.verdict(on: words[0] + " " + words[1], in: set, by: #""constraint": [\#(constraint)]"#)
    #expect(asked == words[2], "memberOf")
  }

  /// An expansion that says how many codes it has is believed before the definition.
  @Test(arguments: [
    (#""expansion": { "total": 0 }"#, "outside"), (#""expansion": {}"#, "open"),
    (#""expansion": { "total": 0 }, "compose": { "include": [{ "system": "http://example.org/l" }] }"#, "outside"),
    (#""expansion": {}, "compose": { "include": [{ "system": "http://example.org/l" }] }"#, "inside"),
    (#""expansion": { "contains": [A] }"#, "inside"), (#""expansion": { "contains": [B] }"#, "outside"),
    (#""expansion": { "total": 5, "contains": [B] }"#, "open"),
    (#""expansion": { "contains": [{ "abstract": true, "display": "all", "contains": [A] }] }"#, "inside"),
    (#""expansion": { "contains": [{ "abstract": true, "system": "http://example.org/l", "code": "A" }] }"#, "outside"),
    (#""expansion": { "total": 2, "contains": [{ "abstract": true, "display": "all", "contains": [B] }] }"#, "outside"),
    (#""expansion": { "parameter": [{ "name": "filter", "valueString": "B" }], "contains": [B] }"#, "open"),
    (#""expansion": { "extension": [{ "url": "UNCLOSED", "valueBoolean": true }], "contains": [B] }"#, "open"),
    (#""expansion": { "extension": [{ "url": "UNCLOSED", "valueBoolean": false }], "contains": [B] }"#, "outside"),
    (#""compose": { "include": [] }"#, "open"), (#""name": "Nothing""#, "open"),
  ])
  func judgesExpansions(_ members: String, _ expected: String) throws {
    let codes = ["A", "B"].map { #"{ "system": "http://example.org/l", "code": "\#($0)" }"# }
    let text = members.replacing("[A]", with: "[\(codes[0])]").replacing("[B]", with: "[\(codes[1])]")
      .replacing("UNCLOSED", with: "http://hl7.org/fhir/StructureDefinition/valueset-unclosed")
    let set = #"{ "resourceType": "ValueSet", "url": "\#(Self.url)", "status": "active", \#(text) }"#
    #expect(try Self.verdict(on: "l A", in: set) == expected)
  }

  private static let url = "http://example.org/set"

  /// - Parameter statement: the constraint or the binding that asks for the set.
  private static func verdict(
    on coding: some StringProtocol, in set: String,
    by statement: String = #""binding": { "strength": "required", "valueSet": "\#(url)" }"#
  ) throws -> String {
    let below = Verdicts.valueSet("http://example.org/below", Verdicts.compose("l concept:is-a=B"))
    let result = try Verdicts.judge([Verdicts.coding(coding)], by: statement, others: [set, below] + Verdicts.given)
    let isOutside = result.found.contains { ["profile/outside-value-set", "profile/constraint"].contains($0) }
    return isOutside ? "outside" : result.open.contains { $0.hasPrefix("value set ") } ? "open" : "inside"
  }
}
