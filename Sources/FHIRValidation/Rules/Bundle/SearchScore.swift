package import FHIRFindings
import FHIRTape

extension Rule {
  package static let searchScore = Rule(
    "bundle/search-score", .warning, .value, summary: "a search score is not between 0 and 1",
    checks: "`search.score` lies between 0, for the least relevant, and 1, for the most relevant.",
    matters: "Clients that sort the results of several servers, or display the score, rely on the range.",
    form: .entry(of: "searchset"),
    example: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "search": { "mode": "match", "score": ~ }
      """,
    bad: "87", good: "0.87",
    specification: "https://hl7.org/fhir/DSTU2/bundle.html")
}

extension RecordCursor {
  /// Judges the score of a search; the path is at the entry.
  mutating func checkScore(of search: TapeIndex) {
    guard let score = tape.member("score", of: search), isOutsideOfUnit(score) else { return }
    report(.searchScore, at: score, path: .child("search.score"), expected: "a number from 0 to 1")
  }

  /// Whether a number is below 0 or above 1, decided by its digits.
  private func isOutsideOfUnit(_ value: TapeIndex) -> Bool {
    let p = tape.lexeme(value)
    let digits = UnsafeBufferPointer(start: p, count: tape.length(value))
    switch tape.tag(value) {
    case .integer, .decimal:
      let isZero = digits.allSatisfy { !(0x31...0x39).contains($0) }
      if isZero { return false }
      if p[0] == UInt8(ascii: "0") { return false }
      let isOne = p[0] == UInt8(ascii: "1") && digits.dropFirst().allSatisfy { $0 == 0x30 || $0 == 0x2E }
      return !(isOne && (digits.count == 1 || p[1] == 0x2E))
    default: return false
    }
  }
}
