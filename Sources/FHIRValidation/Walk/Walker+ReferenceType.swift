import FHIRSchema
import FHIRTape
import FHIRView

/// What a Reference says itself of the type of its target.
extension Walker {
  /// Judges the type that the Reference at `object` names against those that its element allows, and against the one
  /// that it shows.
  @inline(never)
  mutating func checkReferenceType(_ object: Int, _ role: SchemaElementRole) {
    guard let value = text(of: role, in: object), let type = resourceType(namedBy: value) else { return }
    let path = FindingPath.member(role.member)
    let targets = Int(members[self.path.last].targets)
    if !rows.isTarget(type, of: targets) {
      report(
        .wrongTargetType, at: tape.range(value), path: path,
        "expected \(schema.targets[targets].alternatives), found \(tape.excerpt(value))")
    } else if let shown = shownType(of: object), shown != type {
      report(
        .wrongTargetType, at: tape.range(value), path: path,
        "expected '\(schema.typeNames[shown])', as the reference shows, found \(tape.excerpt(value))")
    }
  }

  /// The tape index of a member that is a string.
  private func text(of role: SchemaElementRole, in object: Int) -> Int? {
    let name = schema.nameBytes(of: role.member)
    let end = tape.next(object)
    var key = object + 2
    while key < end {
      if tape.string(key).utf8.elementsEqual(name) { return isText(key + 1) ? key + 1 : nil }
      key = tape.next(key + 1)
    }
    return nil
  }

  /// The row of a resource type by its name, or by the URL of its definition; `nil` for what is neither.
  private mutating func resourceType(namedBy value: Int) -> Int? {
    let text = text(value)
    let bytes = UnsafeBufferPointer(start: text.bytes, count: text.count)
    let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let base = "http://hl7.org/fhir/StructureDefinition/".utf8
    guard start == 0 || bytes[..<start].elementsEqual(base), text.count - start < 128 else { return nil }
    let type = rows.resource(named: text.bytes + start, length: text.count - start)
    return type >= 0 ? type : nil
  }

  /// The row of the type that the text of a Reference shows.
  private mutating func shownType(of object: Int) -> Int? {
    guard let value = text(of: roles.referenceReference, in: object) else { return nil }
    let text = text(value)
    switch ReferenceForm(text.bytes, text.count, rows: rows) {
    case .resource(let type), .absolute(let type, _): return type >= 0 ? type : nil
    case .local, .badVersion, .empty, .malformed: return nil
    }
  }
}
