import FHIRDiagnostics
import FHIRSchema
import FHIRTape
import FHIRView

/// The type of the target that a Reference states.
extension ReferenceJudge {
  /// Judges the type that the Reference at `object` states against the types that its element allows, and against the
  /// type of its target: in the text of the reference, of the contained resource, or of the entry of the Bundle.
  @inline(never)
  mutating func checkReferenceType(_ object: TapeIndex, _ role: SchemaElementRole, _ cursor: inout RecordCursor) {
    guard let value = textValue(of: role, in: object, &cursor) else { return }
    guard let type = namedType(by: value, &cursor) else { return reportOddType(value, role, &cursor) }
    let targets = Int(cursor.members[cursor.path.last].targets)
    if !cursor.rows.isTarget(type, of: targets) {
      reportType(value, role, .error, expected: cursor.schema.targets[targets].alternatives, &cursor)
    } else if let target = target(of: object, stated: type, &cursor), target.type != type {
      let name = cursor.schema.typeNames[target.type]
      reportType(value, role, .error, expected: "'\(name)', as the \(target.source)", &cursor)
    }
  }

  /// Reports a type that is no resource type of the release: an error where the element lists its types, as none of
  /// them can be meant.
  private func reportOddType(_ value: TapeIndex, _ role: SchemaElementRole, _ cursor: inout RecordCursor) {
    let text = cursor.text(value)
    if text.count == 0 { return }
    if text.hasScheme {
      return reportType(
        value, role, .error, expected: "the name of a resource type, as only logical models have a URL", &cursor)
    }
    let isAny = cursor.rows.isTarget(cursor.roles.resource, of: Int(cursor.members[cursor.path.last].targets))
    reportType(
      value, role, isAny ? .warning : .error,
      expected: "the name of \(cursor.schema.release.withArticle) resource type", &cursor)
  }

  private func reportType(
    _ value: TapeIndex, _ role: SchemaElementRole, _ severity: Severity, expected: String, _ cursor: inout RecordCursor
  ) {
    cursor.report(
      Rule.wrongTargetType.id, severity, at: cursor.tape.range(value), path: .member(role.member),
      "expected \(expected), found \(cursor.tape.excerpt(value))")
  }

  /// The tape index of a member that is a string.
  private func textValue(of role: SchemaElementRole, in object: TapeIndex, _ cursor: inout RecordCursor) -> TapeIndex? {
    let name = cursor.schema.nameBytes(of: role.member)
    for key in cursor.tape.keys(of: object) {
      if cursor.tape.string(key).utf8.elementsEqual(name) { return cursor.isText(key.value) ? key.value : nil }
    }
    return nil
  }

  /// The row of a type of resources from its name, also of an abstract one; `nil` for any other text.
  private func namedType(by value: TapeIndex, _ cursor: inout RecordCursor) -> TypeID? {
    let text = cursor.text(value)
    guard text.count < 128 else { return nil }
    let type = cursor.rows.resource(named: text.bytes, length: text.count)
    if type.exists { return type }
    let name = UnsafeBufferPointer(start: text.bytes, count: text.count)
    for abstract in [cursor.roles.resource, cursor.roles.domainResource] {
      if cursor.schema.typeNames[abstract].utf8.elementsEqual(name) { return abstract }
    }
    return nil
  }

  /// The target of a Reference, as far as it is known.
  private struct Target {
    /// The row of its type.
    let type: TypeID
    /// What shows it, for a message.
    let source: String
  }

  /// Finds the target of a Reference. One that a later entry may answer is judged with that.
  ///
  /// - Parameter stated: the row of the type that the Reference states.
  private mutating func target(of object: TapeIndex, stated: TypeID, _ cursor: inout RecordCursor) -> Target? {
    guard let value = textValue(of: cursor.roles.referenceReference, in: object, &cursor) else { return nil }
    let text = cursor.text(value)
    switch ReferenceForm(text.bytes, text.count, rows: cursor.rows) {
    case .resource(let type) where type.exists, .absolute(let type, _) where type.exists:
      return Target(type: type, source: "reference shows")
    case .absolute where bundle.isActive && cursor.release.number == bundle.release:
      if let type = bundle.addresses.index.type(of: absoluteKey(text)) {
        return type.exists ? Target(type: type, source: "entry of the Bundle is") : nil
      }
      bundle.addresses.references.expect(
        ExpectedTarget(type: stated), at: cursor.inputRange(cursor.tape.range(value)).lowerBound)
      return nil
    case .local where text.count == 1:
      return typeOfContainer(&cursor).map { Target(type: $0, source: "containing resource is") }
    case .local where cursor.container.exists:
      let id = UnsafeBufferPointer(start: text.bytes + 1, count: text.count - 1)
      guard let resource = containedIDs.find(id, in: cursor.container, of: cursor.tape) else { return nil }
      let type = cursor.resourceType(of: resource)
      return type.exists ? Target(type: type, source: "contained resource is") : nil
    case .resource, .absolute, .local, .badVersion, .empty, .malformed: return nil
    }
  }
}
