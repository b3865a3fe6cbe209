package import FHIRFindings
package import FHIRRecognition

/// A difference between a record and a profile.
package struct ProfileFinding {
  package let rule: Rule
  package let severity: Severity
  /// The place in the record's bytes.
  package let range: Range<Int>
  /// The path from the resource to the element.
  package let steps: [ElementPath.Step]
  /// The number of the missing element, `nil` if the finding is about the element itself.
  package let missing: Int?
  let statement: String
  /// The element that the profile makes the assertion about, if the finding is about a part of its value.
  var subject: String?
  /// The profile or the extension whose definition is broken, `nil` if there is none.
  package internal(set) var source: ProfileSource?

  package var message: String { subject.map { "\(statement); \($0)" } ?? statement }
}

/// The findings about one resource: of each severity up to the limit, and the number of the others.
package struct ProfileFindings {
  let limit: Int
  /// How many there are, by severity.
  private var counts = [Int](repeating: 0, count: Severity.allCases.count)
  package var listed: [ProfileFinding] = []
  package private(set) var unlisted: [(rule: RuleID, severity: Severity, count: Int)] = []

  init(limit: Int) { self.limit = limit }

  package var isEmpty: Bool { listed.isEmpty && unlisted.isEmpty }

  /// Whether another finding is listed; if not, it is counted.
  mutating func hasRoom(for rule: Rule, _ severity: Severity) -> Bool {
    counts[Int(severity.rawValue)] += 1
    if counts[Int(severity.rawValue)] <= limit { return true }
    if let place = unlisted.firstIndex(where: { $0.rule == rule.id && $0.severity == severity }) {
      unlisted[place].count += 1
    } else {
      unlisted.append((rule.id, severity, 1))
    }
    return false
  }

  mutating func removeAll() {
    listed.removeAll(keepingCapacity: true)
    unlisted = []
    for severity in counts.indices { counts[severity] = 0 }
  }
}
