import FHIRTerminology

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
      let draft = compiler.draft(CodeSystemURI.countries, title: "ISO 3166")
      draft.isWhole = true
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
