import FHIRPrimitives
import FHIRSchema
import FHIRView
import JSONTape

/// Bindings of Coding and CodeableConcept: what the three code rules share.
extension Walker {
  /// How a coding stands to a value set.
  private enum Standing {
    case inSet
    /// The system belongs to the set, the code does not.
    case codeNotInSet
    /// No system is given, and the code is one of the set's.
    case systemMissing
    /// Another system, or none.
    case otherSystem
    case noCode
    /// Not even the form of a code, which is reported as such.
    case malformed
  }

  /// Judges the binding of the Coding or CodeableConcept at `value`; any coding in the set satisfies.
  @inline(never)
  mutating func checkBinding(_ value: Int, _ member: Int) {
    let row = schema.valueSets[Int(members[member].valueSet)]
    let isRequired = members[member].flags.contains(.requiredBinding)
    if row.unexpanded != nil {
      findings.countUnjudgedCode(ofSet: row.number)
      return
    }
    if Int(members[member].type) == well.coding {
      judge([(value, nil)], of: value, row, isRequired: isRequired)
      return
    }
    var codings: [(Int, Int?)] = []
    if tape.length(value) == 0 { return }
    if let array = tape.member("coding", of: value) {
      if tape.tag(array) != .array { return }
      let end = tape.next(array)
      var item = array + 2
      while item < end {
        if tape.tag(item) == .object { codings.append((item, codings.count)) }
        item = tape.next(item)
      }
    }
    judge(codings, of: value, row, isRequired: isRequired)
  }

  private mutating func judge(_ codings: [(Int, Int?)], of value: Int, _ row: ValueSetRow, isRequired: Bool) {
    var fault: (code: Int, coding: Int?, standing: Standing)?
    for (coding, index) in codings {
      let standing = standing(of: coding, in: row)
      if standing == .inSet || standing == .malformed { return }
      if standing != .noCode, let code = tape.member("code", of: coding) {
        let telling: Standing = isRequired ? .systemMissing : .codeNotInSet
        if fault == nil || fault?.standing != telling && standing == telling { fault = (code, index, standing) }
      }
    }
    guard let fault else {
      if isRequired { reportMissingCode(value, row) }
      return
    }
    let path = path.text(schema) + (fault.coding.map { ".coding[\($0)]" } ?? "") + ".code"
    if isRequired, fault.standing == .systemMissing {
      reportMissingSystem(fault.code, row, path: path)
    } else if isRequired {
      let hint = fault.standing == .otherSystem ? "; its system is not one of \(row.systems.alternatives)" : ""
      reportNotInValueSet(fault.code, row, path: path, hint: hint)
    } else if fault.standing == .codeNotInSet {
      reportNotInExtensibleValueSet(fault.code, row, path: path)
    }
  }

  private mutating func standing(of coding: Int, in row: ValueSetRow) -> Standing {
    guard let code = tape.member("code", of: coding), isText(code) else { return .noCode }
    if case let text = text(code), !FHIRCode.check(text.bytes, text.count).isNone { return .malformed }
    guard let systemValue = tape.member("system", of: coding) else {
      let text = text(code)
      return schema.codes.contains(text.bytes, text.count, valueSet: row.number) ? .systemMissing : .otherSystem
    }
    guard isText(systemValue), let system = systemNumber(systemValue, in: row) else { return .otherSystem }
    let text = text(code)
    if schema.codes.contains(text.bytes, text.count, system: system, valueSet: row.number) { return .inSet }
    if row.ignoresCase, schema.codes.containsIgnoringCase(text.bytes, text.count, system: system, in: row) {
      return .inSet
    }
    return .codeNotInSet
  }

  private mutating func systemNumber(_ value: Int, in row: ValueSetRow) -> Int? {
    let text = text(value)
    return row.systems.firstIndex { system in
      var index = 0
      guard system.utf8.count == text.count else { return false }
      for byte in system.utf8 {
        if byte != text.bytes[index] { return false }
        index += 1
      }
      return true
    }
  }
}
