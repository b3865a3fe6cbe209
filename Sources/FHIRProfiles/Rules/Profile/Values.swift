package import FHIRFindings
import FHIRPath
import FHIRSupport
import FHIRTape

extension Rule {
  package static let profileConstraint = Rule(
    "profile/constraint", .error, .invariant, summary: "a constraint of a profile does not hold",
    checks: """
      A profile may state constraints in FHIRPath. Each must be true; an empty result counts as false. A constraint \
      that the profile states as a warning is reported as a warning.
      """,
    matters:
      "A constraint states what cardinalities and types cannot, such as that one of two elements must be present.",
    profile: """
      { "path": "Patient", "constraint": [{ "key": "example-1", "severity": "error", "human": "A name has a family name", "expression": "name.all(family.exists())" }] }
      """,
    bad: #""name": [{ "text": "Ada" }]"#, good: #""name": [{ "family": ["Lovelace"] }]"#)

  package static let profileFixedValue = Rule(
    "profile/fixed-value", .error, .value, summary: "a value is not the one that the profile fixes",
    checks: """
      If a profile fixes a value, the value must be exactly that one, with nothing more and nothing less. \
      If the only difference is in a part, the finding is about that part, or about the object that lacks it.
      """,
    matters: "The fixed value often determines the meaning of the rest of the element.",
    profile: #"{ "path": "Patient.gender", "fixedCode": "female" }"#,
    bad: #""gender": "male""#, good: #""gender": "female""#)

  package static let profilePattern = Rule(
    "profile/pattern", .error, .value, summary: "a value lacks what the profile's pattern has",
    checks: """
      If a profile has a pattern, the value must contain the whole pattern: each member, and for each item of an \
      array one that contains it. If only one part differs, the finding is about that part, or about the object \
      that lacks it.
      """,
    matters: "Readers look for the pattern, such as a code for the kind of an observation.",
    profile: #"{ "path": "Patient.maritalStatus", "patternCodeableConcept": { "coding": [{ "code": "M" }] } }"#,
    bad: #""maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "S" }] }"#,
    good: #""maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }] }"#)

  package static let profileTooLong = Rule(
    "profile/too-long", .error, .tooLong, summary: "a text is longer than the profile allows",
    checks: "A profile may limit the number of characters of a text.",
    matters: "A reader with a field of that size truncates the text.",
    profile: #"{ "path": "Patient.language", "maxLength": 2 }"#,
    bad: #""language": "en-US""#, good: #""language": "en""#)

  package static let profileValueRange = Rule(
    "profile/value-range", .error, .value, summary: "a value is outside of the range that the profile allows",
    checks: """
      A profile may state the lowest and the highest value. Quantities are compared by their codes of UCUM, and as \
      numbers where the system and the code are the same; one with a comparator only where that decides, as `<1` for \
      a minimum of 1. Dates and times are compared to the precision that both have. What cannot be compared is \
      counted as not checked.
      """,
    matters: "A value outside the range is more often an entry error than a fact.",
    profile: #"{ "path": "Patient.multipleBirth[x]", "maxValueInteger": 8 }"#,
    bad: #""multipleBirthInteger": 11"#, good: #""multipleBirthInteger": 1"#)
}

extension ProfileJudge {
  /// Judges a value by a constraint. An empty result counts as false: <https://hl7.org/fhir/R4/conformance-rules.html>.
  mutating func check(_ constraint: ProfileConstraint, _ item: JudgedItem) {
    if constraint.looksElsewhere { work.rest(on: .surroundings) }
    let answer = isMet(constraint, item)
    guard answer == .no else { return notChecked.count(answer) }
    report(
      .profileConstraint, at: item.range(tape), severity: constraint.severity,
      """
      expected \(constraint.key) of the profile \(profile.url) to hold, '\(constraint.human)', found that \
      '\(constraint.excerpt)' is not true
      """)
  }

  /// Judges a value by a fixed value or, if more is allowed, by a pattern.
  mutating func check(_ wanted: KeptValue?, isExact: Bool, of path: String, _ item: JudgedItem) {
    guard let wanted else { return }
    let fits = fits(item, wanted, isExact: isExact)
    // What a primitive has beside it is more than the fixed value.
    if fits, !isExact || !item.sibling.exists || wanted.tape.isContainer(.root) { return }
    let rule = isExact ? Rule.profileFixedValue : .profilePattern
    guard !silence.isOn, let difference = difference(of: item, from: wanted, isExact: isExact), !difference.way.isEmpty
    else {
      let (found, more) = (excerpt(item), fits ? " with an extension or an id" : "")
      return report(
        rule, at: item.range(tape),
        isExact
          ? "expected \(wanted.excerpt), the only value that the profile \(profile.url) allows, found \(found)\(more)"
          : "expected a value with \(wanted.excerpt), as the profile \(profile.url) demands, found \(found)")
    }
    report(
      rule, difference, of: item, from: wanted,
      subject: "the profile \(profile.url) \(isExact ? "allows only" : "demands") \(wanted.excerpt) in \(path)")
  }

  mutating func checkLength(_ assertion: ValueAssertion, _ item: JudgedItem) {
    if let length = assertion.facts.maximumLength, item.value.exists,
      let found = tape.text(item.value)?.unicodeScalars.count, found > length
    {
      report(
        .profileTooLong, at: item.range(tape),
        "expected \(length) characters at most, by the profile \(profile.url), found \(found)")
    }
  }

  /// Judges whether a value keeps to a bound; one that cannot be compared with it is counted.
  mutating func check(_ bound: ValueBound?, isLeast: Bool, _ item: JudgedItem) {
    guard let bound, item.value.exists, work.spend(20) else { return }
    let isWithin: Bool?
    if let expression = bound.expression {
      isWithin = try? evaluator.evaluateBoolean(
        expression, over: tape, at: item.node, resource: around.resource.node, root: around.container.node,
        scope: around.scope)
    } else {
      isWithin = Self.isWithin(
        DefinitionNode(bound.value.tape, .root), DefinitionNode(tape, item.value), isLeast: isLeast)
    }
    guard let isWithin else { return notChecked.count(.bound) }
    if isWithin { return }
    report(
      .profileValueRange, at: item.range(tape),
      """
      expected \(bound.value.excerpt) at \(isLeast ? "least" : "most"), by the profile \(profile.url), found \
      \(excerpt(item))
      """)
  }

  /// Whether a quantity keeps to a bound; `nil` where the units or a comparator leave that open.
  private static func isWithin(_ bound: DefinitionNode, _ value: DefinitionNode, isLeast: Bool) -> Bool? {
    guard let order = order(value, bound) else { return nil }
    let distance = isLeast ? order : -order
    let outward = isLeast ? "<" : ">"
    switch value["comparator"]?.string {
    case nil: return distance >= 0
    case outward: return distance > 0 ? nil : false
    case outward + "=": return distance >= 0 ? nil : false
    case "<", "<=", ">", ">=": return distance >= 0 ? true : nil
    default: return nil
    }
  }

  /// The order of two quantities: as numbers of the same system and code, or else the same unit; else by codes of UCUM.
  static func order(_ a: DefinitionNode, _ b: DefinitionNode) -> Int? {
    guard let number = a["value"]?.lexeme, let other = b["value"]?.lexeme else { return nil }
    func isSame(_ name: StaticString) -> Bool { a[name]?.string?.byBytes == b[name]?.string?.byBytes }
    if isSame("system"), isSame("code"), a["code"] != nil || isSame("unit") {
      return ValueOrder.ofNumbers(number, other)
    }
    guard let unit = a["code"]?.string, let otherUnit = b["code"]?.string, isSame("system"),
      a["system"]?.string == "http://unitsofmeasure.org"
    else { return nil }
    return ValueOrder.ofQuantities(number, unit, other, otherUnit)
  }
}
