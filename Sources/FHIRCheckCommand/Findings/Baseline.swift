import FHIRDiagnostics

/// The known findings of an earlier run, and those of this run for a later one, as digests.
final class Baseline: Sendable {
  /// The content of a baseline.
  struct Contents: Sendable {
    /// How often each finding occurs.
    var findings: [RuleID: [BaselineKey: Int]] = [:]
    var notes = Notes()
    /// The exemptions of the file that have ended, without the findings that they hid.
    var ended: [Exemption] = []
    /// Findings that were counted without a place, by rule: those of a record beyond its limit.
    var unlisted: [RuleID: Int] = [:]

    /// The remaining findings, by rule.
    var byRule: [RuleID: Int] {
      findings.mapValues { $0.values.reduce(0, +) }.merging(unlisted, uniquingKeysWith: +).filter { $0.value > 0 }
    }
  }

  /// The reasons and ends of findings, and of all of them, which a new baseline keeps.
  struct Notes: Sendable {
    typealias Note = (reason: String?, until: String?)
    var ofAll: Note = (nil, nil)
    var ofFindings: [BaselineKey: Note] = [:]
  }

  private struct State {
    /// Known findings that did not occur so far.
    var remaining: Contents
    /// The findings of this run; `nil` unless they are to be written.
    var met: Contents?
  }

  /// Whether findings are compared with those of an earlier run.
  let comparesFindings: Bool
  let notes: Notes
  /// The exemptions of the file that have ended.
  let ended: [Exemption]
  private let state: Monitor<State>

  /// - Parameters:
  ///   - known: the findings of an earlier run.
  ///   - records: whether the findings of this run are kept for a later one.
  init(known: Contents?, records: Bool) {
    comparesFindings = known != nil
    (notes, ended) = (known?.notes ?? Notes(), known?.ended ?? [])
    state = Monitor(State(remaining: known ?? Contents(), met: records ? Contents() : nil))
  }

  /// Removes the known findings.
  func take(_ findings: [Diagnostic], source: String?) -> [Diagnostic] {
    let keys = findings.map { BaselineKey($0, source: source) }
    return state.withLock { state in
      zip(findings, keys).filter { finding, key in
        state.met?.findings[finding.rule, default: [:]][key, default: 0] += 1
        guard let count = state.remaining.findings[finding.rule]?[key], count > 0 else { return true }
        state.remaining.findings[finding.rule]?[key] = count - 1
        return false
      }.map(\.0)
    }
  }

  /// Counts the known ones among findings without a place.
  func take(unlisted counts: FindingCounts) -> FindingCounts {
    state.withLock { state in
      var known = FindingCounts()
      counts.forEach { rule, severity, count in
        state.met?.unlisted[rule, default: 0] += count
        let taken = min(count, state.remaining.unlisted[rule] ?? 0)
        guard taken > 0 else { return }
        state.remaining.unlisted[rule, default: 0] -= taken
        known.add(rule, severity, taken)
      }
      return known
    }
  }

  /// Known findings that no longer occur, by rule.
  var gone: [RuleID: Int] { state.withLock { $0.remaining.byRule } }

  /// The findings of this run, for a later one.
  var met: Contents? { state.withLock { $0.met } }
}
