/// The facts about the invariants with one key: `Schemas/RELEASE/invariants/KEY.txt`, kept by hand.
///
/// ```text
/// summary an observation has both a value and a reason for its absence
/// matters One reader shows the value, another reports it as missing.
///
/// obs-6 error Observation                              as published: key, severity, element
///   xpath not(exists(f:dataAbsentReason)) or ...       as published, in a release that publishes XPath
///   published dataAbsentReason.empty()                 as published, where that is FHIRPath and not ours
///   text This element SHALL NOT be provided            a sentence of the element's definition, in place of a constraint
///   page At least one SHALL be present                 a sentence of the page of the type, in place of a constraint
///   on DomainResource.contained                        judged there, where that is not the element
///   except contained                                   contained resources need not meet it
///   severity warning                                   where ours is not the published one
///   fhirpath dataAbsentReason.empty() or value.empty() ours, and what is published without one of the two above
///   native local-reference                             the walk judges it by that name; the expression only explains
///   expected a value[x] or a dataAbsentReason
///   found both
///   note Why the two differ, where they do.
///   bad
///     { the smallest record that breaks this invariant and no other rule }
///   good
///     { the same record, mended }
/// ```
///
/// A key that the definitions use twice has a block for each. A demand that only the words of a definition state has a
/// key and a severity of ours; its key says what it is about.
package struct InvariantFile {
  package struct Statement {
    let key, publishedSeverity, path: String
    var rule: PublishedRule?
    var place, severity: String?
    var sparesContained = false
    package var fhirpath = ""
    /// The name by which the walk judges it.
    var native: String?
    var expected = ""
    var found = ""
    var note: String?
    package var bad: [Substring] = []
    package var good: [Substring] = []

    /// The sentence that this restates, `nil` for a constraint.
    package var sentence: String? {
      switch rule {
      case .text(let sentence), .page(let sentence): sentence
      default: nil
      }
    }

    package var published: PublishedInvariant {
      PublishedInvariant(key: key, severity: publishedSeverity, path: path, rule: rule ?? .fhirpath(fhirpath))
    }
  }

  package let key: String
  let summary, matters: String
  package private(set) var statements: [Statement] = []

  package init(_ text: String, key: String) throws(CompilerError) {
    self.key = key
    var lines = text.split(separator: "\n")[...]
    func complaint(_ reason: String) -> CompilerError { CompilerError("invariants/\(key).txt: \(reason)") }
    guard let summary = Self.value("summary", lines.popFirst()), let matters = Self.value("matters", lines.popFirst())
    else { throw complaint("expected 'summary' and 'matters' at its top") }
    (self.summary, self.matters) = (summary, matters)
    while let head = lines.popFirst() {
      let words = head.split(separator: " ")
      guard words.count == 3, words[0] == key else {
        throw complaint("expected '\(key) SEVERITY PATH', found '\(head)'")
      }
      var statement = Statement(key: key, publishedSeverity: String(words[1]), path: String(words[2]))
      while let line = lines.first, line.hasPrefix("  ") {
        lines.removeFirst()
        let words = line.dropFirst(2).split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        switch (words[0], words.dropFirst().first.map(String.init)) {
        case ("bad", nil): statement.bad = Self.takeExample(&lines)
        case ("good", nil): statement.good = Self.takeExample(&lines)
        case ("except", "contained"): statement.sparesContained = true
        case ("xpath", let value?): statement.rule = .xpath(value)
        case ("published", let value?): statement.rule = .fhirpath(value)
        case ("text", let value?): statement.rule = .text(value)
        case ("page", let value?): statement.rule = .page(value)
        case ("on", let value?): statement.place = value
        case ("severity", let value?): statement.severity = value
        case ("fhirpath", let value?): statement.fhirpath = value
        case ("native", let value?): statement.native = value
        case ("expected", let value?): statement.expected = value
        case ("found", let value?): statement.found = value
        case ("note", let value?): statement.note = value
        default: throw complaint("not understood: '\(line)'")
        }
      }
      guard ![statement.fhirpath, statement.expected, statement.found].contains(""), !statement.bad.isEmpty,
        !statement.good.isEmpty
      else { throw complaint("\(statement.path) has no fhirpath, expected, found, bad or good") }
      statements.append(statement)
    }
    if statements.isEmpty { throw complaint("no invariant") }
  }

  private static func value(_ word: String, _ line: Substring?) -> String? {
    guard let line, line.hasPrefix(word + " ") else { return nil }
    return String(line.dropFirst(word.count + 1))
  }

  private static func takeExample(_ lines: inout ArraySlice<Substring>) -> [Substring] {
    let example = lines.prefix { $0.hasPrefix("    ") }
    lines = lines.dropFirst(example.count)
    return example.map { $0.dropFirst(4) }
  }
}
