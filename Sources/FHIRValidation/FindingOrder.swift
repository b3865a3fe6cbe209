import FHIRDiagnostics
import FHIRText

/// The order of findings: by place, then by rule, then by path.
enum FindingOrder {
  /// Whether one finding stands before another.
  private static func stands(_ a: Diagnostic, before b: Diagnostic) -> Bool {
    if a.range != b.range { return a.range < b.range }
    return a.rule != b.rule ? a.rule < b.rule : a.path.byBytes < b.path.byBytes
  }

  /// Sorts small keys, and then moves each finding once: one is many words long and counted in several places.
  static func sort(_ findings: inout [Diagnostic]) {
    findings.withUnsafeMutableBufferPointer { findings in
      var order = Array(findings.indices)
      order.sort { a, b in
        if stands(findings[a], before: findings[b]) { return true }
        return !stands(findings[b], before: findings[a]) && a < b
      }
      // Round by round: what belongs in a place comes from another, which is then free for what belongs there.
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
