import FHIRSupport
import FHIRTerminology

/// RxNorm in the Rich Release Format: tables without names of columns, each field followed by a bar. A code is a
/// concept of which RxNorm itself has a name; its display is that name. Names that come from other sources are left
/// out. Layout: <https://www.nlm.nih.gov/research/umls/rxnorm/docs/techdoc.html>
enum RxNormSource {
  @Sendable static func reader(_ header: Header, _ file: SourceFile) -> TableReading? {
    let row = header.row
    func isNumber(_ place: Int) -> Bool { row[place].utf8.allSatisfy { $0 &- 48 < 10 } && !row[place].isEmpty }
    if row.count == 19, isNumber(0), row[1].count == 3, isNumber(7), row[18].isEmpty { return atoms }
    if row.count == 7, isNumber(0), row[1].hasPrefix("T"), row[6].isEmpty { return types }
    if row.count == 6, isNumber(0), isNumber(3), row[5].isEmpty, file.name.uppercased() == "RXNCUI.RRF" {
      return replacements
    }
    if row.count == 17, isNumber(0), row[16].isEmpty, isNumber(12) { return archive }
    if file.name.uppercased().hasPrefix("RXN"), file.name.uppercased().hasSuffix(".RRF") {
      return row.count > 11 && file.name.uppercased() == "RXNSAB.RRF"
        ? sources : .leftOut("relations, attributes and other tables of RxNorm")
    }
    return nil
  }

  @Sendable private static func draft(_ compiler: TerminologyCompiler, _ file: SourceFile) -> SystemDraft {
    let version = file.digits(after: "RxNorm_full_prescribe_") + file.digits(after: "RxNorm_full_")
    return compiler.draft(CodeSystemURI.rxNorm, version: version, title: "RxNorm")
  }

  private static let atoms = TableReading(hasHeader: false) { table, _, file, compiler in
    let draft = draft(compiler, file)
    let (type, source) = (draft.property("TTY"), draft.property("SAB"))
    var others = 0
    // The prescribable content is a part.
    if !file.path.lowercased().byBytes.contains("prescribe") { draft.isWhole = true }
    while try table.next() {
      // RXCUI, LAT, ..., SAB (11), TTY (12), CODE, STR (14), SRL, SUPPRESS (16), CVF.
      guard table.count == 19 else {
        throw TerminologyPackError("row \(table.row): expected 18 fields, each with a bar, found \(table.count - 1)")
      }
      let isOwn = table[11].elementsEqual("RXNORM".utf8)
      let concept = isOwn ? draft.concept(table[0]) : draft.reference(table[0])
      draft.addValue(table[11], source, of: concept)
      guard isOwn else {
        others += 1
        continue
      }
      draft.addValue(table[12], type, of: concept)
      let isSynonym = table.text(12).hasSuffix("SY")
      let status = table.text(16)
      let isSuppressed = ["O", "E", "Y"].contains(status)
      try draft.addLabel(
        table[14], of: concept, rank: (isSynonym ? 1 : 0) + (isSuppressed ? 2 : 0),
        use: isSynonym ? .synonym : .display)
      // A concept is active if a name is not obsolete: editors suppress others, too, such as those that nobody uses.
      if status != "O" { draft.namedConcepts.insert(concept) }
    }
    for concept in 0..<draft.table.count { draft.setActive(concept, draft.namedConcepts.contains(concept)) }
    if others > 0 { compiler.leaveOut("names in RxNorm from other sources", others) }
  }

  private static let types = TableReading(of: draft) { table, _, draft in
    // The code of the type and its name: value sets use either.
    let (concept, property) = (draft.reference(table[0]), draft.property("STY"))
    draft.addValue(table[1], property, of: concept)
    draft.addValue(table[3], property, of: concept)
  }

  /// Names that are no longer in the current release, with the concepts that they had, and those of today.
  private static let archive = TableReading(of: draft) { table, _, draft in
    guard !table[12].isEmpty, table[13].elementsEqual("RXNORM".utf8) else { return }
    let concept = draft.concept(table[12])
    if !draft.namedConcepts.contains(concept) { draft.setActive(concept, false) }
    try draft.addLabel(table[2], of: concept, rank: 5, use: .synonym)
    if !table[15].isEmpty, !table[15].elementsEqual(table[12]) {
      draft.addReplacement(draft.reference(table[15]), of: concept)
    }
  }

  /// Retired concepts with the concept that took their place; one that was split or dropped has none.
  private static let replacements = TableReading(of: draft) { table, _, draft in
    let concept = draft.concept(table[0])
    if !draft.namedConcepts.contains(concept) { draft.setActive(concept, false) }
    guard table.text(3) == "1", !table[4].isEmpty, !table[4].elementsEqual(table[0]) else { return }
    draft.addReplacement(draft.reference(table[4]), of: concept)
  }

  /// The versions of the sources: that of RxNorm itself reads `20AA_240701F`, and FHIR writes `07012024`.
  private static let sources = TableReading(of: draft) { table, _, draft in
    guard table.text(3) == "RXNORM" else { return }
    let digits = table.text(6).split(separator: "_").last?.filter(\.isNumber) ?? ""
    if digits.count == 6 { try draft.state(version: "\(digits.dropFirst(2))20\(digits.prefix(2))") }
  }
}
