package import FHIRFindings
package import FHIRSchema
import FHIRSupport

/// A difference between a record and a profile.
package struct ProfileFinding {
  package let rule: Rule
  package let severity: Severity
  package let range: Range<Int>
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

  mutating func removeAll() { self = ProfileFindings(limit: limit) }
}

extension ProfileJudge {
  /// Adds a finding. If only the verdict is needed, the first fault ends the work, so that no messages are built in
  /// vain. When the work is used up, nothing is a fault any more: what is missing may not have been looked at.
  /// The subject ends the message of a finding about a part of the value that the profile is about.
  mutating func report(
    _ rule: Rule, at range: Range<Int>, missing: Int? = nil, severity: Severity? = nil,
    _ message: String, subject: String? = nil
  ) {
    work.rest(on: .occurrence)
    if work.isExhausted { return }
    let severity = severity ?? rule.severity
    if silence.isOn {
      if severity >= .error, !silence.hasFailed {
        (silence.hasFailed, silence.fault) = (true, subject.map { "\(message); \($0)" } ?? message)
      }
      return
    }
    if severity >= .error { work.found += 1 }
    if isKnown(rule, severity, range, message, subject) { return }
    guard findings.hasRoom(for: rule, severity) else { return }
    findings.listed.append(
      ProfileFinding(
        rule: rule, severity: severity, range: range, steps: work.steps, missing: missing, statement: message,
        subject: subject,
        source: profile.url.isEmpty
          ? nil : ProfileSource(profile: profile.url, version: profile.version, slice: slice)))
  }

  mutating func report(_ rule: Rule, below item: JudgedItem, _ message: String) {
    work.steps.append(profiles.step(item))
    report(rule, at: item.range(tape), message)
    work.steps.removeLast()
  }

  /// Whether the same finding exists already. A snapshot repeats in a slice what it states about the element: the
  /// finding is then attributed to the slice. And profiles of one record repeat what their common base states: the
  /// finding is then that of the first of them.
  private mutating func isKnown(
    _ rule: Rule, _ severity: Severity, _ range: Range<Int>, _ message: String, _ subject: String?
  ) -> Bool {
    let place = findings.listed.lastIndex { found in
      guard found.range == range, found.rule.id == rule.id, found.severity == severity,
        found.steps.count == work.steps.count, let other = found.source?.profile
      else { return false }
      if other.byBytes == profile.url.byBytes { return slice != nil && found.statement == message }
      return Self.isSame(found.statement, message, other, profile.url)
        && Self.isSame(found.subject ?? "", subject ?? "", other, profile.url)
    }
    guard let place else { return false }
    if let slice, findings.listed[place].source?.profile == profile.url, findings.listed[place].source?.slice == nil {
      findings.listed[place].source?.slice = slice
      findings.listed[place].subject = subject
    }
    return true
  }

  /// Whether two texts are the same, but for one name in place of another.
  private static func isSame(_ text: String, _ other: String, _ name: String, _ otherName: String) -> Bool {
    let (text, other, name, otherName) = (Array(text.utf8), Array(other.utf8), Array(name.utf8), Array(otherName.utf8))
    var (place, otherPlace) = (0, 0)
    while place < text.count, otherPlace < other.count {
      if text[place] == name.first, text[place...].starts(with: name), other[otherPlace...].starts(with: otherName) {
        (place, otherPlace) = (place + name.count, otherPlace + otherName.count)
      } else if text[place] == other[otherPlace] {
        (place, otherPlace) = (place + 1, otherPlace + 1)
      } else {
        return false
      }
    }
    return place == text.count && otherPlace == other.count
  }
}
