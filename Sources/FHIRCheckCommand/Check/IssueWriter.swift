import FHIRDiagnostics
import FHIRReporting
import FHIRText

/// Locates and renders the findings of one file, and passes on pieces of bounded size.
struct IssueWriter {
  /// A piece is passed on at the end of a record if it has reached this size. The size is that of the issues, not of
  /// the rendered text, so a report in which the ends of pieces are visible does not depend on other reports.
  private static let pieceSize = 256 << 10
  /// A piece of this size is passed on, even within a record.
  private static let largestPiece = 1 << 20

  /// The name of the file in reports.
  private let file: String
  private let source: String?
  private let reports: ReportSet
  /// Filters and counts the findings.
  private let desk: FindingDesk
  /// The index of the file in the run.
  private let number: Int
  /// The largest number of issues to list; `nil` for no limit.
  private let limit: Int?
  /// Whether the file has lines and columns.
  private let isText: Bool
  /// Whether its bytes begin at the start of the file.
  private let opensFile: Bool
  private var resolver: PositionResolver
  private var listed = 0
  private var previous: LocatedDiagnostic?
  private var piece = Piece()
  private var page: PageFindings?
  private var ordinals: IssueOrdinals?
  /// Waits until all earlier findings of the run have been processed.
  var awaitTurn: () -> Void = {}

  /// - Parameter start: the position of the first byte that will be fed: the start of the file or of a part of it.
  init(
    file: String, number: Int, source: String?, reports: ReportSet, desk: FindingDesk, limit: Int?,
    isText: Bool = true, start: PositionCursor = PositionCursor()
  ) {
    self.file = file
    self.source = source
    self.reports = reports
    self.desk = desk
    self.number = number
    page = reports.hasPage ? PageFindings() : nil
    ordinals = reports.distinguishesEqualIssues ? IssueOrdinals() : nil
    self.limit = limit
    self.isText = isText
    opensFile = start.offset == 0
    resolver = PositionResolver(excerpts: reports.showsExcerpts || reports.hasPage, from: start)
  }

  /// Whether no more issues of this file can be listed in order.
  private var isFull: Bool { limit.map { listed >= $0 } ?? false }

  /// Whether findings are still needed.
  ///
  /// - Parameter hasReader: whether a reader of the reports remains.
  func wantsFindings(hasReader: Bool = true) -> Bool { desk.plan.looksAtAll || hasReader && !isFull }

  /// Receives a finding about the file itself, whether or not it is listed.
  func note(fault: Diagnostic) { desk.note(fault: fault, of: file, number: number, source: source) }

  /// Writes findings in the given order; those of one call are located in the order of their places.
  ///
  /// - Parameters:
  ///   - feed: requests the next piece of the file: appends it to the resolver, or finishes it.
  ///   - rewind: returns to the start of the file.
  ///   - handOut: receives a piece that has reached its size.
  mutating func write(
    _ diagnostics: [Diagnostic], feed: (inout PositionResolver) throws -> Void, rewind: () throws -> Void,
    handOut: (Piece) throws -> Void
  ) rethrows {
    let diagnostics = desk.take(diagnostics, source: source, turn: awaitTurn)
    let isInOrder = zip(diagnostics, diagnostics.dropFirst()).allSatisfy { $0.range.start <= $1.range.start }
    if isInOrder {
      for diagnostic in diagnostics {
        let pageKind = read(diagnostic)
        guard let place = try keep(diagnostic, pageKind, feed: feed, rewind: rewind) else { continue }
        try append(diagnostic, at: place, pageKind, handOut: handOut)
      }
      return
    }
    let pageKinds = diagnostics.map { read($0) }
    var places: [Place?] = Array(repeating: nil, count: diagnostics.count)
    for number in diagnostics.indices.sorted(by: { diagnostics[$0].range.start < diagnostics[$1].range.start }) {
      desk.read(diagnostics[number])
      places[number] = try keep(diagnostics[number], pageKinds[number], feed: feed, rewind: rewind)
    }
    for number in diagnostics.indices {
      guard !isFull, let place = places[number] else { continue }
      try append(diagnostics[number], at: place, pageKinds[number], handOut: handOut)
    }
  }

  /// Writes a finding whose place is known.
  mutating func write(
    _ diagnostic: Diagnostic, at position: SourcePosition?, _ excerpt: SourceExcerpt?,
    handOut: (Piece) throws -> Void
  ) rethrows {
    for diagnostic in desk.take([diagnostic], source: source, turn: awaitTurn) {
      let pageKind = read(diagnostic)
      desk.keep(diagnostic, of: file, number: number, source: source) { (position, excerpt) }
      if !isFull, isListed(pageKind) { try append(diagnostic, at: (position, excerpt), pageKind, handOut: handOut) }
    }
  }

  private typealias Place = (position: SourcePosition?, excerpt: SourceExcerpt?)

  /// Reads the kind of a finding; returns it if the HTML page may keep the finding.
  private func read(_ diagnostic: Diagnostic) -> UInt64? {
    guard desk.plan.readsKinds || page != nil else { return nil }
    desk.read(diagnostic)
    return page == nil ? nil : desk.kindForPage()
  }

  /// Whether any report lists a finding; the HTML page lists only those that it may keep.
  private func isListed(_ pageKind: UInt64?) -> Bool { pageKind != nil || limit != nil || !reports.isPageOnly }

  /// Keeps what the plan needs of a finding; findings come in the order of their places.
  ///
  /// - Returns: its place, if it is listed.
  private mutating func keep(
    _ diagnostic: Diagnostic, _ pageKind: UInt64?, feed: (inout PositionResolver) throws -> Void,
    rewind: () throws -> Void
  ) rethrows -> Place? {
    let showsLine = reports.showsExcerpts || pageKind != nil
    var place: Place?
    let desk = desk
    try desk.keep(diagnostic, of: file, number: number, source: source) {
      let found = try place ?? locate(diagnostic.range, showsLine: showsLine, feed: feed, rewind: rewind)
      place = found
      return found
    }
    if isFull || !isListed(pageKind) { return nil }
    return try place ?? locate(diagnostic.range, showsLine: showsLine, feed: feed, rewind: rewind)
  }

  /// Renders a finding.
  private mutating func append(
    _ diagnostic: Diagnostic, at place: Place, _ pageKind: UInt64?, handOut: (Piece) throws -> Void
  ) rethrows {
    try append(
      LocatedDiagnostic(
        file: file, source: source, diagnostic: diagnostic, position: place.position, excerpt: place.excerpt),
      pageKind: pageKind, handOut: handOut)
  }

  /// Writes an issue of the file.
  ///
  /// - Parameter pageKind: its kind, if the HTML page may keep it.
  mutating func append(
    _ issue: LocatedDiagnostic, pageKind: UInt64? = nil, handOut: (Piece) throws -> Void
  ) rethrows {
    if piece.size >= IssueWriter.pieceSize {
      let staysInRecord = previous.map { issue.isOfRecord(of: $0) } ?? false
      if !staysInRecord || piece.size >= IssueWriter.largestPiece { try handOut(takePiece()) }
    }
    // A path is built each time that it is read, so the constant stands for it.
    piece.size += 384 + issue.diagnostic.message.utf8.count
    if piece.count == 0 { open() }
    var issue = issue
    ordinals?.number(&issue)
    let shown = reports.redaction?.redacted(issue) ?? issue
    // Redacted records look alike, so records are compared before redaction.
    var shownPrevious = previous
    if reports.redaction != nil, let previous {
      shownPrevious = shown
      if !issue.isOfRecord(of: previous) { shownPrevious?.file = "" }
    }
    for number in reports.chosen {
      reports.renderers[number].render(shown, after: shownPrevious, into: &piece.texts[number].bytes)
      piece.texts[number].ends.append(piece.texts[number].bytes.count)
    }
    if pageKind != nil { page?.add(shown, kind: reports.redaction == nil ? pageKind : nil) }
    piece.severities.append(issue.diagnostic.severity)
    piece.repeats += issue.repeats
    previous = issue
    listed += 1
  }

  /// Begins a piece.
  private mutating func open() {
    let file = reports.redaction?.name(ofFile: file) ?? file
    piece.file = file
    piece.opensFile = opensFile && listed == 0
    piece.reports = reports.chosen
    piece.texts = Array(repeating: Piece.Text(), count: reports.renderers.count)
    guard listed == 0 else { return }
    for number in reports.chosen { reports.renderers[number].renderFile(file, into: &piece.texts[number].heading) }
  }

  /// Returns the issues rendered so far.
  mutating func takePiece() -> Piece {
    defer { (piece, previous) = (Piece(), nil) }
    if piece.count > 0 { piece.page = page?.take() }
    return piece
  }

  /// Finds the place of a finding, even if it has no message yet; findings come in the order of their starts.
  mutating func locate(
    _ range: SourceRange, showsLine: Bool = true, feed: (inout PositionResolver) throws -> Void,
    rewind: () throws -> Void
  ) rethrows -> (SourcePosition?, SourceExcerpt?) {
    guard isText else { return (nil, nil) }
    while true {
      switch resolver.locate(range, excerpt: showsLine) {
      case .located(let position, let excerpt): return (position, excerpt)
      case .needsBytes: try feed(&resolver)
      case .needsRestart:
        try rewind()
        resolver.restart()
      }
    }
  }
}
