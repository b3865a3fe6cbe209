import FHIRFindings
import FHIRPrimitives
import FHIRProfiles
import FHIRSchema
import FHIRTape
import FHIRTerminology
import UCUM

/// Judges codes and their systems offline. It remembers only texts whose verdict depends on their bytes alone.
struct TerminologyJudge {
  /// Names of code systems, units, and codes with their value sets, that were judged to be good.
  private(set) var goodSystems: TextMemo
  private(set) var goodUnits: TextMemo
  private(set) var goodCodes: TextMemo
  let memory: WalkerMemory
  let systems: KnownSystems

  /// Code systems that the caller has compiled.
  let packs: TerminologyPacks

  init(_ memory: WalkerMemory, _ packs: TerminologyPacks) {
    self.packs = packs
    self.memory = memory
    systems = memory.systems
    goodSystems = memory.goodSystems
    goodUnits = memory.goodUnits
    goodCodes = memory.goodCodes
  }

  /// Switches to another release, with the texts that are good in it.
  mutating func use(_ memory: WalkerMemory) { self = TerminologyJudge(memory, packs) }

  /// Judges a code offline: by its system's form, check digit or grammar.
  mutating func checkCoding(_ object: TapeIndex, _ cursor: inout RecordCursor) {
    guard cursor.release.parts.contains(.codings) else { return }
    let (system, code) = cursor.tape.systemAndCode(of: object)
    guard system.exists else { return }
    let uri = cursor.text(system)
    if code.exists, !packs.isEmpty, checkPackedCode(code, of: uri, in: object, &cursor) { return }
    guard let known = KnownSystem(uri.bytes, uri.count)
    else { return checkSystem(system, uri, code, in: object, &cursor) }
    guard code.exists else { return }
    // Of a list of codes more is known than of their form; units are composed.
    if systems.hasGiven, known != .ucum,
      checkSystemCode(code, of: uri, hash(ofSystem: system, cursor), in: object, &cursor)
    {
      return
    }
    let text = cursor.text(code)
    switch known {
    case .loinc: checkLOINC(text, code, &cursor)
    case .snomed: checkSNOMED(text, code, &cursor)
    case .rxNorm: checkRxNorm(text, code, &cursor)
    case .cvx: checkCVX(text, code, &cursor)
    case .ndc: checkNDC(text, code, &cursor)
    case .ucum: checkUnit(text, code, &cursor)
    }
  }

  /// Judges a quantity as a Coding, and whether the unit of an age or a duration measures time, of a distance length.
  @inline(__always) mutating func checkQuantity(_ object: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    checkCoding(object, &cursor)
    if type == cursor.roles.age { checkUnit(of: object, .time, .ageUnit, &cursor) }
    if type == cursor.roles.duration { checkUnit(of: object, .time, .durationUnit, &cursor) }
    if type == cursor.roles.distance { checkUnit(of: object, .length, .distanceUnit, &cursor) }
  }
}

extension Tape {
  /// The string values of the members `system` and `code`, `.none` if there is none; the last one if there are several.
  func systemAndCode(of object: TapeIndex) -> (system: TapeIndex, code: TapeIndex) {
    var (system, code) = (TapeIndex.none, TapeIndex.none)
    for key in keys(of: object) where isString(key.value) {
      if isKey(key, "system") {
        system = key.value
      } else if isKey(key, "code") {
        code = key.value
      }
    }
    return (system, code)
  }
}

/// Bindings of Coding and CodeableConcept: the shared part of the three code rules.
extension TerminologyJudge {
  /// The result of comparing a coding with a value set.
  enum Standing {
    case inSet
    /// The set has all codes of the system, but not this one.
    case codeNotInSet
    /// The set has only some codes of the system, and not this one.
    case codeBesideSet
    /// No system is given, and the code is in the set.
    case systemMissing
    /// Another system, or none.
    case otherSystem
    case noCode
    /// The code is not well-formed, which another rule reports.
    case malformed
  }

  /// Judges the binding of the Coding or CodeableConcept at `value`; one coding in the set is enough.
  @inline(never) mutating func checkBinding(_ value: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor) {
    guard cursor.release.parts.contains(.bindings) else { return }
    let row = cursor.schema.valueSets[Int(cursor.members[member].valueSet)]
    let isRequired = cursor.members[member].flags.contains(.requiredBinding)
    var misfit: Misfit?
    if cursor.members[member].typeID == cursor.roles.coding {
      if satisfies(row, value, nil, isRequired, &misfit, &cursor) { return }
    } else {
      if cursor.tape.length(value) == 0 { return }
      if let array = cursor.tape.member("coding", of: value) {
        if cursor.tape.tag(array) != .array { return }
        for (index, item) in cursor.tape.items(of: array).enumerated() where cursor.tape.tag(item) == .object {
          if satisfies(row, item, index, isRequired, &misfit, &cursor) {
            return checkCodes(beside: index, in: array, of: row, &cursor)
          }
        }
      }
    }
    reportMisfit(misfit, of: value, row, isRequired, &cursor)
  }

  /// The coding that a finding names: the first one, or the first that is not merely of another system.
  private typealias Misfit = (code: TapeIndex, coding: Int?, standing: Standing)

  /// Whether a coding ends the search: it is in the set, or was reported for another reason.
  private mutating func satisfies(
    _ row: ValueSetRow, _ coding: TapeIndex, _ index: Int?, _ isRequired: Bool, _ misfit: inout Misfit?,
    _ cursor: inout RecordCursor
  ) -> Bool {
    let standing = standing(of: coding, in: row, &cursor)
    if standing == .inSet || standing == .malformed { return true }
    // The set has all of the system, also what was added to it later; what that lacks was reported.
    if standing == .codeNotInSet, let isThere = isGivenCode(coding, &cursor), isThere || !isRequired { return true }
    if standing != .noCode, let code = cursor.tape.member("code", of: coding) {
      let telling: Standing = isRequired && row.form?.isOpen != true ? .systemMissing : .codeNotInSet
      if misfit == nil || misfit?.standing != telling && standing == telling { misfit = (code, index, standing) }
    }
    return false
  }

  private mutating func reportMisfit(
    _ misfit: Misfit?, of value: TapeIndex, _ row: ValueSetRow, _ isRequired: Bool, _ cursor: inout RecordCursor
  ) {
    guard let misfit else {
      if isRequired, !hasExtensionsOnly(value, &cursor) { cursor.reportMissingCode(value, row) }
      return
    }
    let path = FindingPath.below((misfit.coding.map { "coding[\($0)]." } ?? "") + "code")
    if isRequired, misfit.standing == .systemMissing {
      cursor.reportMissingSystem(misfit.code, row, path: path)
    } else if isRequired, !(misfit.standing == .otherSystem && row.form?.isOpen == true) {
      let hint = misfit.standing == .otherSystem ? "; its system is not one of \(row.systems.alternatives)" : ""
      cursor.reportNotInValueSet(misfit.code, row, path: path, hint: hint)
    } else if misfit.standing == .codeNotInSet {
      cursor.reportNotInExtensibleValueSet(misfit.code, row, path: path)
    } else {
      // Valid if the set lacks the concept, or has it in another system, which only a person can decide.
      cursor.counts.countUnjudgedCode(ofSet: ReleaseRow(row.number, base: cursor.path.base))
    }
  }

  /// Whether an element has only extensions, which replace its content, as for a code without a value.
  private func hasExtensionsOnly(_ value: TapeIndex, _ cursor: inout RecordCursor) -> Bool {
    var hasExtensions = false
    for key in cursor.tape.keys(of: value) {
      if cursor.tape.string(key, equals: "extension") {
        hasExtensions = true
      } else if !cursor.tape.string(key, equals: "id"), !cursor.isComments(key) {
        return false
      }
    }
    return hasExtensions
  }

  mutating func standing(of coding: TapeIndex, in row: ValueSetRow, _ cursor: inout RecordCursor) -> Standing {
    guard let code = cursor.tape.member("code", of: coding), cursor.isText(code) else { return .noCode }
    if case let text = cursor.text(code), !CodeGrammar.check(text.bytes, text.count).isNone { return .malformed }
    if row.isUnexpanded, row.form == nil {
      // Nobody knows the codes, and this one may be in the set.
      cursor.counts.countUnjudgedCode(ofSet: ReleaseRow(row.number, base: cursor.path.base))
      return .inSet
    }
    guard let systemValue = cursor.tape.member("system", of: coding) else {
      let text = cursor.text(code)
      let isKnown =
        row.form?.holds(text.bytes, text.count)
        ?? cursor.schema.codes.contains(text.bytes, text.count, valueSet: row.number)
      if isKnown { return .systemMissing }
      return row.form == nil ? .otherSystem : .codeNotInSet
    }
    guard cursor.isText(systemValue), let system = systemNumber(systemValue, in: row, &cursor)
    else { return .otherSystem }
    let text = cursor.text(code)
    if let form = row.form {
      if form.grammar == .any { cursor.counts.countUnjudgedCode(ofSet: ReleaseRow(row.number, base: cursor.path.base)) }
      return form.holds(text.bytes, text.count) ? .inSet : .codeNotInSet
    }
    if cursor.schema.codes.contains(text.bytes, text.count, system: system, valueSet: row.number) { return .inSet }
    if row.ignoresCase, cursor.schema.codes.containsIgnoringCase(text.bytes, text.count, system: system, in: row) {
      return .inSet
    }
    return row.systemRows[system].isOpen ? .codeBesideSet : .codeNotInSet
  }

  private mutating func systemNumber(_ value: TapeIndex, in row: ValueSetRow, _ cursor: inout RecordCursor) -> Int? {
    let text = cursor.text(value)
    return row.systemRows.firstIndex { system in
      guard system.bytes.count == text.count, let start = system.bytes.baseAddress else { return false }
      return Bytes.isEqual(start, text.bytes, text.count)
    }
  }
}

extension RecordCursor {
  /// Reports a code that its system does not have; another rule has reported a text that is not a code.
  @inline(never) mutating func reportCode(_ rule: Rule, _ value: TapeIndex, _ expectation: String) {
    let code = text(value)
    guard CodeGrammar.check(code.bytes, code.count).isNone else { return }
    report(rule, at: value, path: .child("code"), expected: "\(expectation)")
  }
}

/// The unit of an age or a duration measures time, that of a distance length. The walk judges it, because an expression
/// cannot distinguish a unit of another dimension from a code that is not in UCUM.
extension TerminologyJudge {
  /// Judges the unit of the Quantity at `object`. A code that is not a unit is reported by another rule.
  @inline(never) mutating func checkUnit(
    of object: TapeIndex, _ dimension: UCUMDimension, _ invariant: NativeInvariant, _ cursor: inout RecordCursor
  ) {
    let (system, code) = cursor.tape.systemAndCode(of: object)
    guard system.exists, code.exists, cursor.knownSystem(system) == .ucum else { return }
    let text = cursor.text(code)
    guard let unit = try? UCUMUnit(text.buffer), unit.dimension != dimension else { return }
    cursor.report(invariant, at: cursor.headRange(object), path: .element, found: cursor.tape.excerpt(code))
  }

}
