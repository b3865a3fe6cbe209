package import FHIRFindings
import FHIRSchema
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
  @inline(never) mutating func reportDisplay(
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

extension TerminologyJudge {
  /// Judges whether a code exists and is active, and its display; returns whether a pack tells whether it exists.
  mutating func checkPackedCode(
    _ code: TapeIndex, of uri: TextBytes, in object: TapeIndex, _ cursor: inout RecordCursor
  ) -> Bool {
    guard let found = packed(uri, in: object, &cursor) else { return false }
    guard let system = found else {
      cursor.counts.countUnjudged("codes of versions that no terminology pack has")
      return false
    }
    let text = cursor.text(code)
    switch system.find(text.buffer) {
    case .open(.expression): cursor.counts.countUnjudged("expressions of SNOMED CT")
    case .open(.otherPart):
      cursor.counts.countUnjudged("codes of extensions and parts that no terminology pack has")
      return false
    case .open(.damage): cursor.counts.countUnjudged("codes of a damaged terminology pack")
    case .absent: cursor.miss(code, of: uri, systems.pack(uri.buffer, version: system.version))
    case .composed: break
    case .concept(let concept): check(concept, code, in: object, of: system, &cursor)
    }
    return true
  }

  /// The system of a Coding in the packs: `nil` for none, a `nil` in it if they have only other versions.
  func packed(_ uri: TextBytes, in coding: TapeIndex, _ cursor: inout RecordCursor) -> PackedSystem?? {
    guard let newest = packs.system(uri.buffer),
      cursor.schema.release.means(newest.url, version: newest.version)
    else { return nil }
    guard let version = cursor.tape.text("version", of: coding) else { return .some(newest) }
    return .some(packs.system(newest.url, version: version))
  }

  private mutating func check(
    _ concept: Int, _ code: TapeIndex, in object: TapeIndex, of system: PackedSystem, _ cursor: inout RecordCursor
  ) {
    do throws(PackDamage) {
      if try !system.isCurrent(concept) { cursor.reportRetired(code, try system.facts(of: concept), system) }
      guard let display = cursor.tape.member("display", of: object), cursor.isText(display) else { return }
      let text = cursor.text(display)
      // Another rule reports an empty text.
      if text.count == 0 { return }
      let isName = try system.isName(text.buffer, of: concept)
      if isName == false {
        let (facts, names) = (try system.facts(of: concept), try system.labels(concept))
        cursor.hold(display, Rule.wrongDisplay.severity) { $0.reportDisplay(display, facts, names, system) }
      }
    } catch {
      cursor.counts.countUnjudged("codes of a damaged terminology pack")
    }
  }
}

extension PackedSystem {
  var edition: String { Self.edition(url, version) }

  static func edition(_ url: String, _ version: String) -> String {
    version.isEmpty ? "'\(url)'" : version.hasPrefix(url) ? "'\(version)'" : "'\(url)' in version \(version)"
  }
}
