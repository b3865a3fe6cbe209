import FHIRDiagnostics
import FHIRSchema
import FHIRTape
import FHIRView

extension ProfileJudge {
  /// Judges a value by the assertions about the values of an element.
  ///
  /// - Parameter path: the element's path in the profile, with slices.
  mutating func check(_ assertion: ValueAssertion, of path: String, _ item: JudgedItem) {
    checkFixed(assertion, of: path, item)
    checkPattern(assertion, of: path, item)
    checkRange(assertion, item)
    checkLength(assertion, item)
  }

  /// The text of a value in a message.
  func excerpt(_ item: JudgedItem) -> String { !item.value.exists ? "no value" : tape.excerpt(item.value) }

  // MARK: - Parts of values

  /// Where a value differs from one of the profile; `nil` if it differs as a whole.
  func difference(of item: JudgedItem, from wanted: KeptValue, isExact: Bool) -> ValueDifference? {
    guard item.value.exists, tape.tag(item.value) == .object else { return nil }
    var finder = DifferenceFinder(JSONComparison(record: tape, definition: wanted.tape), isExact: isExact)
    return finder.difference(item.value, .root).part
  }

  /// Reports the part of a value that differs from one of the profile.
  ///
  /// - Parameter subject: whose value it is, and which.
  mutating func report(
    _ rule: Rule, _ difference: ValueDifference, of item: JudgedItem, from wanted: KeptValue, subject: String
  ) {
    atEnd(of: difference.way, from: item) { judge, part in
      let found = judge.excerpt(part)
      let message =
        switch difference.kind {
        case .other(let value): "expected \(wanted.tape.excerpt(value)), found \(found)"
        case .lacking(let key):
          "expected '\(wanted.tape.string(key))' with \(wanted.tape.excerpt(key.value)), found \(found)"
        case .extra: "expected no value, found \(found)"
        case .several: "expected another value, found \(found)"
        }
      judge.report(rule, at: part.range(judge.tape), message, subject: subject)
    }
  }

  /// Passes the value at the end of a way to `body`, with the path to it; an object before it if the release does not
  /// have one of the members.
  mutating func atEnd(
    of way: [ValueDifference.Step], from item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Void
  ) {
    let depth = work.steps.count
    var part = item
    for step in way {
      guard let next = value(step, of: part) else { break }
      work.steps.append(profiles.step(next))
      part = next
    }
    body(&self, part)
    work.steps.removeSubrange(depth...)
  }

  /// The value after a step; `nil` if the release does not have the member.
  private func value(_ step: ValueDifference.Step, of item: JudgedItem) -> JudgedItem? {
    guard item.type.exists else { return nil }
    let (member, isSibling) = self.member(step.key, rows.types + item.type.row)
    guard member >= 0, !isSibling else { return nil }
    return JudgedItem(
      value: step.value, sibling: .none, key: step.key, owner: step.owner, position: step.position, member: member,
      type: type(of: step.value, member: member))
  }

  /// The step from an object to a member; `nil` if it has none.
  func step(to name: StaticString, of object: TapeIndex) -> ValueDifference.Step? {
    guard let value = tape.member(name, of: object) else { return nil }
    return tape.keys(of: object).first { $0.value == value }.map { key in
      ValueDifference.Step(owner: object, key: key, value: value)
    }
  }
}
