import FHIRDiagnostics
import FHIRText

/// The order of findings: by place, then by rule, then by path.
enum FindingOrder {
  static func sort(_ findings: inout [Diagnostic]) {
    if !sortNearlySorted(&findings) { sortAll(&findings) }
  }

  /// Whether one finding precedes another.
  private static func stands(_ a: Diagnostic, before b: Diagnostic) -> Bool {
    if a.range != b.range { return a.range < b.range }
    return a.rule != b.rule ? a.rule < b.rule : a.path.byBytes < b.path.byBytes
  }

  /// Insertion sort: a finding about a whole object is reported after the findings inside the object.
  ///
  /// - Returns: `false` if this takes too many moves; some findings have been moved by that point.
  private static func sortNearlySorted(_ findings: inout [Diagnostic]) -> Bool {
    findings.withUnsafeMutableBufferPointer { findings in
      var steps = findings.count * 4
      for index in findings.indices {
        var place = index
        while place > 0, stands(findings[place], before: findings[place - 1]) {
          if steps == 0 { return false }
          steps -= 1
          findings.swapAt(place, place - 1)
          place -= 1
        }
      }
      return true
    }
  }

  /// Sorts small keys, and then moves each finding once: a finding is many words long and holds several counted
  /// references.
  private static func sortAll(_ findings: inout [Diagnostic]) {
    findings.withUnsafeMutableBufferPointer { findings in
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
