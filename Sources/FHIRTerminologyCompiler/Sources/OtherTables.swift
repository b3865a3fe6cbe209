import FHIRTerminology

/// ICD-10-CM and ICD-10-PCS in the order files of CMS: a line has a number, a code without its full stop, whether it
/// may be billed, a short and a long title, at fixed columns. Layout:
/// <https://www.cms.gov/medicare/coding-billing/icd-10-codes>
enum ICD10Source {
  static let diagnoses = "http://hl7.org/fhir/sid/icd-10-cm"

  static func isOrderFile(_ line: String) -> Bool {
    let bytes = Array(line.utf8)
    return bytes.count > 17 && bytes[..<5].allSatisfy { $0 &- 48 < 10 } && bytes[5] == 0x20 && bytes[6] != 0x20
      && bytes[13] == 0x20 && (bytes[14] == 0x30 || bytes[14] == 0x31) && bytes[15] == 0x20
  }

  static func read(_ table: DelimitedReader, _ file: SourceFile, _ compiler: TerminologyCompiler) throws {
    var draft: SystemDraft?
    var isClinical = true
    // The headings that the current code is below, the shortest first.
    var above: [(code: [UInt8], concept: Int)] = []
    while try table.next() {
      let line = table[0]
      guard isOrderFile(table.text(0)) else {
        throw TerminologyPackError("row \(table.row): expected a number, a code, and 0 or 1 behind it, found others")
      }
      let written = line[6..<13].prefix { $0 != 0x20 }
      if draft == nil {
        // The codes of procedures begin with a digit in the first section, and have no full stop.
        isClinical = written.first.map { $0 &- 48 > 9 } ?? true && !file.name.lowercased().contains("pcs")
        let year = file.name.split { !$0.isASCII || !$0.isNumber }.last { $0.count == 4 && $0.hasPrefix("20") }
        draft = compiler.draft(
          isClinical ? diagnoses : "http://www.cms.gov/Medicare/Coding/ICD10", version: year.map(String.init) ?? "",
          title: isClinical ? "ICD-10-CM" : "ICD-10-PCS", isWhole: true)
      }
      guard let draft else { return }
      var code = Array(written)
      if isClinical, code.count > 3 { code.insert(UInt8(ascii: "."), at: 3) }
      let concept = code.withUnsafeBufferPointer { draft.concept($0) }
      while let last = above.last, !written.starts(with: last.code) { above.removeLast() }
      if let parent = above.last { draft.addParent(parent.concept, of: concept) }
      above.append((Array(written), concept))
      let short = UnsafeBufferPointer(rebasing: line[min(16, line.count)..<min(76, line.count)]).trimmed
      let long = UnsafeBufferPointer(rebasing: line[min(77, line.count)...]).trimmed
      try draft.addLabel(long.isEmpty ? short : long, of: concept)
      try draft.addLabel(short, of: concept, rank: 1, use: .synonym)
    }
  }
}

/// The vaccines of CDC, a table with bars and without names of columns. Layout:
/// <https://www2.cdc.gov/vaccines/iis/iisstandards/vaccines.asp?rpt=cvx>
enum CVXSource {
  static let system = "http://hl7.org/fhir/sid/cvx"

  @Sendable static func reader(_ header: Header, _ file: SourceFile) -> TableReading? {
    let states = ["active", "inactive", "non-us", "pending", "never active"]
    guard (7...9).contains(header.row.count), states.contains(header.row[4].trimmed.lowercased()) else { return nil }
    return TableReading(hasHeader: false) { table, _, _, compiler in
      let draft = compiler.draft(system, title: "CVX", isWhole: true)
      let property = draft.property("status")
      var newest = ""
      while try table.next() {
        let code = table[0].trimmed
        if code.isEmpty { continue }
        let concept = draft.concept(code)
        // What CDC calls inactive may still be recorded as history; it is not given any more.
        draft.addValue(table[4].trimmed, property, of: concept)
        try draft.addLabel(table[1].trimmed, of: concept)
        try draft.addLabel(table[2].trimmed, of: concept, rank: 1, use: .synonym)
        newest = max(newest, table.text(6).trimmed)
      }
      // The table names no edition, but the day on which each row last changed.
      let parts = newest.split(separator: "/")
      if parts.count == 3 { try draft.state(version: parts.joined()) }
    }
  }
}

/// The directory of drugs of FDA: each package has a code with hyphens, and the same with eleven digits. Layout:
/// <https://www.fda.gov/drugs/drug-approvals-and-databases/ndc-package-file-definitions>
enum NDCSource {
  @Sendable static func reader(_ header: Header, _ file: SourceFile) -> TableReading? {
    if header.has("PRODUCTNDC", "PROPRIETARYNAME"), !header.has("NDCPACKAGECODE") {
      return .leftOut("products of NDC, which are no codes of packages")
    }
    guard header.has("NDCPACKAGECODE", "PACKAGEDESCRIPTION") else { return nil }
    let system = { @Sendable (compiler: TerminologyCompiler, _: SourceFile) in
      compiler.draft(CodeSystemURI.ndc, title: "NDC", isWhole: true)
    }
    return TableReading(of: system, "NDCPACKAGECODE", "PACKAGEDESCRIPTION") { table, columns, draft in
      let parts = table.text(columns[0]).split(separator: "-")
      guard parts.count == 3 else { return }
      let eleven = zip(parts, [5, 4, 2]).map { String(repeating: "0", count: max(0, $1 - $0.count)) + $0 }.joined()
      for concept in [draft.concept(table[columns[0]]), draft.concept(eleven)] {
        try draft.addLabel(table[columns[1]], of: concept)
      }
    }
  }
}

/// The countries of ISO 3166-1, as tables have them whose columns name the two and the three letters and the number.
enum CountrySource {
  @Sendable static func reader(_ header: Header, _ file: SourceFile) -> TableReading? {
    func column(_ endings: String...) -> Int? {
      header.names.firstIndex { name in endings.contains { name.hasSuffix($0) } }
    }
    guard let two = column("alpha2", "alpha2code"), let three = column("alpha3", "alpha3code") else { return nil }
    let codes = [two, three, column("countrycode", "numeric", "numericcode", "m49code")].compactMap { $0 }
    let name = column("name", "shortname", "country", "countryorarea") ?? -1
    return TableReading { table, _, file, compiler in
      let draft = compiler.draft(CodeSystemURI.countries, title: "ISO 3166", isWhole: true)
      try draft.state(version: file.date)
      while try table.next() {
        for code in codes where !table[code].trimmed.isEmpty {
          let concept = draft.concept(table[code].trimmed)
          try draft.addLabel(table[name].trimmed, of: concept)
        }
      }
    }
  }
}

/// Any table with the columns `system` and `code`, and `version`, `display`, `language`, `status`, `parent`,
/// `replacement` and `content` if there is need of them.
///
/// A table cannot show that it is a part of its system: `content` says `fragment` or `complete` in a row of the system,
/// as `CodeSystem.content` does. Without that word it is the whole, unless publishers hand out files of the system.
enum PlainTable {
  private static let published = [
    CodeSystemURI.loinc, CodeSystemURI.ndc, CodeSystemURI.snomed, CodeSystemURI.rxNorm, CVXSource.system,
    ICD10Source.diagnoses,
  ]

  @Sendable static func reader(_ header: Header, _ file: SourceFile) -> TableReading? {
    guard header.has("system", "code") else { return nil }
    return TableReading { table, header, _, compiler in
      func column(_ name: String) -> Int { header.column(name) }
      let (system, code, version, display) = (column("system"), column("code"), column("version"), column("display"))
      let (language, status, parent) = (column("language"), column("status"), column("parent"))
      let (replacement, content) = (column("replacement"), column("content"))
      /// The words about the extent of each system.
      var extents: [ObjectIdentifier: (draft: SystemDraft, words: Set<String>)] = [:]
      while try table.next() {
        let url = table.text(system).trimmed
        if url.isEmpty || table[code].isEmpty {
          compiler.leaveOut("rows without a system or a code", 1)
          continue
        }
        let draft = compiler.draft(url, version: table.text(version).trimmed, title: url)
        let extent = table.text(content).trimmed.lowercased()
        guard ["", "fragment", "complete"].contains(extent) else {
          throw TerminologyPackError("row \(table.row): expected content 'fragment' or 'complete', found '\(extent)'")
        }
        extents[ObjectIdentifier(draft), default: (draft, [])].words.insert(extent)
        let concept = draft.concept(table[code].trimmed)
        try draft.addLabel(table[display].trimmed, of: concept, language: draft.language(table.text(language).trimmed))
        let state = table.text(status).trimmed.lowercased()
        switch state {
        case "", "active", "draft", "experimental": break
        case "deprecated": draft.set(PackedSystem.deprecated, of: concept)
        case "inactive", "retired", "withdrawn": draft.setActive(concept, false)
        case "abstract": draft.set(PackedSystem.abstract, of: concept)
        default: throw TerminologyPackError("row \(table.row): expected a status such as 'retired', found '\(state)'")
        }
        if !table[parent].isEmpty { draft.addParent(draft.reference(table[parent].trimmed), of: concept) }
        if !table[replacement].isEmpty {
          draft.addReplacement(draft.reference(table[replacement].trimmed), of: concept)
        }
      }
      for (draft, words) in extents.values where !words.contains("fragment") {
        if words.contains("complete") || !published.contains(draft.url) { draft.isWhole = true }
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Without the spaces and tabs at both ends.
  var trimmed: UnsafeBufferPointer<UInt8> {
    guard let first = firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
      let last = lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
    else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(rebasing: self[first...last])
  }
}

extension String {
  /// Without the white space at both ends.
  var trimmed: String { String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
}
