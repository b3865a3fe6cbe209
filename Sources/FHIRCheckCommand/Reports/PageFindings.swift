import FHIRDiagnostics
import FHIRReporting

/// The findings that the HTML page keeps during a run: some of each kind.
///
/// Each part of a run has its own instance. Instances are merged in the order of the run, so the result does not depend
/// on the number of threads.
struct PageFindings: Sendable {
  /// The largest number of complete findings of one kind.
  static let wholeOfKind = 25
  /// The largest number of complete findings; beyond it, only the first of each kind is kept, up to as many again.
  static let whole = 2_000

  private var examples: [(kind: UInt64, issue: LocatedDiagnostic)] = []
  private var counts: [UInt64: Int] = [:]
  private var kind = FindingKind()

  /// The findings that were kept completely, in the order of the run.
  var listed: [LocatedDiagnostic] { examples.map(\.issue) }

  /// Adds a finding after all others.
  ///
  /// - Parameter kind: the key of its kind; `nil` to compute it.
  mutating func add(_ issue: LocatedDiagnostic, kind known: UInt64?) {
    if known == nil { kind.read(issue.diagnostic) }
    keep(known ?? kind.key) { issue.standingAlone }
  }

  /// Adds the findings of the next part of the run.
  mutating func merge(_ next: PageFindings) {
    for (kind, issue) in next.examples { keep(kind) { issue } }
  }

  /// Returns the findings added so far, but remembers their kinds.
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

/// The kinds of which one thread has offered as many findings as the page keeps.
///
/// A thread processes inputs in the order of the run, so its earlier findings come first, and further ones of such a
/// kind are never kept. To limit memory, kinds may be forgotten; a finding that is offered needlessly is not kept
/// either.
struct PageOffers {
  private static let mostKinds = 8_192
  private var counts: [UInt64: Int] = [:]

  /// Whether to offer the next finding, which has this kind.
  mutating func take(_ kind: UInt64) -> Bool {
    if counts[kind, default: 0] >= PageFindings.wholeOfKind { return false }
    if counts.count >= PageOffers.mostKinds { counts.removeAll(keepingCapacity: true) }
    counts[kind, default: 0] += 1
    return true
  }
}

extension LocatedDiagnostic {
  /// The same finding without the shared notes of the findings found with it, which take much more memory.
  fileprivate var standingAlone: LocatedDiagnostic {
    var issue = self
    issue.diagnostic = diagnostic.standingAlone
    return issue
  }
}

/// Stands for the page among the reports that are written during a run: the page is written at the end.
struct PagePlaceholder: ReportRenderer {
  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {}
}
