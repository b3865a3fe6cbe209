import FHIRFindings
import FHIRSchema
import FHIRValidation
import FHIRTestSupport
import Testing

/// Validates a document with marked faults and fails on missing, misplaced and extra findings.
///
/// The n-th mark belongs to the n-th expected finding, see ``MarkedJSON``. Without marks and expectations, the document
/// must have no findings. It is judged by one release.
func expectFindings(
  in markedJSON: String, _ expected: [ExpectedFinding] = [], release: FHIRRelease = .dstu2,
  options: ValidationOptions = ValidationOptions(), sourceLocation: SourceLocation = #_sourceLocation
) {
  func fail(_ comment: Comment) { Issue.record(comment, sourceLocation: sourceLocation) }

  let document: MarkedJSON
  do {
    document = try MarkedJSON(markedJSON)
  } catch {
    return fail("the document is marked wrongly: \(error)")
  }
  guard document.ranges.count == expected.count else {
    return fail("the document has \(document.ranges.count) marks for \(expected.count) expected findings")
  }
  let findings = Validator.insisting(on: release, options: options).validate(document.bytes).findings
  let differences = differences(of: findings, from: expected, at: document.ranges)
  guard !differences.isEmpty else { return }
  let list = findings.isEmpty ? ["nothing"] : findings.map { describe($0, in: document.bytes) }
  fail(
    """
    \(differences.map { "- " + $0 }.joined(separator: "\n"))
    found:
    \(list.map { "  " + $0 }.joined(separator: "\n"))
    """)
}

/// Pairs each expected finding with the nearest one found, and describes each difference on a line.
func differences(
  of findings: [Finding], from expected: [ExpectedFinding], at ranges: [SourceRange]
) -> [String] {
  var lines: [String] = []
  var rest = findings
  // Exact places first, so that a misplaced finding never replaces a correct one.
  var unmatched: [(ExpectedFinding, SourceRange)] = []
  for (expectation, range) in zip(expected, ranges) {
    if let index = rest.firstIndex(where: { $0.rule == expectation.rule && $0.range == range }) {
      let differences = expectation.differences(from: rest.remove(at: index), range: range)
      lines += differences.map { "\(expectation.rule) \($0)" }
    } else {
      unmatched.append((expectation, range))
    }
  }
  for (expectation, range) in unmatched {
    if let index = rest.firstIndex(where: { $0.rule == expectation.rule }) {
      let differences = expectation.differences(from: rest.remove(at: index), range: range)
      lines += differences.map { "\(expectation.rule) \($0)" }
    } else {
      lines.append("\(expectation.rule) is missing at \(range.start)..<\(range.end)")
    }
  }
  lines += rest.map { "\($0.rule) at \($0.range.start)..<\($0.range.end) is not expected" }
  let sorted = findings.sorted { $0.range == $1.range ? $0.rule < $1.rule : $0.range < $1.range }
  if sorted.map(\.range) != findings.map(\.range) || sorted.map(\.rule) != findings.map(\.rule) {
    lines.append("the findings are not sorted by place and then by rule")
  }
  return lines
}

private func describe(_ finding: Finding, in bytes: [UInt8]) -> String {
  let range = finding.range
  let place = "\(range.start)..<\(range.end)"
  let isInside = 0 <= range.start && range.start <= range.end && range.end <= bytes.count
  let text = isInside ? String(decoding: bytes[range.start..<range.end].prefix(40), as: UTF8.self) : "outside the input"
  return "\(finding.severity) \(finding.rule) \(place) [\(text)] \(finding.path): \(finding.message)"
}
