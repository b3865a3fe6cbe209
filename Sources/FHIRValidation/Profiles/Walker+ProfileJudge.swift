import FHIRDiagnostics
import FHIRProfiles
import FHIRView

extension Walker {
  /// Judges a resource by the profiles that apply to it, after the walk has judged it by its type.
  @inline(never)
  mutating func judgeProfiles(_ index: Int, type: Int, isContained: Bool) {
    let place = cursor.release.number
    let definitions = loaded.release(place).definitions
    let (tape, container) = (cursor.tape, isContained ? cursor.container : index)
    let scope = profiles.bundle >= 0 ? profiles.bundle : container
    let found = profiles.withJudge(of: place, definitions, limit: cursor.findings.limit) { judge in
      judge.judge(tape, index, type: type, container: container, scope: scope, isContained: isContained)
      return judge.findings
    }
    for finding in found ?? [] { cursor.report(finding) }
  }

  /// Counts the profiles that apply to a Bundle whose entries are no longer in memory.
  mutating func skipProfiles(_ index: Int, type: Int) {
    let place = cursor.release.number
    let definitions = loaded.release(place).definitions
    let tape = cursor.tape
    _ = profiles.withJudge(of: place, definitions, limit: cursor.findings.limit) { $0.skip(tape, index, type: type) }
  }
}

extension RecordCursor {
  fileprivate mutating func report(_ finding: ProfileFinding) {
    for step in finding.steps { path.push(step) }
    report(
      finding.rule.id, finding.severity, at: finding.range, path: finding.missing.map { .missing($0) } ?? .element,
      finding.message, from: finding.source)
    for _ in finding.steps { path.pop() }
  }
}
