import FHIRPrimitives
import FHIRSchema
import FHIRTape

/// The form of a reference's text: <https://hl7.org/fhir/DSTU2/references.html>.
enum ReferenceForm {
  /// `Patient/1`, relative to the server that the record is from.
  case resource(type: TypeID)
  /// A URL or URN, with the resource type if its path ends in one (otherwise -1), and its fault.
  case absolute(type: TypeID, fault: PrimitiveFault)
  /// `#id`.
  case local
  /// `_history` without a version id, or with an invalid one.
  case badVersion
  case empty
  case malformed

  var isAbsolute: Bool {
    if case .absolute = self { return true }
    return false
  }

  init(_ p: UnsafePointer<UInt8>, _ count: Int, rows: SchemaRows) { self = Self.read(p, count, rows) }

  private static func read(_ p: UnsafePointer<UInt8>, _ count: Int, _ rows: SchemaRows) -> ReferenceForm {
    if count == 0 { return .empty }
    if p[0] == UInt8(ascii: "#") { return .local }
    if UUIDGrammar.isPrefixed(p, count) { return .absolute(type: .none, fault: URIGrammar.check(p, count)) }
    // A scheme ends at the first colon; ids and type names have none, but a query may have one.
    var colon = 0
    while colon < count, p[colon] != UInt8(ascii: ":"), p[colon] != UInt8(ascii: "/") { colon += 1 }
    if colon < count, p[colon] == UInt8(ascii: ":"), TextBytes(bytes: p, count: count).hasScheme {
      return absolute(p, count, afterScheme: colon + 1, rows: rows)
    }
    // [type]/[id]: the scan stopped at the slash.
    let type = rows.resource(named: p, length: colon)
    return colon < count && type.exists ? relative(p, from: colon + 1, count, type) : .malformed
  }

  /// Reads `[id]` or `[id]/_history/[version]` from `start` to the end.
  private static func relative(
    _ p: UnsafePointer<UInt8>, from start: Int, _ count: Int, _ type: TypeID
  ) -> ReferenceForm {
    // Most references end in the id, which has no slash: eight bytes at a time.
    if IDGrammar.check(p + start, count - start).isNone { return .resource(type: type) }
    var end = start
    while end < count, p[end] != UInt8(ascii: "/") { end += 1 }
    guard end < count, IDGrammar.check(p + start, end - start).isNone else { return .malformed }
    let mark: StaticString = "/_history"
    let length = mark.utf8CodeUnitCount
    guard end + length <= count, Bytes.isEqual(p + end, mark.utf8Start, length) else { return .malformed }
    let version = end + length + 1
    guard version < count, p[version - 1] == UInt8(ascii: "/")
    else { return version - 1 < count && p[version - 1] != UInt8(ascii: "/") ? .malformed : .badVersion }
    return IDGrammar.check(p + version, count - version).isNone ? .resource(type: type) : .badVersion
  }

  private static func absolute(
    _ p: UnsafePointer<UInt8>, _ count: Int, afterScheme: Int, rows: SchemaRows
  ) -> ReferenceForm {
    let fault = URIGrammar.check(p, count)
    guard fault.isNone, p[0] | 0x20 == UInt8(ascii: "h") else { return .absolute(type: .none, fault: fault) }
    // The last segments are [type]/[id], or [type]/[id]/_history/[version].
    var (slashes, found, end) = (SIMD4(repeating: -1), 0, count)
    while found < 4, case let slash = Bytes.last(UInt8(ascii: "/"), of: p, before: end), slash > afterScheme {
      slashes[found] = slash
      (found, end) = (found + 1, slash)
    }
    if found >= 3, isHistory(p, slashes[1] + 1, slashes[0]) {
      let type = found < 4 ? TypeID.none : rows.resource(named: p + slashes[3] + 1, length: slashes[2] - slashes[3] - 1)
      if type.exists, !IDGrammar.check(p + slashes[0] + 1, count - slashes[0] - 1).isNone { return .badVersion }
      return .absolute(type: type, fault: .none)
    }
    if found >= 3, isHistory(p, slashes[0] + 1, count),
      rows.resource(named: p + slashes[2] + 1, length: slashes[1] - slashes[2] - 1).exists
    {
      return .badVersion
    }
    guard found >= 2, IDGrammar.check(p + slashes[0] + 1, count - slashes[0] - 1).isNone
    else { return .absolute(type: .none, fault: .none) }
    return .absolute(type: rows.resource(named: p + slashes[1] + 1, length: slashes[0] - slashes[1] - 1), fault: .none)
  }

  private static func isHistory(_ p: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let mark: StaticString = "_history"
    return end - start == 8 && (0..<8).allSatisfy { p[start + $0] == mark.utf8Start[$0] }
  }
}

/// References that are a search: `Patient?identifier=http://example.org/mrn|7`. In releases that have them, the server
/// replaces them by the address of the result, only in some types of Bundle. The type may come after the entries.
extension ReferenceJudge {
  /// The row of the type that a reference searches for; `nil` if it is not a search, or the release has no searches.
  func searchedType(_ text: TextBytes, _ form: ReferenceForm, _ cursor: inout RecordCursor) -> TypeID? {
    guard case .malformed = form else { return nil }
    let bytes = text.buffer
    guard let end = bytes.firstIndex(of: UInt8(ascii: "?")), end < 128, end + 1 < text.count else { return nil }
    let type = cursor.rows.resource(named: text.bytes, length: end)
    guard type.exists, cursor.schema.facts.bundleTypes.values.contains(where: { $0.contains(.conditionalReferences) })
    else { return nil }
    return type
  }

  @inline(never) mutating func checkConditionalReference(
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
