import FHIRDiagnostics
import FHIRReporting

/// What the page for people keeps of findings while a run goes on: some of each kind.
///
/// A part of a run has its own, and they are merged in the order of the run, so that the same findings are kept however
/// many threads there are.
struct PageFindings: Sendable {
  /// The most findings of one kind that are kept whole.
  static let wholeOfKind = 25
  /// The most findings that are kept whole; beyond that only the first of each kind, up to as many again.
  static let whole = 2_000

  private var examples: [(kind: UInt64, issue: LocatedDiagnostic)] = []
  private var counts: [UInt64: Int] = [:]
  private var kind = FindingKind()

  /// The findings that were kept whole, in the order of the run.
  var listed: [LocatedDiagnostic] { examples.map(\.issue) }

  /// Adds a finding, behind all others.
  ///
  /// - Parameter kind: the number of its kind; `nil` where that is to be found out.
  mutating func add(_ issue: LocatedDiagnostic, kind known: UInt64?) {
    if known == nil { kind.read(issue.diagnostic) }
    keep(known ?? kind.key) { issue.standingAlone }
  }

  /// Adds what comes next in the run.
  mutating func merge(_ next: PageFindings) {
    for (kind, issue) in next.examples { keep(kind) { issue } }
  }

  /// Hands over what was added; of what kinds that was is not forgotten.
  mutating func take() -> PageFindings {
    defer { examples = [] }
    return self
  }

  private mutating func keep(_ kind: UInt64, _ issue: () -> LocatedDiagnostic) {
    let count = counts[kind, default: 0]
    let limit = count == 0 ? 2 * PageFindings.whole : PageFindings.whole
    guard count < PageFindings.wholeOfKind, examples.count < limit else { return }
    counts[kind] = count + 1
    examples.append((kind, issue()))
  }
}

/// The kinds of which one thread has offered the page as many findings as it keeps of any.
///
/// A thread takes on inputs in the order of the run, so that what it has offered comes before what it would offer: more of
/// such a kind are never kept. It rather forgets than grows; what is offered once too often is not kept either.
struct PageOffers {
  private static let mostKinds = 8_192
  private var counts: [UInt64: Int] = [:]

  /// Whether to offer a finding of a kind, which comes next.
  mutating func take(_ kind: UInt64) -> Bool {
    if counts[kind, default: 0] >= PageFindings.wholeOfKind { return false }
    if counts.count >= PageOffers.mostKinds { counts.removeAll(keepingCapacity: true) }
    counts[kind, default: 0] += 1
    return true
  }
}

extension LocatedDiagnostic {
  /// The same finding without the notes of all those that were found with it, which are much more than it.
  fileprivate var standingAlone: LocatedDiagnostic {
    var issue = self
    issue.diagnostic = diagnostic.standingAlone
    return issue
  }
}

/// Stands for the page among the reports that are written while a run goes on: it has nothing to say before the end.
struct PagePlaceholder: ReportRenderer {
  var separator: String { "" }
  var showsExcerpts: Bool { false }

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {}
  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {}
  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {}
}
