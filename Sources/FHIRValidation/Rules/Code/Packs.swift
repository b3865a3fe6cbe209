package import FHIRFindings
import FHIRTape
import FHIRTerminology

extension Rule {
  package static let retiredCode = Rule(
    "code/retired-code", .warning, .codeInvalid, summary: "the system has retired the code",
    checks: """
      Where a terminology pack has the system of a Coding (`--terminology`), the code is active. If the pack names \
      codes that replace a retired one, the message names them.
      """,
    matters: """
      A retired code was found to be unclear, wrong or a duplicate, so its records are missed by those who search for \
      the code of today. In a record of the past it may be right: it is a warning.
      """,
    form: .packed, bad: #""code": "B""#, good: #""code": "A""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")

  package static let wrongDisplay = Rule(
    "code/wrong-display", .warning, .codeInvalid,
    summary: "the display is none of the names that the system has for the code",
    checks: """
      Where a terminology pack has the system of a Coding (`--terminology`), its `display` is a name of the code \
      there, or in the value set of a profile's binding: in any language, preferred or not, whatever the case of its \
      letters and its white space. Where the record \
      states a language in which the code has no name, the display is counted as not checked.
      """,
    matters: """
      A person reads the display, and software the code. If they disagree, one of both is wrong. Names differ among \
      the versions and languages of a system: it is a warning.
      """,
    form: .packed, bad: #""code": "A", "display": "Beta""#, good: #""code": "A", "display": "alpha""#,
    specification: "https://hl7.org/fhir/DSTU2/datatypes.html#Coding")
}

extension RecordCursor {
  @inline(never)
  mutating func reportRetired(_ value: TapeIndex, _ concept: TerminologyPack.Concept, _ system: PackedSystem) {
    let others = concept.replacements.isEmpty ? "" : "; \(concept.replacements.alternatives) replaces it"
    report(.retiredCode, at: tape.range(value), path: .child("code")) {
      "expected an active code of \(system.edition), found \($0.tape.excerpt(value))\(others)"
    }
  }

  /// Reports a display, unless the record states a language in which the pack has no name of the concept.
  @inline(never)
  mutating func reportDisplay(
    _ value: TapeIndex, _ concept: TerminologyPack.Concept, _ names: [PackedSystem.Label], _ system: PackedSystem
  ) {
    func language(_ tag: String) -> String { String(tag.lowercased().prefix { $0 != "-" }) }
    let stated = record.exists ? tape.text("language", of: record).map(language) : nil
    let own = names.filter { language($0.language) == stated }
    if stated != nil, own.isEmpty, names.allSatisfy({ !$0.language.isEmpty }) {
      return counts.countUnjudged("displays in languages that no terminology pack has")
    }
    let name = (own.first { $0.use == .display } ?? own.first)?.text ?? concept.display ?? ""
    report(
      .wrongDisplay, at: value, path: .child("display"),
      expected: "a name of \(concept.code) in \(system.edition), such as '\(name)'")
  }
}
