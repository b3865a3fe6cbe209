import Foundation
package import Testing

/// Compares a text with the file `Snapshots/NAME.txt` in the folder of the test.
///
/// With `RECORD_SNAPSHOTS=1` in the environment, the file is written instead and the test fails: a recorded snapshot
/// was compared with nothing, and must be reviewed before it is committed.
package func expectSnapshot(
  _ text: String, _ name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots/\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(name).txt; read it, then run without RECORD_SNAPSHOTS", sourceLocation: sourceLocation)
    return
  }
  guard let data = FileManager.default.contents(atPath: file.path) else {
    Issue.record("no snapshot \(name).txt; RECORD_SNAPSHOTS=1 makes one", sourceLocation: sourceLocation)
    return
  }
  let expected = String(decoding: data, as: UTF8.self)
  // Compares bytes: strings would be equal in any normalisation of Unicode.
  guard !expected.utf8.elementsEqual(text.utf8) else { return }
  Issue.record(
    "\(name).txt differs (- expected, + found):\n\(SnapshotDiff.text(expected: expected, found: text))",
    sourceLocation: sourceLocation)
}

/// The lines in which two texts differ.
package enum SnapshotDiff {
  /// Lines that were only expected with `-`, only found with `+`, each with its number; at most 40.
  package static func text(expected: String, found: String) -> String {
    let (old, new) = (lines(expected), lines(found))
    let changes = new.difference(from: old) { $0.utf8.elementsEqual($1.utf8) }
    let marked = changes.map { change -> (line: Int, order: Int, text: String) in
      switch change {
      case .remove(let offset, let line, _): (offset, 0, "-\(offset + 1): \(line)")
      case .insert(let offset, let line, _): (offset, 1, "+\(offset + 1): \(line)")
      }
    }.sorted { ($0.line, $0.order) < ($1.line, $1.order) }
    let rest = marked.count > 40 ? ["and \(marked.count - 40) more"] : []
    return (marked.prefix(40).map(\.text) + rest).joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
