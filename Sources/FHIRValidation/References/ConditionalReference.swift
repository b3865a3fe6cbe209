import FHIRSchema
import FHIRTape
import FHIRRecognition

/// References that are a search: `Patient?identifier=http://example.org/mrn|7`.
///
/// In releases that have them, the server replaces the search by the address of its result, but only in some types of
/// Bundle. The type may come after the entries.
extension ReferenceJudge {
  /// The row of the type that a reference searches for; `nil` if it is not a search, or the release has no searches.
  func searchedType(_ text: TextBytes, _ form: ReferenceForm, _ cursor: inout RecordCursor) -> TypeID? {
    switch form {
    case .malformed, .absolute(type: .none, _): break
    case .absolute, .resource, .local, .badVersion, .empty: return nil
    }
    // Common schemes are in lower case, and type names begin with a capital letter.
    guard text.count > 0, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(text.bytes[0]) else { return nil }
    let bytes = UnsafeBufferPointer(start: text.bytes, count: text.count)
    guard let end = bytes.firstIndex(of: UInt8(ascii: "?")), end < 128, end + 1 < text.count else { return nil }
    let type = cursor.rows.resource(named: text.bytes, length: end)
    guard type.exists, cursor.schema.facts.bundleTypes.values.contains(where: { $0.contains(.conditionalReferences) })
    else {
      return nil
    }
    return type
  }

  /// Judges the position of such a reference, and the type that it searches for.
  @inline(never)
  mutating func checkConditionalReference(
    _ value: TapeIndex, _ member: MemberID, type: TypeID, _ cursor: inout RecordCursor
  ) {
    cursor.counts.references &+= 1
    cursor.checkTarget(type, of: value, member)
    guard bundle.isActive else { return cursor.reportInvalidReference(value, member) }
    demand(
      .plainReferences, at: value, pathInEntry(to: member, cursor),
      "expected a search in place of an address only in a transaction, found \(cursor.tape.uriExcerpt(value))", &cursor)
  }

  /// The path of a member of the current element, relative to its entry.
  private func pathInEntry(to member: MemberID, _ cursor: borrowing RecordCursor) -> String {
    let steps = UnsafeBufferPointer(rebasing: cursor.path.steps.dropFirst(bundle.entry.depth))
    return ElementPath.text(
      cursor.findings.tables, root: "", steps: steps,
      child: String(decoding: cursor.schema.nameBytes(of: member), as: UTF8.self))
  }
}
