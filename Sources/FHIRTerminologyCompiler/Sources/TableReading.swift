/// How the rows of a table are read, which its columns tell: each publisher has a function that knows its own.
struct TableReading: Sendable {
  typealias Rows = @Sendable (DelimitedReader, Header, SourceFile, TerminologyCompiler) throws -> Void

  /// Whether the first row has the names of the columns.
  let hasHeader: Bool
  let rows: Rows

  init(hasHeader: Bool = true, _ rows: @escaping Rows) { (self.hasHeader, self.rows) = (hasHeader, rows) }

  /// Reads each row that has something in the first of some columns; without names of columns, each.
  init(
    of system: @escaping @Sendable (TerminologyCompiler, SourceFile) -> SystemDraft, _ names: String...,
    row: @escaping @Sendable (_ table: DelimitedReader, _ columns: [Int], _ draft: SystemDraft) throws -> Void
  ) {
    self.init(hasHeader: !names.isEmpty) { table, header, file, compiler in
      let (draft, columns) = (system(compiler, file), names.map { header.column($0) })
      while try table.next() {
        if let first = columns.first, table[first].isEmpty { continue }
        try row(table, columns, draft)
      }
    }
  }

  /// - Parameter what: what of a table is left out, as a report says it.
  static func leftOut(_ what: String) -> TableReading {
    TableReading { _, _, _, compiler in compiler.leaveOut(what, 1) }
  }
}

/// A file that is compiled: its name, and where it was found.
struct SourceFile {
  /// With the folders or the archive in front.
  let path: String
  var name: Substring { path.split(separator: "/").last ?? path[...] }

  /// The digits and full stops directly behind a text of the path, in any case, without a full stop at the end.
  func digits(after text: String) -> String {
    var rest = path.lowercased()[...]
    while let place = rest.utf8.firstRange(of: text.lowercased().utf8) {
      let found = rest[place.upperBound...].prefix { $0.isASCII && $0.isNumber || $0 == "." }
      if let first = found.first, first.isNumber { return String(found.last == "." ? found.dropLast() : found) }
      rest = rest[place.upperBound...]
    }
    return ""
  }

  /// The last group of eight digits in the name that is a date, such as `20240701`.
  var date: String {
    let groups = name.split { !$0.isASCII || !$0.isNumber }
    return groups.last { $0.count == 8 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }.map(String.init) ?? ""
  }
}
