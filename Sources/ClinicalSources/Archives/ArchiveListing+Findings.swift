import FHIRDiagnostics

extension ArchiveListing {
  /// Reports the faults of the archive as a whole, then those of each entry, in the order of the directory.
  func findings(_ body: (Diagnostic) throws -> Void) rethrows {
    for fault in faults { try body(fault.diagnostic) }
    if let fault = tooManyEntries { try body(fault.diagnostic) }
    var told: Set<ArchiveEntryFault> = []
    for (index, entry) in entries.enumerated() {
      // A limit of the archive as a whole is reported once.
      if let fault = entry.fault, fault == .beyondTotal || fault == .archiveRatio, !told.insert(fault).inserted {
        continue
      }
      if let finding = finding(of: index) { try body(finding.diagnostic) }
    }
  }

  private func finding(of index: Int) -> SourceFault? {
    switch entries[index].fault {
    case nil: nameEncoding(index)
    case .unsafePath: unsafePath(index)
    case .notAFile: notAFile(index)
    case .encrypted: encryptedEntry(index)
    case .unsupportedMethod: unsupportedMethod(index)
    case .split: split(index)
    case .unknownForm: unknownForm(index)
    case .beyondEnd: truncated(index)
    case .duplicate: duplicate(index)
    case .overlapping: overlapping(index)
    case .ratio: ratio(index)
    case .archiveRatio: archiveRatio(index)
    case .beyondTotal: inflatedSize(index)
    }
  }

  /// A fault of an entry, at its record in the directory.
  func finding(_ rule: Rule, _ index: Int, _ expected: String, _ found: String) -> SourceFault {
    SourceFault(rule, at: place(of: index), "expected \(expected), found \(found)")
  }

  private func place(of index: Int) -> SourceRange {
    guard entries.indices.contains(index) else { return SourceRange(start: 0, end: 0) }
    let start = entries[index].headerOffset
    return SourceRange(start: start, end: start + headerCount)
  }

  /// A name for a message, shortened: hostile names are long.
  func name(_ index: Int) -> String {
    let text = name(of: index).text
    if text.utf8.count <= 200 { return "'\(text)'" }
    return "'" + String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))) + "...'"
  }
}
