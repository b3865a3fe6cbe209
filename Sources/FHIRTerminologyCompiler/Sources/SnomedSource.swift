import FHIRSupport
import FHIRTerminology

/// SNOMED CT in Release Format 2, as a snapshot; an edition and its extensions are read together.
///
/// Layout: <https://docs.snomed.org/snomed-ct-specifications/snomed-ct-release-file-specification>
enum SnomedSource {
  private static let columns = ["id", "effectiveTime", "active", "moduleId"]

  @Sendable static func reader(_ header: Header, _ file: SourceFile) -> TableReading? {
    guard columns.allSatisfy({ header.column($0) >= 0 }) else { return nil }
    // The name of each file tells the type of its release, before the language or the country.
    let name = file.name.lowercased()
    if ["full_", "full-", "delta_", "delta-"].contains(where: { name.contains($0) }) {
      return .leftOut("files of SNOMED CT that are no snapshot")
    }
    if header.has("definitionStatusId") { return concepts }
    if header.has("conceptId", "languageCode", "typeId", "term") { return descriptions }
    if header.has("sourceId", "destinationId", "typeId") { return relationships }
    if header.has("refsetId", "referencedComponentId", "acceptabilityId") { return languages }
    if header.has("refsetId", "referencedComponentId", "targetComponentId") { return associations }
    if header.has("refsetId", "referencedComponentId"), header.names.count == 6 { return members }
    return .leftOut("other reference sets and files of SNOMED CT")
  }

  private static func draft(_ compiler: TerminologyCompiler) -> SystemDraft {
    compiler.draft(CodeSystemURI.snomed, title: "SNOMED CT")
  }

  private static func isActive(_ table: DelimitedReader, _ column: Int) -> Bool {
    table[column].elementsEqual([UInt8(ascii: "1")])
  }

  private static let concepts = TableReading { table, header, file, compiler in
    let draft = draft(compiler)
    let state = compiler.snomed
    let (id, time, active, module) = (
      header.column("id"), header.column("effectiveTime"), header.column("active"), header.column("moduleId")
    )
    // The root is in the international edition, without which an extension is only a part.
    let root = Array("138875005".utf8)
    while try table.next() {
      let concept = draft.concept(table[id])
      if table[id].elementsEqual(root) { draft.isWhole = true }
      let date = UInt32(table.text(time)) ?? 0
      // Where two files have a concept, the newer row counts.
      guard state.note(concept, date) else { continue }
      draft.setActive(concept, isActive(table, active))
      state.modules[table.text(module), default: 0] += 1
    }
    state.date = max(state.date, file.date.isEmpty ? String(state.newest) : file.date)
    draft.version = state.version
  }

  private static let descriptions = TableReading { table, header, _, compiler in
    let draft = draft(compiler)
    let state = compiler.snomed
    let (id, active, concept, type, term, language) = (
      header.column("id"), header.column("active"), header.column("conceptId"), header.column("typeId"),
      header.column("term"), header.column("languageCode")
    )
    while try table.next() {
      guard isActive(table, active), let number = UInt64(table.text(id)) else { continue }
      let use: PackedSystem.Label.Use
      switch table.text(type) {
      case "900000000000003001": use = .fullName
      case "900000000000013009": use = .synonym
      default: continue
      }
      let text = try draft.keep(table[term])
      let kind = UInt64(use.rawValue) | UInt64(draft.language(table.text(language))) << 8
      try state.terms.append(
        IndexRow(number, 1, UInt64(draft.reference(table[concept])), UInt64(text.offset), UInt64(text.count), kind))
    }
  }

  private static let languages = TableReading { table, header, _, compiler in
    let state = compiler.snomed
    let (active, set, term, kind) = (
      header.column("active"), header.column("refsetId"), header.column("referencedComponentId"),
      header.column("acceptabilityId")
    )
    while try table.next() {
      guard isActive(table, active), let number = UInt64(table.text(term)) else { continue }
      let isPreferred = table.text(kind) == "900000000000548007"
      try state.terms.append(IndexRow(number, 0, UInt64(table.text(set)) ?? 0, isPreferred ? 1 : 0))
    }
  }

  private static let relationships = TableReading { table, header, _, compiler in
    let draft = draft(compiler)
    let (active, source, target, type, kind) = (
      header.column("active"), header.column("sourceId"), header.column("destinationId"), header.column("typeId"),
      header.column("characteristicTypeId")
    )
    let (isA, stated) = (Array("116680003".utf8), Array("900000000000010007".utf8))
    var attributes = 0
    while try table.next() {
      guard isActive(table, active), !table[kind].elementsEqual(stated) else { continue }
      if table[type].elementsEqual(isA) {
        draft.addParent(draft.reference(table[target]), of: draft.reference(table[source]))
      } else {
        attributes += 1
      }
    }
    if attributes > 0 { compiler.leaveOut("relationships of SNOMED CT other than is-a", attributes) }
  }

  /// The reference sets that name what replaces a retired concept: replaced by, same as.
  private static let replacementSets: Set<String> = ["900000000000526001", "900000000000527005"]

  private static let associations = TableReading { table, header, _, compiler in
    let draft = draft(compiler)
    let (active, set, old, new) = (
      header.column("active"), header.column("refsetId"), header.column("referencedComponentId"),
      header.column("targetComponentId")
    )
    while try table.next() {
      guard isActive(table, active), replacementSets.contains(table.text(set)) else { continue }
      draft.addReplacement(draft.reference(table[new]), of: draft.reference(table[old]))
    }
  }

  private static let members = TableReading { table, header, _, compiler in
    let draft = draft(compiler)
    let (active, set, member) = (
      header.column("active"), header.column("refsetId"), header.column("referencedComponentId")
    )
    while try table.next() {
      // Sets of descriptions and relationships are of no use here: these are no codes.
      let id = table[member]
      guard isActive(table, active), id.count > 2, id[id.count - 2] == UInt8(ascii: "0") else { continue }
      draft.addMember(draft.reference(id), ofSet: draft.reference(table[set]))
    }
  }
}

/// What is kept of SNOMED CT until all its files are read.
final class SnomedState {
  /// Descriptions and what language reference sets say of them, by the identifiers of the descriptions.
  let terms = RowSorter(budget: 64 << 20)
  private var times: [UInt32] = []
  /// How many concepts each module has.
  var modules: [String: Int] = [:]
  var date = ""
  private(set) var newest: UInt32 = 0

  /// Notes the date of a concept's row; returns whether it is not older than another.
  func note(_ concept: Int, _ date: UInt32) -> Bool {
    while times.count <= concept { times.append(0) }
    guard date >= times[concept] else { return false }
    times[concept] = date
    newest = max(newest, date)
    return true
  }

  /// The version as FHIR has it: the module of the edition and the date.
  var version: String {
    let core = ["900000000000207008", "900000000000012004"]
    let national = modules.filter { !core.contains($0.key) }.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return "\(CodeSystemURI.snomed)/\(national?.key ?? core[0])" + (date.isEmpty ? "" : "/version/\(date)")
  }

  /// Gives each description to its concept: as the display if it is the preferred one of a dialect.
  func finish(_ draft: SystemDraft) throws {
    let merge = try RowMerge([terms], budget: 4 << 20)
    let dialects: [UInt64: String] = [900_000_000_000_509_007: "en-US", 900_000_000_000_508_004: "en-GB"]
    var sets: [(set: UInt64, isPreferred: Bool)] = []
    var term: UInt64 = 0
    while let row = try merge.next() {
      if row.w0 != term { sets.removeAll(keepingCapacity: true) }
      term = row.w0
      if row.w1 == 0 {
        sets.append((row.w2, row.w3 == 1))
        continue
      }
      let (text, kind) = (TextPlace(offset: Int(row.w3), count: Int(row.w4)), row.w5)
      let language = Int(kind >> 8)
      guard let use = PackedSystem.Label.Use(rawValue: UInt8(kind & 0xFF)) else { continue }
      let preferred = sets.filter(\.isPreferred).map { dialects[$0.set] ?? "" }
      if use == .fullName || preferred.isEmpty {
        try draft.addLabel(text, of: Int(row.w2), rank: use == .fullName ? 6 : 5, use: use, language: language)
        continue
      }
      // A term that one English dialect prefers and another does not names its dialect.
      let isEnglish = preferred.contains { !$0.isEmpty }
      let isCommon = preferred.count(where: { !$0.isEmpty }) == 2 || !isEnglish
      let rank = preferred.contains("en-US") ? 0 : isEnglish ? 1 : 2
      let own = isCommon ? language : draft.language(preferred.first { !$0.isEmpty } ?? "")
      try draft.addLabel(text, of: Int(row.w2), rank: rank, use: .display, language: own)
    }
  }
}
