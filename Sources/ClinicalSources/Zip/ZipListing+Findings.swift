import FHIRDiagnostics

extension ZipListing {
  /// Reports the faults of the archive as a whole, then of each entry, in the order of the directory.
  func findings(_ body: (Diagnostic) throws -> Void) rethrows {
    for fault in faults { try body(fault.diagnostic) }
    if unlistedCount > 0 { try body(tooMany.diagnostic) }
    var told: Set<ZipEntryFault> = []
    for (index, entry) in entries.enumerated() {
      // One limit of the archive as a whole, one finding.
      if let fault = entry.fault, fault == .beyondTotal || fault == .archiveRatio, !told.insert(fault).inserted {
        continue
      }
      if let finding = finding(of: index) { try body(finding.diagnostic) }
    }
  }

  private var tooMany: SourceFault {
    SourceFault(
      .tooManyEntries, at: place(of: entries.endIndex - 1),
      "expected at most \(limits.maximumEntries) entries with names of \(limits.maximumDirectoryBytes) bytes, found "
        + "\(unlistedCount) more, which were not read")
  }

  private func finding(of index: Int) -> SourceFault? {
    let entry = entries[index]
    guard let fault = entry.fault else {
      guard entry.isNameUnclear else { return nil }
      return finding(.nameEncoding, index, "a name in UTF-8", "the name \(name(index)) in another encoding")
    }
    let name = name(index)
    switch fault {
    case .unsafePath: return finding(.unsafePath, index, "a path within the archive", name)
    case .notAFile: return finding(.notAFile, index, "a file", "a link or a device, \(name)")
    case .encrypted: return finding(.encryptedEntry, index, "data that anybody can read", "\(name) encrypted")
    case .unsupportedMethod:
      return finding(
        .unsupportedArchive, index, "a file that is stored or deflated", "\(name) packed with method \(entry.method)")
    case .split: return finding(.unsupportedArchive, index, "an archive in one file", "\(name) in another part of it")
    case .beyondEnd:
      return finding(.truncated, index, "the data of \(name) within the archive", "its end beyond that of the data")
    case .duplicate: return finding(.duplicateEntry, index, "each path once", "\(name) again; the first was read")
    case .overlapping:
      return finding(.overlappingEntry, index, "data of its own", "\(name) sharing bytes with another entry")
    case .ratio:
      return finding(
        .compressionRatio, index, "data compressed at most \(limits.maximumRatio) to 1",
        "\(name) with \(entry.size) bytes packed in \(entry.packedSize)")
    case .archiveRatio:
      let count = entries.count { $0.fault == .archiveRatio }
      return finding(
        .compressionRatio, index, "all files together compressed at most \(limits.maximumRatio) to 1",
        "more from \(name) on; \(count) were not read")
    case .beyondTotal:
      let count = entries.count { $0.fault == .beyondTotal }
      return finding(
        .inflatedSize, index, "at most \(limits.maximumInflatedBytes) bytes in all files",
        "more from \(name) on; \(count) were not read")
    }
  }

  private func finding(_ rule: Rule, _ index: Int, _ expected: String, _ found: String) -> SourceFault {
    SourceFault(rule, at: place(of: index), "expected \(expected), found \(found)")
  }

  private func place(of index: Int) -> SourceRange {
    guard entries.indices.contains(index) else { return SourceRange(start: 0, end: 0) }
    let start = entries[index].headerOffset
    return SourceRange(start: start, end: start + ZipHeader.fixedCount)
  }

  /// A name as a message shows it; hostile ones are long.
  private func name(_ index: Int) -> String {
    let text = name(of: index).text
    if text.utf8.count <= 200 { return "'\(text)'" }
    return "'" + String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))) + "...'"
  }
}
