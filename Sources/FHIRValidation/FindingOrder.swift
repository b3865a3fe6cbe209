import FHIRDiagnostics
import FHIRSupport

/// The order of findings: by place, then by rule, then by path.
enum FindingOrder {
  /// Whether one finding precedes another.
  private static func stands(_ a: Diagnostic, before b: Diagnostic) -> Bool {
    if a.range != b.range { return a.range < b.range }
    return a.rule != b.rule ? a.rule < b.rule : a.path.byBytes < b.path.byBytes
  }

  /// What is compared and moved in place of a finding, which is many words long and holds several counted references.
  private struct Key {
    let range: SourceRange
    var place: Int
  }

  /// Sorts the findings of a batch.
  static func sort(_ findings: inout [Diagnostic]) {
    findings.withUnsafeMutableBufferPointer { findings in
      if findings.indices.dropFirst().allSatisfy({ !stands(findings[$0], before: findings[$0 - 1]) }) { return }
      var keys = findings.indices.map { Key(range: findings[$0].range, place: $0) }
      keys.sort { a, b in
        if a.range != b.range { return a.range < b.range }
        if stands(findings[a.place], before: findings[b.place]) { return true }
        return !stands(findings[b.place], before: findings[a.place]) && a.place < b.place
      }
      // Follows each cycle of the permutation: the finding that belongs in a free place leaves another place free.
      for start in keys.indices {
        var place = start
        while case let source = keys[place].place, source != start {
          findings.swapAt(place, source)
          keys[place].place = place
          place = source
        }
        keys[place].place = place
      }
    }
  }
}
