import FHIRTerminology

/// The tables of LOINC: the terms, their hierarchy, parts, answer lists, and what replaces a deprecated term. Layout:
/// <https://loinc.org/kb/users-guide/loinc-database-structure/>
enum LOINCSource {
  /// The columns that FHIR has as filters: <https://hl7.org/fhir/loinc.html>.
  private static let properties = [
    "STATUS", "COMPONENT", "PROPERTY", "TIME_ASPCT", "SYSTEM", "SCALE_TYP", "METHOD_TYP", "CLASS", "CLASSTYPE",
    "ORDER_OBS", "VersionLastChanged", "VersionFirstReleased",
  ]

  @Sendable static func reader(_ header: Header, _ file: SourceFile) -> TableReading? {
    if header.has("LOINC_NUM", "STATUS"), header.has("COMPONENT") || header.has("LONG_COMMON_NAME") { return terms }
    if header.has("LOINC_NUM", "LinguisticVariantDisplayName") { return translations }
    if header.has("IMMEDIATE_PARENT", "CODE", "CODE_TEXT") { return hierarchy }
    if header.has("PartNumber", "PartTypeName", "PartName", "Status") { return parts }
    if header.has("AnswerListId", "AnswerStringId") { return answers }
    if header.has("LOINC", "MAP_TO") { return replacements }
    return nil
  }

  @Sendable private static func draft(_ compiler: TerminologyCompiler, _ file: SourceFile) -> SystemDraft {
    let draft = compiler.draft(CodeSystemURI.loinc, version: file.digits(after: "Loinc_"), title: "LOINC")
    draft.ignoresCase = true
    return draft
  }

  private static let terms = TableReading { table, header, file, compiler in
    let draft = draft(compiler, file)
    draft.isWhole = true
    let (code, status) = (header.column("LOINC_NUM"), header.column("STATUS"))
    let names = ["LONG_COMMON_NAME", "DisplayName", "SHORTNAME", "CONSUMER_NAME"].map { header.column($0) }
    // What a table does not have is unknown, and no property without values.
    let columns = properties.filter { header.has($0) }.map { (header.column($0), draft.property($0)) }
    let (changed, notice) = (header.column("VersionLastChanged"), header.column("EXTERNAL_COPYRIGHT_NOTICE"))
    var newest: [Int] = []
    while try table.next() {
      guard !table[code].isEmpty else { continue }
      let concept = draft.concept(table[code])
      let state = table.text(status).uppercased()
      // A discouraged term is in use; only deprecated ones are inactive: <https://terminology.hl7.org/LOINC.html>.
      if !state.isEmpty { draft.setActive(concept, state != "DEPRECATED") }
      for (rank, column) in names.enumerated() {
        try draft.addLabel(table[column], of: concept, rank: rank, use: rank == 0 ? .display : .synonym)
      }
      for (column, property) in columns { draft.addValue(table[column], property, of: concept) }
      if notice >= 0 {
        SystemDraft.withBytes(of: table[notice].isEmpty ? "LOINC" : "3rdParty") {
          draft.addValue($0, draft.property("copyright"), of: concept)
        }
      }
      let parts = table.text(changed).split(separator: ".").map { Int($0) ?? 0 }
      if newest.lexicographicallyPrecedes(parts) { newest = parts }
    }
    if file.digits(after: "Loinc_").isEmpty { try draft.state(version: newest.map(String.init).joined(separator: ".")) }
  }

  /// Names in the language and country that the file's name begins with, such as `deAT24LinguisticVariant.csv`.
  private static let translations = TableReading { table, header, file, compiler in
    let draft = draft(compiler, file)
    let tag = file.name.prefix { $0.isLetter }
    let language = draft.language(tag.count == 4 ? "\(tag.prefix(2).lowercased())-\(tag.suffix(2).uppercased())" : "")
    let code = header.column("LOINC_NUM")
    let names = ["LONG_COMMON_NAME", "LinguisticVariantDisplayName", "SHORTNAME"].map { header.column($0) }
    while try table.next() {
      for (rank, column) in names.enumerated() {
        try draft.addLabel(
          table[column], of: draft.reference(table[code]), rank: 10 + rank, use: rank == 0 ? .display : .synonym,
          language: language)
      }
    }
  }

  private static let hierarchy = TableReading(of: draft, "CODE", "CODE_TEXT", "IMMEDIATE_PARENT") {
    table, columns, draft in
    let (concept, parent) = (draft.concept(table[columns[0]]), table[columns[2]])
    // The terms have better names of their own.
    try draft.addLabel(table[columns[1]], of: concept, rank: 9, use: .synonym)
    if !parent.isEmpty { draft.addParent(draft.concept(parent), of: concept) }
  }

  private static let parts = TableReading(of: draft, "PartNumber", "PartName", "PartDisplayName", "Status") {
    table, columns, draft in
    let concept = draft.concept(table[columns[0]])
    draft.setActive(concept, !["DEPRECATED", "INACTIVE"].contains(table.text(columns[3]).uppercased()))
    try draft.addLabel(table[columns[1]], of: concept, rank: 1)
    try draft.addLabel(table[columns[2]], of: concept, rank: 2, use: .synonym)
  }

  private static let answers = TableReading(
    of: draft, "AnswerListId", "AnswerListName", "AnswerStringId", "DisplayText"
  ) { table, columns, draft in
    let (set, answer) = (draft.concept(table[columns[0]]), table[columns[2]])
    try draft.addLabel(table[columns[1]], of: set)
    guard !answer.isEmpty else { return }
    let concept = draft.concept(answer)
    try draft.addLabel(table[columns[3]], of: concept)
    draft.addMember(concept, ofSet: set)
  }

  private static let replacements = TableReading(of: draft, "LOINC", "MAP_TO") { table, columns, draft in
    if table[columns[1]].isEmpty { return }
    draft.addReplacement(draft.reference(table[columns[1]]), of: draft.reference(table[columns[0]]))
  }
}
