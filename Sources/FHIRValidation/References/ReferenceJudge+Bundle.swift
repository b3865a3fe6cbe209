import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// References inside a Bundle, resolved as <https://hl7.org/fhir/DSTU2/bundle.html#references> defines.
extension ReferenceJudge {
  /// Looks up a reference among the entries so far; if it is not found, it is looked up again at the end of the Bundle.
  ///
  /// - Parameter shown: the row of the type that the reference itself shows, `.none` if there is none.
  /// - Returns: what the verdict rests on: the Bundle if the reference was found.
  mutating func noteReference(
    _ text: TextBytes, _ value: TapeIndex, _ member: MemberID, isRelative: Bool, shown: TypeID,
    _ cursor: inout RecordCursor
  ) -> VerdictBasis {
    let key = isRelative ? relativeKey(text, cursor.tape) : absoluteKey(text)
    // The types of entries are rows of the Bundle's release.
    let targets =
      shown.exists || cursor.release.number != bundle.release ? 0 : Int(cursor.members[cursor.path.last].targets)
    if let key, let type = bundle.addresses.index.type(of: key) {
      if type.exists, targets != 0 { cursor.checkTarget(type, of: value, member) }
      return .bundle
    }
    var duty = bundle.entry.duty
    if duty == .message, cursor.path.last != cursor.roles.messageFocus?.member,
      cursor.path.last != cursor.roles.messageDetails?.member
    {
      duty = .none
    }
    let isLocal = !isRelative && isLocalURN(text)
    if duty == .none, isLocal { duty = .local }
    if bundle.addresses.hasFailed { return .surroundings }
    // An address that does not show the type of its resource tells it only when its entry is found.
    if duty != .none || key != nil && targets != 0 {
      hold(key, duty: duty, isLocal: isLocal, targets: ExpectedTarget(row: targets), value, member, &cursor)
    } else if let key {
      bundle.addresses.references.note(key, start: cursor.place.inputOffset(cursor.tape.offset(value)))
    }
    if bundle.addresses.holdsTooMany { moveReferences() }
    return .surroundings
  }

  /// Keeps a reference that may have to be reported, with the type and id of its record.
  private mutating func hold(
    _ key: BundleIndex.Key?, duty: CurrentEntry.Duty, isLocal: Bool, targets: ExpectedTarget, _ value: TapeIndex,
    _ member: MemberID, _ cursor: inout RecordCursor
  ) {
    let (tape, record) = (cursor.tape, cursor.record)
    let row = record.exists ? cursor.resourceType(of: record) : TypeID.none
    let id = record.exists ? tape.member("id", of: record) ?? TapeIndex.none : TapeIndex.none
    let held = ReferenceDetail.Owner(
      range: cursor.inputRange(tape.range(value)), member: member,
      type: row.exists ? ReleaseRow(row.row, base: cursor.path.base) : nil)
    let reference = HeldReference(key, duty: duty, isLocal: isLocal, targets: targets, start: held.range.lowerBound)
    if id.exists, tape.tag(id) == .escapedString {
      let text = Array(tape.string(id).utf8)
      text.withUnsafeBufferPointer { bundle.addresses.references.note(reference, held, id: $0, path: cursor.path) }
    } else {
      let count = id.exists && cursor.isText(id) ? tape.length(id) : 0
      bundle.addresses.references.note(
        reference, held, id: UnsafeBufferPointer(start: tape.lexeme(max(id, .root)), count: count), path: cursor.path)
    }
  }

  /// `urn:uuid:` and `urn:oid:` name resources of the Bundle itself.
  @inline(__always)
  private func isLocalURN(_ text: TextBytes) -> Bool {
    guard text.isURN else { return false }
    for prefix: StaticString in ["urn:uuid:", "urn:oid:"] where text.count > prefix.utf8CodeUnitCount {
      if Bytes.isEqual(text.bytes, prefix.utf8Start, prefix.utf8CodeUnitCount) { return true }
    }
    return false
  }

  @inline(__always)
  func absoluteKey(_ text: TextBytes) -> BundleIndex.Key {
    guard !text.isURN, let version = VersionedAddress(text) else { return BundleIndex.key(text.bytes, text.count) }
    return BundleIndex.key(text.bytes, version.addressLength, version: version.version)
  }

  /// The key of `[type]/[id]` on the server of the entry's address; `nil` if that shows none.
  private mutating func relativeKey(_ text: TextBytes, _ tape: Tape) -> BundleIndex.Key? {
    guard bundle.entry.baseLength > 0 else { return nil }
    address.removeAll()
    if tape.tag(bundle.entry.fullURL) == .string {
      address.append(tape.lexeme(bundle.entry.fullURL), count: bundle.entry.baseLength)
    } else {
      let base = Array(tape.string(bundle.entry.fullURL).utf8.prefix(bundle.entry.baseLength))
      base.withUnsafeBufferPointer { if let start = $0.baseAddress { address.append(start, count: $0.count) } }
    }
    address.append(text.bytes, count: text.count)
    return absoluteKey(TextBytes(bytes: UnsafePointer(address.bytes), count: address.count))
  }
}
