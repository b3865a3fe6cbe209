package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let profileRequiredElement = Rule(
    "profile/required-element", .error, .required, summary: "a profile requires an element that is not there",
    checks: """
      A profile may raise the minimum of an element. Each object that the profile applies to must have the element \
      at least as often. An element counts if it has a value, or extensions in place of one.
      """,
    matters: "Software that relies on the profile reads the element without testing whether it is present.",
    profile: #"{ "path": "Patient.birthDate", "min": 1 }"#,
    bad: #""gender": "female""#, good: #""gender": "female", "birthDate": "1990-02-03""#)

  package static let profileTooManyValues = Rule(
    "profile/too-many-values", .error, .structure, summary: "a profile allows fewer values of an element",
    checks: """
      A profile may lower the maximum of an element or of a slice, or forbid it with a maximum of 0. The definition \
      of an extension may state how often it may stand on one element. The finding is at the first value beyond the \
      maximum.
      """,
    matters: "Software that relies on the profile takes the first value and drops the rest, or fails.",
    profile: #"{ "path": "Patient.name", "max": "1" }"#,
    bad: #""name": [{ "text": "Ada" }, { "text": "Countess" }]"#, good: #""name": [{ "text": "Ada" }]"#)
}

extension ProfileJudge {
  mutating func checkCount(_ edge: ProfileEdge, _ items: Range<Int>, around item: JudgedItem) {
    let outer = slice
    if slice == nil { slice = profile.nodes[edge.node].form }
    if items.count < edge.count.minimum {
      report(.profileRequiredElement, at: item.range(tape), missing: edge.element, missing(edge, items.count))
    }
    if items.count > edge.count.maximum {
      let name = profiles.schema.elements[edge.element].name
      report(
        .profileTooManyValues, below: work.items[items.lowerBound + edge.count.maximum],
        tooMany(name, edge.count.maximum, items.count))
    }
    slice = outer
  }

  private func missing(_ edge: ProfileEdge, _ count: Int) -> String {
    let (name, url) = (profiles.schema.elements[edge.element].baseName, profile.url)
    if count == 0, edge.count.minimum == 1 {
      return "expected '\(name)', which the profile \(url) requires, found none"
    }
    return "expected at least \(edge.count.minimum) values of '\(name)' by the profile \(url), found \(count)"
  }

  /// Judges whether an element has an extension more often than the root of its definition allows. See
  /// <https://hl7.org/fhir/R4/defining-extensions.html>.
  mutating func checkNumber(of definition: Profile, _ url: TapeIndex, _ item: JudgedItem) {
    let (place, maximum) = (max(item.position, 0), definition.maximum)
    // The first extensions of an element are never too many.
    guard place >= maximum else { return }
    var (before, all) = (0, 0)
    for (number, other) in tape.items(of: item.key.value).enumerated() {
      guard work.spend(1), number < place || before == maximum else { return }
      var isSame = false
      if let address = tape.value(profiles.urlName, of: other) { isSame = hasText(address, of: url) }
      if isSame, number < place { before += 1 }
      if before > maximum { return }
      if isSame { all += 1 }
    }
    let range = item.range(tape)
    // A profile that says the same of a slice has reported it.
    guard before == maximum,
      !findings.listed.contains(where: { $0.rule.id == Rule.profileTooManyValues.id && $0.range == range })
    else { return }
    let expected = maximum == 0 ? "no extension" : "at most \(maximum) of the extension"
    report(
      .profileTooManyValues, at: range,
      "expected \(expected) '\(definition.url)' on one element, as its definition says, found \(all)")
  }

  private func hasText(_ string: TapeIndex, of other: TapeIndex) -> Bool {
    let tape = tape
    guard tape.isString(string) else { return false }
    if tape.tag(other) == .escapedString { return tape.string(string) == tape.string(other) }
    return tape.string(string, equals: tape.lexeme(other), tape.length(other))
  }

  func tooMany(_ name: String, _ maximum: Int, _ count: Int) -> String {
    let url = profile.url
    return maximum == 0
      ? "expected no '\(name)', which the profile \(url) does not allow, found \(count)"
      : "expected at most \(maximum) of '\(name)' by the profile \(url), found \(count)"
  }
}
