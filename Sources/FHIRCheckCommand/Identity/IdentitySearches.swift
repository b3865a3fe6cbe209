import FHIRRowStore
import ClinicalRecords
import FHIRDiagnostics

/// Searches the index of a run on several threads: counts all findings, and keeps those to list.
struct IdentitySearches {
  let items: [InputItem]
  /// The largest number of findings to list.
  let limit: Int?
  /// The memory for them, in bytes.
  let budget: Int
  let threads: Int
  /// Which findings count.
  let policies: PolicySet

  /// The counts of all findings, listed or not.
  struct Counts: Sendable {
    var findings = FindingCounts()
    /// Findings that do not count.
    var ignored = FindingCounts()
    var problems: [IdentityProblem: Int] = [:]
    var files = FileSet()

    fileprivate mutating func add(_ counted: [Int], _ choice: Choice, _ files: FileSet) {
      findings.merge(choice.findings)
      ignored.merge(choice.ignored)
      for problem in IdentityProblem.allCases where counted[Int(problem.rawValue)] > 0 {
        problems[problem, default: 0] += counted[Int(problem.rawValue)]
      }
      self.files.formUnion(files)
    }
  }

  /// The findings to list.
  final class Found {
    /// Findings of one record, with the words: its file and offset, and the problem.
    let byLater: RowSorter
    /// Findings of two records, with the words: file and offset of the earlier one, then of the later one, and the
    /// problem.
    let byEarlier: RowSorter

    init(budget: Int) {
      byLater = RowSorter(budget: budget / 2)
      byEarlier = RowSorter(budget: budget / 2)
    }

    func append(_ finding: IdentityFinding) throws(TemporaryFileError) {
      let problem = UInt64(finding.problem.rawValue)
      let (file, offset) = (UInt64(finding.record.file), UInt64(finding.record.offset))
      if let other = finding.other {
        try byEarlier.append(IndexRow(UInt64(other.file), UInt64(other.offset), file, offset, problem))
      } else {
        try byLater.append(IndexRow(file, offset, problem))
      }
    }

    fileprivate func finish() throws(TemporaryFileError) {
      try byLater.finish()
      try byEarlier.finish()
    }
  }

  /// Decides which findings count, and counts them.
  fileprivate struct Choice {
    private let policies: PolicySet
    private let items: [InputItem]
    /// The policy of each file, computed on first use.
    private var known: [RulePolicy?]
    private(set) var ignored = FindingCounts()
    private var chosen = FindingCounts()
    /// The counts by problem, if all findings count.
    private var all = Array(repeating: 0, count: IdentityProblem.allCases.count)

    init(_ policies: PolicySet, _ items: [InputItem]) {
      (self.policies, self.items) = (policies, items)
      known = policies.isNeutral ? [] : Array(repeating: nil, count: items.count)
    }

    mutating func counts(_ finding: IdentityFinding) -> Bool {
      let problem = finding.problem
      if known.isEmpty {
        all[Int(problem.rawValue)] += 1
        return true
      }
      let file = finding.record.file
      let policy = known[file] ?? policies.policy(of: items[file].name)
      known[file] = policy
      guard let severity = policy.severity(of: problem.rule, problem.severity) else {
        ignored.add(problem.rule, problem.severity)
        return false
      }
      chosen.add(problem.rule, severity)
      return true
    }

    var findings: FindingCounts {
      var findings = chosen
      for problem in IdentityProblem.allCases where all[Int(problem.rawValue)] > 0 {
        findings.add(problem.rule, problem.severity, all[Int(problem.rawValue)])
      }
      return findings
    }
  }

  private struct State {
    var remaining: [IdentitySearch]
    var counts = Counts()
    var found: [Found] = []
    /// All findings in the order of the later places, if only the first ones are listed.
    var ordered: [RowSorter] = []
    var failure: (any Error)?
  }

  /// Searches the whole index, which cannot be used afterwards.
  func run(_ index: RecordIndex) throws -> (counts: Counts, found: [Found]) {
    // More searches than threads, so that threads do not wait long for the last one.
    let searches = try index.searches(threads == 1 ? 1 : 4 * threads)
    let state = Monitor(State(remaining: searches.reversed()))
    Threads.run(count: threads) { search(state) }
    let (counts, found, ordered) = try state.withLock { state in
      if let failure = state.failure { throw failure }
      return (state.counts, state.found, state.ordered)
    }
    guard let limit, limit > 0 else { return (counts, found) }
    return (counts, [try first(limit, of: ordered)])
  }

  private func search(_ state: Monitor<State>) {
    var files = FileSet()
    var counted = Array(repeating: 0, count: IdentityProblem.allCases.count)
    var identities = FileIdentities(items)
    var choice = Choice(policies, items)
    let found = Found(budget: budget / threads)
    let ordered = RowSorter(budget: budget / threads)
    do {
      while let search = state.withLock({ $0.remaining.popLast() }) {
        try search.run(isSameFile: { identities.isSame($0, $1) }) { finding in
          counted[Int(finding.problem.rawValue)] += 1
          guard choice.counts(finding) else { return }
          files.insert(finding.record.file)
          switch limit {
          case nil: try found.append(finding)
          case 0?: break
          case _?: try ordered.append(IndexRow(finding))
          }
        }
      }
      try found.finish()
      try ordered.finish()
    } catch {
      state.withLock { ($0.failure, $0.remaining) = (error, []) }
    }
    state.withLock { state in
      state.counts.add(counted, choice, files)
      state.found.append(found)
      state.ordered.append(ordered)
    }
  }

  /// The first findings in the order of the input.
  private func first(_ count: Int, of ordered: [RowSorter]) throws -> Found {
    let found = Found(budget: budget)
    let merge = try RowMerge(ordered, budget: budget)
    var listed = 0
    while listed < count, let row = try merge.next() {
      guard let finding = IdentityFinding(row) else { continue }
      try found.append(finding)
      listed += 1
    }
    return found
  }
}
