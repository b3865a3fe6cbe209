import FHIRDiagnostics
import FHIRReporting

/// Puts the findings of one file in their places and renders them, handing out pieces of a bounded size.
struct IssueWriter {
  /// A piece is handed out when it is this large and its record ends. What is measured are the issues, not what reports
  /// make of them: a report that shows where pieces end is the same whatever others there are.
  private static let pieceSize = 256 << 10
  /// A piece is handed out when it is this large.
  private static let largestPiece = 1 << 20

  /// The file as reports call it.
  private let file: String
  private let source: String?
  private let reports: ReportSet
  /// Where the findings pass first.
  private let desk: FindingDesk
  /// The number of the file in the run.
  private let number: Int
  /// How many issues may be listed at all; `nil` for no limit.
  private let limit: Int?
  /// Whether the file has lines and columns.
  private let isText: Bool
  /// Whether it begins at the start of the file.
  private let opensFile: Bool
  private var resolver: PositionResolver
  private var listed = 0
  private var previous: LocatedDiagnostic?
  private var piece = Piece()
  /// About as much as a report writes of its issues, in bytes.
  private var pieceSize = 0
  private var page: PageFindings?
  /// Waits until all that comes before has passed.
  var awaitTurn: () -> Void = {}

  /// - Parameter start: where the bytes begin that will be fed: the start of the file or of a part of it.
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
    self.limit = limit
    self.isText = isText
    opensFile = start.offset == 0
    resolver = PositionResolver(excerpts: reports.showsExcerpts || reports.hasPage, from: start)
  }

  /// Whether nothing more of this file can be listed as it comes.
  private var isFull: Bool { limit.map { listed >= $0 } ?? false }

  /// Whether findings are looked at any more.
  ///
  /// - Parameter hasReader: whether somebody reads what is listed.
  func wantsFindings(hasReader: Bool = true) -> Bool { desk.plan.looksAtAll || hasReader && !isFull }

  /// Writes findings in the order given; those of one call are located in the order of their places.
  ///
  /// - Parameters:
  ///   - feed: asked for the next piece of the file: appends it to the resolver, or finishes it.
  ///   - rewind: asked to go back to the start of the file.
  ///   - handOut: given a piece that has grown large enough.
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

  /// Reads the kind of a finding; returns it where the page for people may keep the finding.
  private func read(_ diagnostic: Diagnostic) -> UInt64? {
    guard desk.plan.readsKinds || page != nil else { return nil }
    desk.read(diagnostic)
    return page == nil ? nil : desk.kindForPage()
  }

  /// Whether some report lists a finding: the page for people only those that it may keep.
  private func isListed(_ pageKind: UInt64?) -> Bool { pageKind != nil || limit != nil || !reports.isPageOnly }

  /// Keeps of a finding what the plan says; findings come in the order of their places.
  ///
  /// - Returns: its place, where it is listed.
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
  /// - Parameter pageKind: its kind, where the page for people may keep it.
  mutating func append(
    _ issue: LocatedDiagnostic, pageKind: UInt64? = nil, handOut: (Piece) throws -> Void
  ) rethrows {
    if pieceSize >= IssueWriter.pieceSize {
      let staysInRecord = previous.map { issue.isOfRecord(of: $0) } ?? false
      if !staysInRecord || pieceSize >= IssueWriter.largestPiece { try handOut(takePiece()) }
    }
    pieceSize += 256 + issue.diagnostic.message.utf8.count + issue.diagnostic.path.utf8.count
    if piece.count == 0 { open() }
    let shown = reports.redaction?.redacted(issue) ?? issue
    // Without values records look alike, so that what tells them apart is asked before.
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

  /// Hands over what has been rendered so far.
  mutating func takePiece() -> Piece {
    defer { (piece, pieceSize, previous) = (Piece(), 0, nil) }
    if piece.count > 0 { piece.page = page?.take() }
    return piece
  }

  /// Finds the place of a finding, also of one that is not worded yet; findings come in the order of their starts.
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
