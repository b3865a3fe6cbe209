import FHIRFindings
import FHIRRecognition
import FHIRSupport
import FHIRTape

extension ProfileJudge {
  /// Adds a finding.
  ///
  /// If only the verdict is needed, the first fault ends the work, so that no messages are built in vain. When the work
  /// is used up, nothing is a fault any more: what is missing may not have been looked at.
  ///
  /// - Parameter subject: the end of the message if the finding is about a part of the value that the profile is about.
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

  /// Adds a finding about a value of an element of the current object.
  mutating func report(_ rule: Rule, below item: JudgedItem, _ message: String) {
    work.steps.append(profiles.step(item))
    report(rule, at: item.range(tape), message)
    work.steps.removeLast()
  }

  /// Whether the same finding exists already.
  ///
  /// A snapshot repeats in a slice what it states about the element: the finding is then attributed to the slice. And
  /// profiles of one record repeat what their common base states: the finding is then that of the first of them.
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
