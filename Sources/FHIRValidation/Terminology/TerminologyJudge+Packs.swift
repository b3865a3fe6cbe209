import FHIRFindings
import FHIRSchema
import FHIRTape
import FHIRTerminology

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
