import FHIRSchema
import FHIRTape
import FHIRView

/// The type of the target that a Reference states.
extension ReferenceJudge {
  /// Judges the type that the Reference at `object` states against the types that its element allows, and against the
  /// type that the reference text shows.
  @inline(never)
  mutating func checkReferenceType(_ object: Int, _ role: SchemaElementRole, _ cursor: inout RecordCursor) {
    guard let value = textValue(of: role, in: object, &cursor), let type = namedType(by: value, &cursor) else { return }
    let path = FindingPath.member(role.member)
    let targets = Int(cursor.members[cursor.path.last].targets)
    if !cursor.rows.isTarget(type, of: targets) {
      cursor.report(
        .wrongTargetType, at: cursor.tape.range(value), path: path,
        "expected \(cursor.schema.targets[targets].alternatives), found \(cursor.tape.excerpt(value))")
    } else if let shown = shownType(of: object, &cursor), shown != type {
      cursor.report(
        .wrongTargetType, at: cursor.tape.range(value), path: path,
        "expected '\(cursor.schema.typeNames[shown])', as the reference shows, found \(cursor.tape.excerpt(value))")
    }
  }

  /// The tape index of a member that is a string.
  private func textValue(of role: SchemaElementRole, in object: Int, _ cursor: inout RecordCursor) -> Int? {
    let name = cursor.schema.nameBytes(of: role.member)
    let end = cursor.tape.next(object)
    var key = object + 2
    while key < end {
      if cursor.tape.string(key).utf8.elementsEqual(name) { return cursor.isText(key + 1) ? key + 1 : nil }
      key = cursor.tape.next(key + 1)
    }
    return nil
  }

  /// The row of a resource type from its name, or from the URL of its definition; `nil` for any other text.
  private mutating func namedType(by value: Int, _ cursor: inout RecordCursor) -> Int? {
    let text = cursor.text(value)
    let bytes = UnsafeBufferPointer(start: text.bytes, count: text.count)
    let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let base = "http://hl7.org/fhir/StructureDefinition/".utf8
    guard start == 0 || bytes[..<start].elementsEqual(base), text.count - start < 128 else { return nil }
    let type = cursor.rows.resource(named: text.bytes + start, length: text.count - start)
    return type >= 0 ? type : nil
  }

  /// The row of the type that the text of a Reference shows.
  private mutating func shownType(of object: Int, _ cursor: inout RecordCursor) -> Int? {
    guard let value = textValue(of: cursor.roles.referenceReference, in: object, &cursor) else { return nil }
    let text = cursor.text(value)
    switch ReferenceForm(text.bytes, text.count, rows: cursor.rows) {
    case .resource(let type), .absolute(let type, _): return type >= 0 ? type : nil
    case .local, .badVersion, .empty, .malformed: return nil
    }
  }
}
