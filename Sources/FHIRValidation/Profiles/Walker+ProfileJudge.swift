import FHIRDiagnostics
import FHIRProfiles
import FHIRSchema
import FHIRTape
import FHIRRecognition

extension Walker {
  /// Judges a resource by the profiles that apply to it, after the walk has judged it by its type.
  @inline(never)
  mutating func judgeProfiles(_ index: TapeIndex, type: TypeID, isContained: Bool) {
    let (tape, container) = (cursor.tape, isContained ? cursor.container : index)
    let scope = profiles.bundle.exists ? profiles.bundle : container
    var extent = JudgedExtent.whole
    switch cursor.place.role {
    case .entry where !profiles.bundle.exists: extent = .entry
    case .envelope where index == .root: extent = .envelope
    default: break
    }
    let found = profiles.withJudge(of: cursor.release.number, &loaded, limit: cursor.findings.limit) { judge in
      judge.judge(tape, index, type: type, container: container, scope: scope, isContained: isContained, extent: extent)
      return judge.findings
    }
    guard let found else { return }
    for finding in found.listed { cursor.report(finding) }
    for (rule, severity, count) in found.unlisted { cursor.countUnlisted(rule, severity, count) }
  }

  /// Whether the profile whose url stands at an index is available, so that a claim of it is judged.
  mutating func judgesProfile(at url: TapeIndex) -> Bool {
    let tape = cursor.tape
    return profiles.withJudge(of: cursor.release.number, &loaded, limit: cursor.findings.limit) {
      $0.knows(tape, profileAt: url)
    } ?? false
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
