package import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRTape
import FHIRTerminology

extension Rule {
  package static let unknownCode = Rule(
    "code/unknown-code", .warning, .codeInvalid,
    summary: "the code is not one of its code system, all of whose codes are known",
    checks: """
      Where all codes of the system of a Coding or Quantity are known, the code is one of them. Known are the systems \
      that the record's release defines with all their codes, such as `http://hl7.org/fhir/administrative-gender`, and \
      those that the caller gives (`--definitions`, `--terminology`), which take the place of the release's: a code \
      that these lack is an error, unless the release defines it. Where the Coding names another version of the system \
      than the known ones, the code is counted as not checked; without one, the newest decides. Where a value set of a \
      profile names the version, its binding decides. A code at an element whose own binding is required, or has \
      the whole system, is left to the rules of bindings unless another coding beside it meets the binding, and one \
      that a binding of a profile reports as gravely to that.
      """,
    matters: """
      Nobody can look up the code. It is probably misspelt, or from another version of the system: where only the \
      release's copy is known, that cannot be told, since systems are also published apart from the releases, so it is \
      a warning.
      """,
    form: .resource("Group"),
    example: """
      "type": "person",
      "actual": true,
      "characteristic": [
        {
          "code": { "text": "Gender" },
          "valueCodeableConcept": {
            "coding": [{ "system": "http://hl7.org/fhir/administrative-gender", "code": ~ }]
          },
          "exclude": false
        }
      ]
      """,
    bad: #""F""#, good: #""female""#, specification: "https://hl7.org/fhir/DSTU2/datatypes.html#Coding")
}

extension TerminologyJudge {
  /// Judges a code if all of its system are known; returns whether they are. The hash is that of the system as written.
  mutating func checkSystemCode(
    _ code: TapeIndex, of uri: TextBytes, _ hash: UInt64, in object: TapeIndex, _ cursor: inout RecordCursor
  ) -> Bool {
    let version = cursor.tape.version(of: object)
    let written = TextBytes(bytes: cursor.tape.lexeme(code), count: cursor.tape.length(code))
    let good = goodCodes.hash(written, for: Int(truncatingIfNeeded: hash))
    if version == nil, goodCodes.contains(good) { return true }
    guard let known = systems.system(uri.buffer, version: version) else { return false }
    let isKnown = known.has(cursor.tape.string(code))
    if isKnown == true {
      if version == nil { goodCodes.insert(good) }
    } else {
      cursor.miss(code, of: uri, known, isOther: isKnown == nil)
    }
    return true
  }

  /// Judges the codes beside the one that meets the binding of a concept, which are otherwise left to the binding.
  @inline(never)
  mutating func checkCodes(beside good: Int, in codings: TapeIndex, of row: ValueSetRow, _ cursor: inout RecordCursor) {
    guard cursor.tape.length(codings) > 1, !cursor.isOff(Rule.unknownCode.id) else { return }
    for (index, coding) in cursor.tape.items(of: codings).enumerated()
    where index != good && cursor.tape.tag(coding) == .object {
      let (system, code) = cursor.tape.systemAndCode(of: coding)
      guard let (known, isKnown) = knowledge(of: coding, &cursor), isKnown != true,
        cursor.bindingJudges(cursor.text(system).buffer, isGiven: known.isGiven),
        standing(of: coding, in: row, &cursor) != .inSet
      else { continue }
      if isKnown == nil {
        cursor.countCodeOfOtherVersion()
      } else {
        cursor.reportUnknown(code, known, path: .below("coding[\(index)].code"))
      }
    }
  }

  /// Whether the given system has the code of a Coding; `nil` for one not given, or not in the Coding's version.
  func isGivenCode(_ coding: TapeIndex, _ cursor: inout RecordCursor) -> Bool? {
    guard systems.hasGiven || !packs.isEmpty else { return nil }
    return knowledge(of: coding, &cursor).flatMap { $0.isGiven ? $1 : nil }
  }

  /// What is known of the system of a Coding, and whether it has the code, as ``KnownSystems/Knowledge/has(_:)`` tells.
  private func knowledge(of coding: TapeIndex, _ cursor: inout RecordCursor) -> (KnownSystems.Knowledge, Bool?)? {
    let (system, code) = cursor.tape.systemAndCode(of: coding)
    guard system.exists, code.exists else { return nil }
    let (uri, text) = (cursor.text(system), cursor.tape.string(code))
    if !packs.isEmpty, let pack = packed(uri, in: coding, &cursor) ?? nil, let isThere = pack.has(text) {
      return (systems.pack(uri.buffer, version: pack.version), isThere)
    }
    guard KnownSystem(uri.bytes, uri.count) == nil,
      let known = systems.system(uri.buffer, version: cursor.tape.version(of: coding))
    else { return nil }
    return (known, known.has(text))
  }
}

extension Tape {
  fileprivate func version(of coding: TapeIndex) -> String? { member("version", of: coding).flatMap(primitive) }
}

/// A code that its system lacks, or a display: a profile may find the same, and one fault is one finding, or may accept it.
struct HeldCode {
  let value: TapeIndex
  let severity: Severity
  let steps: [ElementPath.Step]
  let report: (inout RecordCursor) -> Void
}

extension RecordCursor {
  /// Whether the current Coding is at an element whose binding is required, or has the whole system, which was not given.
  @inline(never) fileprivate func bindingJudges(_ system: UnsafeBufferPointer<UInt8>, isGiven: Bool) -> Bool {
    let (members, schema) = (members, schema)
    // An element around the resource may be of another release.
    for step in path.steps.suffix(2).reversed() where ReleaseRow.base(of: step.member.release) == path.base {
      let member = members[MemberID(step.member.row)]
      if member.valueSet == 0 { continue }
      return member.flags.contains(.requiredBinding)
        || !isGiven
          && schema.valueSets[Int(member.valueSet)].systemRows.contains { !$0.isOpen && $0.bytes.elementsEqual(system) }
    }
    return false
  }

  /// Keeps a code that its system lacks, until the profiles of its resource are judged, unless a binding judges it.
  @inline(never)
  mutating func miss(_ code: TapeIndex, of uri: TextBytes, _ known: KnownSystems.Knowledge, isOther: Bool = false) {
    // Good here, and perhaps not at an element with another binding.
    if bindingJudges(uri.buffer, isGiven: known.isGiven) { return rest(on: .surroundings) }
    if isOther { return countCodeOfOtherVersion() }
    // Another rule reports a text that is not a code.
    let written = text(code)
    guard CodeGrammar.check(written.bytes, written.count).isNone, !isOff(Rule.unknownCode.id) else { return }
    hold(code, severity(of: code, known)) { $0.reportUnknown(code, known) }
  }

  /// Keeps what is wrong with a code or a display, until the profiles of its resource are judged.
  mutating func hold(_ value: TapeIndex, _ severity: Severity, _ report: @escaping (inout RecordCursor) -> Void) {
    rest(on: .occurrence)
    let held = HeldCode(value: value, severity: severity, steps: Array(path.steps), report: report)
    if heldCodes.count < Self.mostHeld { heldCodes.append(held) } else { report(&self) }
  }

  /// Whether a finding of a profile is about a held code, which is graver; else the held code is not reported again.
  mutating func holdsGraver(than finding: ProfileFinding) -> Bool {
    let (tape, bindings) = (tape, [Rule.profileOutsideValueSet.id, Rule.profileOutsideExtensibleValueSet.id])
    guard !heldCodes.isEmpty, bindings.contains(finding.rule.id),
      let place = heldCodes.firstIndex(where: { tape.range($0.value) == finding.range })
    else { return false }
    if heldCodes[place].severity > finding.severity { return true }
    heldCodes.remove(at: place)
    return false
  }

  @inline(never) mutating func reportHeldCodes() {
    let (root, steps) = (path.root, Array(path.steps))
    for held in heldCodes {
      path.restore(root, held.steps)
      held.report(&self)
    }
    path.restore(root, steps)
    heldCodes.removeAll(keepingCapacity: true)
  }

  private func severity(of code: TapeIndex, _ known: KnownSystems.Knowledge) -> Severity {
    known.isGiven && !known.isDefined(tape.string(code)) ? .error : .warning
  }

  fileprivate mutating func reportUnknown(
    _ value: TapeIndex, _ known: KnownSystems.Knowledge, path: FindingPath = .child("code")
  ) {
    let severity = severity(of: value, known)
    if drops(Rule.unknownCode.id, severity) { return }
    let (system, codes) = (known.system, known.system.codes)
    var expectation = "a code of \(PackedSystem.edition(system.url, known.isGiven ? system.version ?? "" : ""))"
    if codes.isEmpty {
      // That of a pack, in which nobody looks for the nearest.
    } else if codes.count <= 8 {
      expectation += ", \(codes.map(\.string).alternatives)"
    } else if codes.count <= Self.mostToCompare, findings.takeHint(),
      let nearest = Spelling.nearest(to: tape.string(value), among: codes.map(\.string))
    {
      expectation += ", perhaps '\(nearest)'"
    }
    report(
      Rule.unknownCode.id, severity, at: tape.range(value), path: path,
      "expected \(expectation), found \(tape.excerpt(value))")
  }

  fileprivate mutating func countCodeOfOtherVersion() {
    counts.countUnjudged("codes of other versions of code systems")
  }

  /// The most codes of a system among which the nearest is looked for, and the most that are held.
  private static var mostToCompare: Int { 5_000 }
  private static var mostHeld: Int { 1_000 }
}
