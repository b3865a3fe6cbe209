import FHIRFindings
import FHIRPrimitives
import FHIRProfiles
import FHIRSchema
import FHIRTape
import FHIRTerminology

/// Codes of systems that terminology packs have.
extension TerminologyJudge {
  /// Judges whether the code of a Coding exists, whether it is active, and its display.
  ///
  /// - Returns: whether a pack tells whether the code exists.
  mutating func checkPackedCode(
    _ code: TapeIndex, of uri: TextBytes, in object: TapeIndex, _ cursor: inout RecordCursor
  ) -> Bool {
    let url = String(decoding: uri.buffer, as: UTF8.self)
    guard let newest = packs.system(url, version: nil), cursor.schema.release.means(url, version: newest.version) else {
      return false
    }
    let version = cursor.tape.text("version", of: object).flatMap { $0.isEmpty ? nil : $0 }
    guard let system = packs.system(url, version: version) else {
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
    case .absent:
      let isDefined = systems.isDefined(uri.buffer, cursor.tape.string(code))
      cursor.reportAbsent(code, system, isDefined ? .warning : .error)
    case .composed: break
    case .concept(let concept): check(concept, code, in: object, of: system, &cursor)
    }
    return true
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
      if isName == false { cursor.reportDisplay(display, try system.facts(of: concept), system) }
    } catch {
      cursor.counts.countUnjudged("codes of a damaged terminology pack")
    }
  }
}

extension RecordCursor {
  /// Reports a code that its system does not have.
  ///
  /// - Parameter severity: an error, unless the release's copy of the system has the code.
  @inline(never)
  fileprivate mutating func reportAbsent(_ value: TapeIndex, _ system: PackedSystem, _ severity: Severity) {
    // Another rule reports a text that is not a code.
    let text = text(value)
    guard CodeGrammar.check(text.bytes, text.count).isNone, !drops(Rule.unknownCode.id, severity) else { return }
    report(
      Rule.unknownCode.id, severity, at: tape.range(value), path: .child("code"),
      "expected a code of \(system.edition), found \(tape.excerpt(value))")
  }
}

extension PackedSystem {
  /// The system and its version for a message.
  var edition: String {
    version.isEmpty ? "'\(url)'" : version.hasPrefix(url) ? "'\(version)'" : "'\(url)' in version \(version)"
  }
}
