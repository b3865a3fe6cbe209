import FHIRJSON
import FHIRTape
import FHIRTerminology
import FHIRTerminologyCompiler

/// Small invented files in the publishers' layouts, compiled into packs.
enum Packs {
  static let loinc = "http://loinc.org"
  static let snomed = "http://snomed.info/sct"
  static let rxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
  static let icd = "http://hl7.org/fhir/sid/icd-10-cm"
  static let cvx = "http://hl7.org/fhir/sid/cvx"

  struct Compiled {
    var bytes: [UInt8] = []
    var summaries: [TerminologyCompiler.Summary] = []
    var leftOut: [String: Int] = [:]

    var pack: TerminologyPack { get throws { try TerminologyPack(bytes) } }
  }

  /// Compiles files, each with its name; all must be of known kinds.
  static func compile(_ files: [(name: String, text: String)]) throws -> Compiled {
    try compile(files.map { ($0.name, Array($0.text.utf8)) })
  }

  static func compile(_ files: [(name: String, bytes: [UInt8])]) throws -> Compiled {
    var compiled = Compiled()
    let compiler = try TerminologyCompiler(bundles: BundleTypes(["collection"])) { compiled.bytes += $0 }
    for file in files {
      guard try compiler.add(ArraySource(file.bytes), path: file.name) else { throw Unknown(name: file.name) }
    }
    try compiler.finish()
    compiled.summaries = compiler.summaries
    compiled.leftOut = Dictionary(uniqueKeysWithValues: compiler.leftOut.map { ($0.what, $0.count) })
    return compiled
  }

  struct Unknown: Error {
    let name: String
  }

  /// Returns few bytes at a time, so that rows lie across the pieces.
  struct ArraySource: ByteSource {
    let bytes: [UInt8]
    var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let count = min(buffer.count, 701, bytes.count - place)
      buffer.copyBytes(from: bytes[place..<place + count])
      place += count
      return count
    }

    mutating func rewind() { place = 0 }
  }

  // MARK: - Files

  static let loincTable = (
    name: "Loinc_9.99/LoincTable/Loinc.csv",
    text: #"""
    "LOINC_NUM","COMPONENT","PROPERTY","TIME_ASPCT","SYSTEM","SCALE_TYP","CLASS","STATUS","SHORTNAME","LONG_COMMON_NAME"
    "1000-9","Glue","MCnc","Pt","Wood","Qn","CHEM","ACTIVE","Glue Wood-mCnc","Glue [Mass/volume] in Wood"
    "1001-7","Glue","Pres","Pt","Wood","Ord","CHEM","ACTIVE","Glue Wood Ql","Glue [Presence] in Wood, ""wet"""
    "1002-5","Sand","Type","Pt","Shoe","Nom","MICRO","DEPRECATED","Sand Shoe","Sand in Shoe"
    """#
  )
  static let loincTree = (
    name: "Loinc_9.99/AccessoryFiles/ComponentHierarchyBySystem/ComponentHierarchyBySystem.csv",
    text: """
    PATH_TO_ROOT,SEQUENCE,IMMEDIATE_PARENT,CODE,CODE_TEXT
    ,1,,LP1-1,Everything
    LP1-1,1,LP1-1,LP2-2,Glues
    LP1-1.LP2-2,1,LP2-2,1000-9,Glue
    LP1-1.LP2-2,2,LP2-2,1001-7,Glue
    LP1-1,2,LP1-1,1002-5,Sand
    """
  )
  static let loincMap = (name: "Loinc_9.99/LoincTable/MapTo.csv", text: "LOINC,MAP_TO,COMMENT\n1002-5,1001-7,\n")

  /// A root with two children, of which a third concept is a child of both; and a retired one.
  static let snomedFiles: [(name: String, text: String)] = [
    (
      "Snapshot/Refset/Language/der2_cRefset_LanguageSnapshot-en_INT_20300131.txt",
      """
      id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId\tacceptabilityId
      a\t20300131\t1\t900000000000207008\t900000000000509007\t1002017\t900000000000548007
      b\t20300131\t1\t900000000000207008\t900000000000508004\t1003012\t900000000000548007
      c\t20300131\t1\t900000000000207008\t900000000000509007\t1003012\t900000000000549004
      """
    ),
    (
      "Snapshot/Refset/Content/der2_Refset_SimpleSnapshot_INT_20300131.txt",
      """
      id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId
      a\t20300131\t1\t900000000000207008\t1000004\t1000001
      b\t20300131\t0\t900000000000207008\t1000004\t1000003
      """
    ),
    (
      "Snapshot/Refset/Content/der2_cRefset_AssociationSnapshot_INT_20300131.txt",
      """
      id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId\ttargetComponentId
      a\t20300131\t1\t900000000000207008\t900000000000526001\t1000005\t1000003
      """
    ),
    (
      "Snapshot/Terminology/sct2_Concept_Snapshot_INT_20300131.txt",
      """
      id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId
      138875005\t20020131\t1\t900000000000207008\t900000000000074008
      1000001\t20020131\t1\t900000000000207008\t900000000000074008
      1000002\t20020131\t1\t900000000000207008\t900000000000074008
      1000003\t20020131\t1\t900000000000207008\t900000000000074008
      1000004\t20020131\t1\t900000000000207008\t900000000000074008
      1000005\t20300131\t0\t900000000000207008\t900000000000074008
      """
    ),
    (
      "Snapshot/Terminology/sct2_Description_Snapshot-en_INT_20300131.txt",
      """
      id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId
      1001018\t20020131\t1\t900000000000207008\t1000001\ten\t900000000000003001\tColor of glue (finding)\t900000000000448009
      1002017\t20020131\t1\t900000000000207008\t1000001\ten\t900000000000013009\tColor of glue\t900000000000448009
      1003012\t20020131\t1\t900000000000207008\t1000001\ten\t900000000000013009\tColour of glue\t900000000000448009
      1004017\t20020131\t0\t900000000000207008\t1000001\ten\t900000000000013009\tTint of glue\t900000000000448009
      """
    ),
    (
      "Snapshot/Terminology/sct2_Relationship_Snapshot_INT_20300131.txt",
      """
      id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId
      1\t20020131\t1\t900000000000207008\t1000001\t138875005\t0\t116680003\t900000000000011006\t900000000000451002
      2\t20020131\t1\t900000000000207008\t1000002\t138875005\t0\t116680003\t900000000000011006\t900000000000451002
      3\t20020131\t1\t900000000000207008\t1000003\t1000001\t0\t116680003\t900000000000011006\t900000000000451002
      4\t20020131\t1\t900000000000207008\t1000003\t1000002\t0\t116680003\t900000000000011006\t900000000000451002
      5\t20020131\t1\t900000000000207008\t1000003\t1000004\t1\t363698007\t900000000000011006\t900000000000451002
      6\t20020131\t0\t900000000000207008\t1000004\t1000001\t0\t116680003\t900000000000011006\t900000000000451002
      """
    ),
  ]

  static let rxNormFiles: [(name: String, text: String)] = [
    (
      "RxNorm_full_01022030/rrf/RXNCONSO.RRF",
      """
      7001|ENG||||||1|||x|RXNORM|IN|7001|gluecillin||N|4096|
      7001|ENG||||||2|||x|MMSL|CD|7001|GLUECILLIN OF MMSL||N|4096|
      7002|ENG||||||3|||x|RXNORM|SCD|7002|gluecillin 5 MG Oral Tablet||N|4096|
      7003|ENG||||||4|||x|RXNORM|SCD|7003|gluecillin 9 MG Oral Tablet||O|4096|
      7004|ENG||||||5|||x|MMSL|CD|7004|ONLY MMSL||N|4096|
      """
    ),
    (
      "RxNorm_full_01022030/rrf/RXNSTY.RRF",
      "7001|T109|A1.4|Organic Chemical|AT1||\n7002|T200|A1.3.3|Clinical Drug|AT2||\n"
    ),
    (
      "RxNorm_full_01022030/rrf/RXNATOMARCHIVE.RRF",
      "9|9|gluecillin 7 MG|2001/01/01|2001/01/01|2001/01/01|7009|N|ENG|2001_01|9|RXNORM_01|7009|RXNORM|SCD|7002|\n"
    ),
    (
      "RxNorm_full_01022030/rrf/RXNCUI.RRF",
      "7010|2001_01|2002_01|1|7001|\n7011|2001_01|2002_01|2|7001|\n7011|2001_01|2002_01|2|7002|\n"
    ),
  ]

  static let icdOrder = (
    name: "icd10cm-order-2030.txt",
    text: """
    00001 A00     0 Glue fever                                                   Glue fever
    00002 A000    1 Glue fever due to wood                                       Glue fever due to wood, by any wood
    00003 A001    0 Glue fever due to sand                                       Glue fever due to sand
    00004 A0011   1 Glue fever, left                                             Glue fever due to sand, left shoe
    00005 A01     1 Sand fever                                                   Sand fever

    """
  )

  static let countries = (
    name: "iso.csv",
    text: "name,alpha-2,alpha-3,country-code\nGlueland,GL,GLL,900\nSandland,SL,SLD,901\n"
  )

  static let languageTags = (
    name: "language-subtag-registry",
    text: """
    File-Date: 2030-01-02
    %%
    Type: language
    Subtag: gl
    Description: Gluish
    Added: 2005-10-16
    %%
    Type: language
    Subtag: sd
    Description: Sandish
    Deprecated: 2020-01-01
    Preferred-Value: gl
    %%
    Type: language
    Subtag: glx
    Description: Northern
      Gluish
    %%
    Type: language
    Subtag: qaa..qac
    Description: Private use
    %%
    Type: extlang
    Subtag: glx
    Prefix: gl
    %%
    Type: script
    Subtag: Wood
    Description: Carved letters
    %%
    Type: region
    Subtag: GL
    Description: Glueland
    %%
    Type: region
    Subtag: QM..QZ
    Description: Private use
    %%
    Type: variant
    Subtag: wetwood
    Description: Wet
    Prefix: gl
    %%
    Type: grandfathered
    Tag: i-glue
    Description: Gluish of old

    """
  )

  static let vaccines = (
    name: "cvx.txt",
    text: """
    01 |DGL    |Glue vaccine, live  |  |Inactive  |False |2029/05/01
    908|WOOD   |Wood vaccine        |A note |Active |False |2030/01/02
    """
  )

  static let codeSystem = (
    name: "CodeSystem-glue.json",
    text: """
    {"resourceType":"CodeSystem","url":"http://example.org/glue","version":"3","title":"Glues","status":"active",
     "caseSensitive":false,"content":"complete",
     "property":[{"code":"gone","uri":"http://hl7.org/fhir/concept-properties#inactive","type":"boolean"},
                 {"code":"tint","type":"string"}],
     "concept":[
      {"code":"Any","display":"Any glue","property":[{"code":"notSelectable","valueBoolean":true}],"concept":[
        {"code":"Wood","display":"Wood glue","designation":[{"language":"de","value":"Holzleim"}],
         "property":[{"code":"tint","valueString":"brown"}]},
        {"code":"Hot","display":"Hot glue","property":[{"code":"gone","valueBoolean":true},
         {"code":"replacedBy","valueCode":"Wood"}]}]}]}
    """
  )

  static let all = [loincTable, loincTree, loincMap] + snomedFiles + rxNormFiles + [icdOrder, vaccines, codeSystem]
}
