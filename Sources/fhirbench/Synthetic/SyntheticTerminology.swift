import FHIRValidation
import Foundation

/// Terminologies of real sizes, in their publishers' layouts, with invented codes and names; always the same.
struct SyntheticTerminology {
  /// Concepts of SNOMED CT, with about 4.3 times as many descriptions and nine times as many relationships; terms of
  /// LOINC; and names in RxNorm.
  private let snomed, loinc, rxNorm: Int
  private var random = SeededRandom(seed: 1)

  init(percent: Int) {
    (snomed, loinc, rxNorm) = (370_000 * percent / 100, 110_000 * percent / 100, 900_000 * percent / 100)
  }

  mutating func write(to folder: URL) throws {
    try writeSnomed(to: folder.appending(path: "SnomedCT_Synthetic/Snapshot"))
    try writeLOINC(to: folder.appending(path: "Loinc_2.77"))
    try writeRxNorm(to: folder.appending(path: "RxNorm_full_07012024/rrf"))
  }

  private struct Rows {
    private let file: FileHandle
    private var bytes: [UInt8] = []

    init(_ folder: URL, _ name: String, header: String? = nil) throws {
      let url = folder.appending(path: name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
      file = try FileHandle(forWritingTo: url)
      if let header { try add(header) }
    }

    mutating func add(_ row: String) throws {
      bytes += "\(row)\r\n".utf8
      if bytes.count > 1 << 20 { try end() }
    }

    mutating func end() throws {
      try file.write(contentsOf: Data(bytes))
      bytes.removeAll(keepingCapacity: true)
    }
  }

  // MARK: - Names

  private static let beginnings = [
    "car", "der", "neu", "gas", "hep", "ost", "pul", "ren", "der", "cyt", "oph", "lar", "myo", "art", "ven", "lym",
  ]
  private static let middles = ["dio", "mato", "ro", "tro", "ato", "eo", "mono", "ali", "mico", "o", "thal", "yngo"]
  private static let endings = [
    "pathy", "itis", "oma", "osis", "plasty", "ectomy", "gram", "logy", "ine", "ase", "ate", "ol", "al structure",
  ]
  private static let fillers = ["of left", "of right", "due to", "with", "without", "in", "and", "following", "by"]

  private mutating func word() -> String {
    random.pick(Self.beginnings) + random.pick(Self.middles) + random.pick(Self.endings)
  }

  /// A name of about thirty to forty letters.
  private mutating func phrase() -> String {
    var words = [word(), random.pick(Self.fillers), word()]
    if random.once(in: 3) { words += [random.pick(Self.fillers), word()] }
    return words.joined(separator: " ")
  }

  // MARK: - SNOMED CT

  /// The identifier of an item of a kind: 0 for a concept, 1 for a description, 2 for a relationship.
  private static func identifier(_ item: Int, kind: Int) -> String { checked("\(item)0\(kind)", CheckDigit.verhoeff) }

  private static func checked(
    _ digits: String, dash: String = "", _ checkDigit: (UnsafeBufferPointer<UInt8>) -> UInt8
  ) -> String {
    let digit = Array(digits.utf8).withUnsafeBufferPointer(checkDigit)
    return digits + dash + String(UnicodeScalar(digit))
  }

  private mutating func writeSnomed(to folder: URL) throws {
    let (module, date) = ("900000000000207008", "20240701")
    func rows(_ name: String, _ columns: String) throws -> Rows {
      try Rows(folder, "\(name)_INT_\(date).txt", header: "id\teffectiveTime\tactive\tmoduleId\t" + columns)
    }
    var concepts = try rows("Terminology/sct2_Concept_Snapshot", "definitionStatusId")
    var terms = try rows(
      "Terminology/sct2_Description_Snapshot-en", "conceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId")
    var relations = try rows(
      "Terminology/sct2_Relationship_Snapshot",
      "sourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId")
    let content = "refsetId\treferencedComponentId"
    var languages = try rows("Refset/Language/der2_cRefset_LanguageSnapshot-en", content + "\tacceptabilityId")
    var members = try rows("Refset/Content/der2_Refset_SimpleSnapshot", content)
    // Sixteen children of the root, then a tree whose breadth grows as that of the real one does.
    let root = "138875005"
    var ids = [root]
    for number in 1..<max(snomed, 2) { ids.append(Self.identifier(1_000_000 + number * 7, kind: 0)) }
    var (term, relation) = (0, 0)
    for (number, id) in ids.enumerated() {
      // A quarter of the concepts is retired.
      let isActive = number < 64 || number % 4 != 3
      let state = isActive ? "1" : "0"
      try concepts.add("\(id)\t\(date)\t\(state)\t\(module)\t900000000000074008")
      let name = phrase()
      for (place, text) in ["\(name) (finding)", name, phrase(), "\(name), \(word())", phrase()].enumerated() {
        if place == 4, number % 3 != 0 { continue }
        term += 1
        let type = place == 0 ? "900000000000003001" : "900000000000013009"
        let termID = Self.identifier(100_000 + term * 3, kind: 1)
        let row = "\(termID)\t\(date)\t\(place == 3 && number % 2 == 0 ? "0" : "1")\t\(module)\t\(id)\ten\t\(type)"
        try terms.add("\(row)\t\(text)\t900000000000448009")
        for set in ["900000000000509007", "900000000000508004"] {
          let kind = place < 2 ? "900000000000548007" : "900000000000549004"
          try languages.add("\(random.uuid())\t\(date)\t1\t\(module)\t\(set)\t\(termID)\t\(kind)")
        }
      }
      if number == 0 { continue }
      var parents = [number < 17 ? 0 : 1 + (number - 17) / 5]
      if number > 200, isActive {
        // Most other parents are near the first, as in the real hierarchy.
        if number % 5 < 3 { parents.append(max(1, parents[0] - random.number(1...40))) }
        if number % 9 == 0 { parents.append(random.number(1...max(1, number / 6))) }
      }
      for (place, parent) in (Set(parents).sorted().map { ids[$0] } + (0..<7).map { _ in root }).enumerated() {
        relation += 1
        let isParent = place < Set(parents).count
        let row =
          "\(Self.identifier(100_000 + relation * 3, kind: 2))\t\(date)\t\(isActive ? "1" : "0")\t\(module)\t\(id)"
        try relations.add(
          "\(row)\t\(parent)\t0\t\(isParent ? "116680003" : "363698007")\t900000000000011006\t900000000000451002")
      }
      if number % 10 == 0 {
        try members.add("\(random.uuid())\t\(date)\t1\t\(module)\t\(ids[1 + number % 7 % (ids.count - 1)])\t\(id)")
      }
    }
    for var rows in [concepts, terms, relations, languages, members] { try rows.end() }
  }

  // MARK: - LOINC

  private static func loinc(_ number: Int) -> String { checked("\(number)", dash: "-", CheckDigit.modulus10) }

  private mutating func writeLOINC(to folder: URL) throws {
    var terms = try Rows(
      folder, "LoincTable/Loinc.csv",
      header:
        "\"LOINC_NUM\",\"COMPONENT\",\"PROPERTY\",\"TIME_ASPCT\",\"SYSTEM\",\"SCALE_TYP\",\"METHOD_TYP\",\"CLASS\","
        + "\"VersionLastChanged\",\"STATUS\",\"CLASSTYPE\",\"SHORTNAME\",\"ORDER_OBS\",\"LONG_COMMON_NAME\",\"DisplayName\""
    )
    var tree = try Rows(
      folder, "AccessoryFiles/ComponentHierarchyBySystem/ComponentHierarchyBySystem.csv",
      header: "PATH_TO_ROOT,SEQUENCE,IMMEDIATE_PARENT,CODE,CODE_TEXT")
    let parts = max(loinc / 3, 1)
    for part in 0..<parts {
      let parent = part == 0 ? "" : "LP\(Self.loinc(10_000 + (part - 1) / 4))"
      try tree.add("\"\",\(part),\(parent),LP\(Self.loinc(10_000 + part)),\"\(word())\"")
    }
    for number in 0..<loinc {
      let code = Self.loinc(1000 + number)
      let (component, system) = (word(), random.pick(["Ser/Plas", "Bld", "Urine", "^Patient", "CSF"]))
      let scale = random.pick(["Qn", "Ord", "Nom", "Nar"])
      let fields = [
        code, component, random.pick(["MCnc", "SCnc", "Type", "Find"]), "Pt", system, scale, "",
        random.pick(["CHEM", "HEM/BC", "MICRO", "SERO", "CLIN"]), "2.\(random.number(40...77))",
        number % 25 == 7 ? "DEPRECATED" : "ACTIVE", "1", "\(component) \(system) \(scale)", "Both",
        "\(component) and \(phrase()) in \(system)", "\(component) [\(system)]",
      ]
      try terms.add(fields.map { "\"\($0)\"" }.joined(separator: ","))
      try tree.add("\"\",1,LP\(Self.loinc(10_000 + number % parts)),\(code),\"\(component)\"")
    }
    for var rows in [terms, tree] { try rows.end() }
  }

  // MARK: - RxNorm

  private mutating func writeRxNorm(to folder: URL) throws {
    var names = try Rows(folder, "RXNCONSO.RRF")
    var types = try Rows(folder, "RXNSTY.RRF")
    var concept = 0
    for atom in 0..<rxNorm {
      // About four names a concept; RxNorm itself has one or two of them.
      if atom % 4 == 0 {
        concept += 1
        try types.add("\(concept + 1000)|T200|A1.3.3|Clinical Drug|AT\(concept)||")
      }
      let (source, type) = [("RXNORM", "SCD"), ("RXNORM", "SY"), ("MMSL", "CD"), ("VANDF", "CD")][atom % 4]
      let name = "\(word()) \(random.number(1...500)) MG / \(word()) \(random.number(1...50)) MG Oral Tablet"
      let state = concept % 12 == 5 ? "O" : "N"
      try names.add(
        "\(concept + 1000)|ENG||||||\(atom + 1)|||\(atom)|\(source)|\(type)|\(concept)|\(name)||\(state)|4096|")
    }
    for var rows in [names, types] { try rows.end() }
  }
}
