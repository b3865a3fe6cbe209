import FHIRDiagnostics
import FHIRText

/// The order of findings: by place, then by rule, then by path.
enum FindingOrder {
  /// Whether one finding precedes another.
  private static func stands(_ a: Diagnostic, before b: Diagnostic) -> Bool {
    if a.range != b.range { return a.range < b.range }
    return a.rule != b.rule ? a.rule < b.rule : a.path.byBytes < b.path.byBytes
  }

  /// Sorts small keys, and then moves each finding once: a finding is many words long and holds several counted
  /// references.
  static func sort(_ findings: inout [Diagnostic]) {
    findings.withUnsafeMutableBufferPointer { findings in
      if findings.indices.dropFirst().allSatisfy({ !stands(findings[$0], before: findings[$0 - 1]) }) { return }
      var order = Array(findings.indices)
      order.sort { a, b in
        if stands(findings[a], before: findings[b]) { return true }
        return !stands(findings[b], before: findings[a]) && a < b
      }
      // Follows each cycle of the permutation: the finding that belongs in a free place leaves another place free.
      for start in order.indices {
        var place = start
        while case let source = order[place], source != start {
          findings.swapAt(place, source)
          order[place] = place
          place = source
        }
        order[place] = place
      }
    }
  }
}
