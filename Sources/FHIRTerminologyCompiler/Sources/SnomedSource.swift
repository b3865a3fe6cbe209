import FHIRSupport
import FHIRTerminology

/// SNOMED CT in Release Format 2, as a snapshot; an edition and its extensions are read together. Layout:
/// <https://docs.snomed.org/snomed-ct-specifications/snomed-ct-release-file-specification>
enum SnomedSource {
  @Sendable static func reader(_ header: Header, _ file: SourceFile) -> TableReading? {
    guard header.has("id", "effectiveTime", "active", "moduleId") else { return nil }
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

  private static func isActive(_ table: DelimitedReader, _ column: Int) throws -> Bool {
    if table[column].elementsEqual([UInt8(ascii: "1")]) { return true }
    if table[column].elementsEqual([UInt8(ascii: "0")]) { return false }
    throw TerminologyPackError("row \(table.row): expected active '0' or '1', found '\(table.text(column))'")
  }

  private static let concepts = TableReading { table, header, file, compiler in
    let (draft, state) = (draft(compiler), compiler.snomed)
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
      draft.setActive(concept, try isActive(table, active))
      state.modules[table.text(module), default: 0] += 1
    }
    state.date = max(state.date, file.date.isEmpty ? String(state.newest) : file.date)
    draft.version = state.version
  }

  private static func row(_ a: Int, _ b: Int, _ c: Int = 0, _ d: Int = 0) -> IndexRow {
    func word(_ number: Int) -> UInt64 { UInt64(truncatingIfNeeded: number) }
    return IndexRow(0, 0, 0, word(a), word(b), word(c), word(d))
  }

  /// Reads components, of each of which the newest row counts, whatever file has it.
  ///
  /// - Parameter content: what an active row has in the columns with these names.
  private static func components(
    _ kind: SnomedState.Kind, _ names: String...,
    content: @escaping @Sendable (DelimitedReader, [Int], SystemDraft, TerminologyCompiler) throws -> IndexRow?
  ) -> TableReading {
    TableReading { table, header, _, compiler in
      let draft = draft(compiler)
      let columns = names.map { header.column($0) }
      let (id, time, active) = (header.column("id"), header.column("effectiveTime"), header.column("active"))
      while try table.next() {
        let isActive = try isActive(table, active)
        guard var row = isActive ? try content(table, columns, draft, compiler) : IndexRow() else { continue }
        row.w0 = PackedSystem.number(table[id]) ?? PackLayout.sum(UnsafeRawBufferPointer(table[id]))
        (row.w1, row.w2) = (kind.rawValue, (UInt64(table.text(time)) ?? 0) << 1 | (isActive ? 1 : 0))
        try compiler.snomed.components.append(row)
      }
    }
  }

  private static let descriptions = components(.description, "conceptId", "typeId", "term", "languageCode") {
    table, columns, draft, _ in
    let use: PackedSystem.Label.Use
    switch table.text(columns[1]) {
    case "900000000000003001": use = .fullName
    case "900000000000013009": use = .synonym
    default: return nil
    }
    let text = try draft.keep(table[columns[2]])
    let kind = Int(use.rawValue) | draft.language(table.text(columns[3])) << 8
    return row(draft.reference(table[columns[0]]), text.lowerBound, text.count, kind)
  }

  private static let languages = components(.language, "refsetId", "referencedComponentId", "acceptabilityId") {
    table, columns, _, _ in
    guard let number = Int(table.text(columns[1])) else { return nil }
    return row(number, Int(table.text(columns[0])) ?? 0, table.text(columns[2]) == "900000000000548007" ? 1 : 0)
  }

  private static let (isA, stated) = (Array("116680003".utf8), Array("900000000000010007".utf8))

  private static let relationships = components(
    .relationship, "sourceId", "destinationId", "typeId", "characteristicTypeId"
  ) { table, columns, draft, compiler in
    if table[columns[3]].elementsEqual(stated) { return nil }
    if table[columns[2]].elementsEqual(isA) {
      return row(draft.reference(table[columns[0]]), draft.reference(table[columns[1]]))
    }
    compiler.leaveOut("relationships of SNOMED CT other than is-a", 1)
    return nil
  }

  /// The reference sets that name what replaces a retired concept: replaced by, same as.
  private static let replacementSets: Set<String> = ["900000000000526001", "900000000000527005"]

  private static let associations = components(
    .association, "refsetId", "referencedComponentId", "targetComponentId"
  ) { table, columns, draft, _ in
    guard replacementSets.contains(table.text(columns[0])) else { return nil }
    return row(draft.reference(table[columns[1]]), draft.reference(table[columns[2]]))
  }

  private static let members = components(.member, "refsetId", "referencedComponentId") { table, columns, draft, _ in
    // Sets of descriptions and relationships are of no use here: these are no codes.
    let id = table[columns[1]]
    guard id.count > 2, id[id.count - 2] == UInt8(ascii: "0") else { return nil }
    return row(draft.reference(table[columns[0]]), draft.reference(id))
  }
}

/// What is kept of SNOMED CT until all its files are read.
final class SnomedState {
  /// Descriptions and what language reference sets say of them, by the identifiers of the descriptions.
  private let terms = RowSorter(budget: 32 << 20)
  /// The rows of all components but concepts.
  let components = RowSorter(budget: 32 << 20)
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

  enum Kind: UInt64 { case description, language, relationship, association, member }

  /// Hands on what the newest rows of active components have.
  private func settle(_ draft: SystemDraft) throws {
    let merge = try RowMerge([components], budget: 4 << 20)
    var next = try merge.next()
    while let row = next {
      next = try merge.next()
      if let next, (next.w0, next.w1) == (row.w0, row.w1) { continue }
      guard row.w2 & 1 == 1, let kind = Kind(rawValue: row.w1) else { continue }
      switch kind {
      case .description: try terms.append(IndexRow(row.w0, 1, row.w3, row.w4, row.w5, row.w6))
      case .language: try terms.append(IndexRow(row.w3, 0, row.w4, row.w5))
      case .relationship: draft.addParent(Int(row.w4), of: Int(row.w3))
      case .association: draft.addReplacement(Int(row.w4), of: Int(row.w3))
      case .member: draft.addMember(Int(row.w4), ofSet: Int(row.w3))
      }
    }
  }

  /// The version as FHIR has it: the module of the edition and the date. Only modules of national editions have a namespace.
  var version: String {
    let national = modules.filter { module in
      SystemDraft.withBytes(of: module.key) { PackedSystem.part(of: $0, in: CodeSystemURI.snomed) } != nil
    }.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return "\(CodeSystemURI.snomed)/\(national?.key ?? "900000000000207008")" + (date.isEmpty ? "" : "/version/\(date)")
  }

  /// Gives each description to its concept: as the display if it is the preferred one of a dialect.
  func finish(_ draft: SystemDraft) throws {
    try settle(draft)
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
      let (text, kind) = (Int(row.w3)..<Int(row.w3 + row.w4), row.w5)
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
