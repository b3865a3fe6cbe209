public import FHIRFindings

/// Removes the values of records from findings and counts, so that a report can be shared.
///
/// A value is replaced by its kind and its length in characters: `[text 5]`, `[date 10]`, `[number 3]`, `[address 24]`.
/// In an excerpt, each digit becomes `0` and each other character `x`, so columns do not change. Kept are the words of
/// the specification (names of elements and types, codes of its value sets, its own URLs) and those of the rules'
/// pages, of which messages consist. All else is hidden, value or not: a message may lose a word, but no value is shown
/// because a case was overlooked. A number stays only as a place, or as a limit after words such as "at most".
///
/// A value that is spelled like such a word cannot be distinguished from it and is shown.
///
/// ```swift
/// let redaction = Redaction(names: ["Patient", "name", "family"], rules: .validation)
/// print(redaction.redacted(finding).message)  // expected an element of Patient, found '[text 9]'
/// ```
public struct Redaction: Sendable {
  /// Names and codes of the specification.
  private let names: Set<ByteText>
  private let words: Set<ByteText>
  private var files: [ByteText: String] = [:]

  /// Makes a redaction.
  ///
  /// - Parameters:
  ///   - names: names of elements and types, codes and addresses that may be shown.
  ///   - catalog: the rules whose findings are redacted.
  ///   - files: substitute names for files, whose own names may contain names of patients; other files are hidden.
  public init(names: some Sequence<String>, rules catalog: RuleCatalog, files: [String: String] = [:]) {
    // Without a letter, a code of the specification is a number like any other.
    self.names = Set(names.lazy.filter { $0.utf8.contains { ($0 | 0x20) &- 0x61 < 26 } }.map(\.byBytes))
    let texts = catalog.rules.lazy.flatMap { [$0.summary, $0.explanation.checks, $0.explanation.matters] }
    words = texts.reduce(into: Set(Self.ownWords.split(separator: " ").map(\.byBytes))) { words, text in
      for word in text.utf8.split(whereSeparator: { ($0 | 0x20) &- 0x61 >= 26 }) {
        words.insert(String(decoding: word.map { $0 | 0x20 }, as: UTF8.self).byBytes)
      }
    }
    name(files: files.map { ($0.key, $0.value) })
  }

  package mutating func name(files: [(name: String, substitute: String)]) {
    self.files = [ByteText: String](files.map { ($0.byBytes, $1) }, uniquingKeysWith: { first, _ in first })
  }

  /// Words of messages that occur on no rule's page, including those of counts.
  private static let ownWords = """
    FHIR JSON UTF URI URL URN OID UUID Z base64 UCUM LOINC SNOMED RxNorm HTTP XML XHTML HealthKit Apple Health ofType true false null \
    nearest besides beside calls mean means meant such says shows twice again neither nor nothing since whole rest later \
    earlier counted listed other others types profiles profile sources existence targets definitions invariants texts \
    unreadable anonymous stub stubs questionnaires subjects hierarchy assertions deepest nesting collect CT want temporary \
    signatures
    """

  package var shownNames: [String] { names.map(\.string) }

  /// The substitute name of a file.
  public func name(ofFile name: String) -> String { files[name.byBytes] ?? "[file]" }

  /// The finding without the record's values and without its id. A profile that it names is one whose definition the
  /// validator has, and so is not a value of a record.
  public func redacted(_ finding: Finding) -> Finding {
    let (path, pointer) = (finding.path, finding.pointer)
    return finding.reworded(
      path: self.path(path, pointer: pointer ?? ""), message: sentence(finding.message, of: finding.profile),
      record: finding.record.map { RecordLabel(resourceType: shown($0.resourceType[...]), id: nil) },
      pointer: pointer.map { self.pointer($0, path: path) })
  }

  /// The finding without the record's values and title, and with the file's substitute name.
  public func redacted(_ issue: LocatedFinding) -> LocatedFinding {
    var shown = LocatedFinding(
      file: name(ofFile: issue.file), source: issue.source.map { placeholder($0[...]) },
      finding: redacted(issue.finding), position: issue.position, excerpt: issue.excerpt.map(excerpt))
    (shown.repeats, shown.group, shown.ordinal) = (issue.repeats, issue.group, issue.ordinal)
    shown.recordSource = issue.recordSource.map { placeholder($0[...]) }
    if let others = issue.group?.others { shown.group?.others = others.map(redacted) }
    return shown
  }

  /// The counts under names that contain no value.
  public func redacted(_ summary: ReportSummary) -> ReportSummary {
    var summary = summary
    summary.resourceTypes = counts(summary.resourceTypes)
    summary.notChecked = counts(summary.notChecked)
    summary.unreadable = summary.unreadable.map { UnreadablePath(path: name(ofFile: $0.path), reason: $0.reason) }
    return summary
  }

  /// The content of the records, without the names of sources and without dates.
  public func redacted(_ contents: ReportContents) -> ReportContents {
    var shown = ReportContents()
    let unknown = PersonReport.unknownSource.byBytes
    shown.sources = placeholders(contents.sources.filter { $0.key != unknown })
    shown.sources[unknown] = contents.sources[unknown]
    shown.receipt = contents.receipt
    return shown
  }

  /// Counts whose names come from the input, such as sources.
  package func placeholders(_ counts: [ByteText: Int]) -> [ByteText: Int] { counts.renamed { placeholder($0[...]) } }

  /// Counts of which some names come from the input.
  package func counts(_ counts: [ByteText: Int]) -> [ByteText: Int] {
    counts.renamed { sentence($0, showsNumbers: false) }
  }

  // MARK: - Parts

  /// Whether a text is a name or a code of the specification.
  func isName(_ text: Substring) -> Bool { names.contains(text.byBytes) }
  func isWord(_ text: Substring) -> Bool { words.contains(text.byBytes) || isName(text) }

  /// The substitute name of a file with a line and possibly a column, as in `a.json:3:1`; `nil` for any other text.
  func place(_ text: Substring) -> String? {
    var name = text
    for _ in 0..<2 {
      if let other = files[name.byBytes] { return other + text[name.endIndex...] }
      guard let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().utf8.allSatisfy({ $0 &- 0x30 < 10 })
      else { return nil }
      name = name[..<colon]
    }
    return files[name.byBytes].map { $0 + text[name.endIndex...] }
  }

  static func isAddress(_ text: Substring) -> Bool { text.byBytes.contains("://") || text.hasPrefix("urn:") }

  /// A name, or a sign of JSON, unchanged, or the placeholder of a value.
  func shown(_ text: Substring) -> String {
    let isSign = text.utf8.count == 1 && text.utf8.allSatisfy("\"{}[]:,".utf8.contains)
    return isSign || isName(text) ? String(text) : placeholder(text)
  }

  /// The placeholder of a value: its kind, as far as its form shows one, and its length.
  func placeholder(_ text: Substring) -> String { "[\(Self.kind(of: text)) \(text.unicodeScalars.count)]" }

  private static func kind(of text: Substring) -> String {
    let bytes = Array(text.utf8)
    let digits = bytes.count { $0 &- 0x30 < 10 }
    if digits > 0, bytes.allSatisfy({ $0 &- 0x30 < 10 || "+-.eE".utf8.contains($0) }) {
      let isDate = bytes.count >= 7 && bytes[4] == UInt8(ascii: "-") && bytes[..<4].allSatisfy { $0 &- 0x30 < 10 }
      return isDate ? "date" : "number"
    }
    if bytes.count > 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T") {
      return "date"
    }
    return isAddress(text) ? "address" : "text"
  }

  /// The path with names only. An index stays if the pointer has it, too: an input may choose a name such as `name[123]`.
  private func path(_ path: String, pointer: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false).map { part in
      let name = part.prefix { $0 != "[" && $0 != "(" }
      let rest = part[name.endIndex...]
      let inner = rest.dropFirst().dropLast()
      let isIndex = rest == "[\(inner)]" && isIndex(inner) && (pointer + "/").byBytes.contains("/\(inner)/".byBytes)
      let isPlain = rest.isEmpty || isIndex || isName(inner) && rest == "(\(inner))"
      let isKnown = isName(name) || name == "ofType" || name.hasPrefix("_") && isName(name.dropFirst())
      return isPlain && isKnown || part.isEmpty ? String(part) : placeholder(part)
    }.joined(separator: ".")
  }

  private func pointer(_ pointer: String, path: String) -> String {
    pointer.split(separator: "/", omittingEmptySubsequences: false).map { token in
      let isPlace = isIndex(token) && path.byBytes.contains("[\(token)]".byBytes)
      return token.isEmpty || isPlace || isName(token) || token.hasPrefix("_") && isName(token.dropFirst())
        ? String(token) : placeholder(token)
    }.joined(separator: "/")
  }

  private func isIndex(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 } }
}

extension Redaction {
  /// The line around a fault with `0` for digits and `x` for all other characters of values; columns do not change.
  func excerpt(_ excerpt: SourceExcerpt) -> SourceExcerpt {
    let before = Array(excerpt.before.unicodeScalars)
    let fault = Array(excerpt.fault.unicodeScalars)
    let masked = masked(before + fault + Array(excerpt.after.unicodeScalars))
    var shown = excerpt
    shown.before = Self.text(masked[..<before.count])
    shown.fault = Self.text(masked[before.count..<before.count + fault.count])
    shown.after = Self.text(masked[(before.count + fault.count)...])
    return shown
  }

  /// A line of JSON, possibly cut at both ends: keeps brackets, colons and commas, and names in quotes. If it was cut
  /// inside a string, strings and the text between them are confused, and everything is hidden: no name is between two.
  private func masked(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var masked = line
    var index = 0
    while index < line.count {
      switch line[index] {
      case "\"":
        let end = Self.endOfString(line, from: index + 1)
        if end == line.count || !isName(Self.text(line[(index + 1)..<end])[...]) {
          for place in (index + 1)..<end { masked[place] = Self.mask(line[place]) }
        }
        index = end + 1
      case "{", "}", "[", "]", ":", ",", " ", "\t": index += 1
      default:
        masked[index] = Self.mask(line[index])
        index += 1
      }
    }
    return masked
  }

  private static func endOfString(_ line: [Unicode.Scalar], from start: Int) -> Int {
    var index = start
    while index < line.count, line[index] != "\"" { index += line[index] == "\\" ? 2 : 1 }
    return min(index, line.count)
  }

  private static func mask(_ scalar: Unicode.Scalar) -> Unicode.Scalar { scalar.value &- 0x30 < 10 ? "0" : "x" }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

/// Writes a report without the values of records, in the format of another renderer.
public struct RedactingRenderer: ReportRenderer {
  private let renderer: any ReportRenderer
  private let redaction: Redaction

  /// Redacts the input of a renderer.
  public init(_ renderer: any ReportRenderer, _ redaction: Redaction) {
    self.renderer = renderer
    self.redaction = redaction
  }

  /// The separator of the renderer.
  public var separator: String { renderer.separator }
  /// As the renderer.
  public var showsExcerpts: Bool { renderer.showsExcerpts }
  /// As the renderer.
  public var distinguishesEqualFindings: Bool { renderer.distinguishesEqualFindings }

  /// Writes a part without values, and under the substitute names of files.
  public func render(_ part: ReportPart, into output: inout [UInt8]) {
    var shown = part
    switch part {
    case .start, .blockEnd: break
    case .file(let file): shown = .file(redaction.name(ofFile: file))
    case .block(var block):
      block.file = redaction.name(ofFile: block.file)
      shown = .block(block)
    case .issue(let issue, let previous):
      let own = redaction.redacted(issue)
      // Redacted records of a type look alike, so the record is compared before redaction.
      var before = previous.map { _ in own }
      if let previous, !previous.isOfRecord(of: issue) { before?.file = "" }
      shown = .issue(own, after: before)
    case .end(let summary): shown = .end(redaction.redacted(summary))
    }
    renderer.render(shown, into: &output)
  }
}
