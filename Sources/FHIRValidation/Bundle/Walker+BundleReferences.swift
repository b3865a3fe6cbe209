import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// References inside of a Bundle, resolved as <https://hl7.org/fhir/DSTU2/bundle.html#references> has it.
extension Walker {
  /// Looks a reference up among the entries so far; what is not there yet is looked up again at the end of the Bundle.
  ///
  /// - Parameter shown: the row of the type that the reference itself shows, -1 for none.
  mutating func noteReference(
    _ text: TextBytes, _ value: Int, _ member: Int, isRelative: Bool, shown: Int
  ) {
    let key = isRelative ? relativeKey(text) : absoluteKey(text)
    // The types of entries are rows of the Bundle's release.
    let targets = shown >= 0 || release != bundle.release ? 0 : Int(members[path.last].targets)
    if let key, let type = bundle.index.type(of: key) {
      findings.references &-= 1
      if type >= 0, targets != 0 { checkTarget(type, of: value, member) }
      return
    }
    var duty = bundle.duty
    if duty == .message, path.last != roles.messageFocus?.member { duty = .none }
    let isLocal = !isRelative && isLocalURN(text)
    if duty == .none, isLocal { duty = .local }
    if bundle.hasFailed { return }
    if duty != .none {
      hold(key, duty: duty, isLocal: isLocal, targets: targets, value, member)
    } else if let key {
      bundle.references.note(key, start: place.inputOffset(tape.offset(value)))
    }
    if bundle.references.areTooMany { moveReferences() }
  }

  /// Holds a reference that may have to be reported, with the type and id of the record that it stands in.
  private mutating func hold(
    _ key: BundleIndex.Key?, duty: BundleState.Duty, isLocal: Bool, targets: Int, _ value: Int, _ member: Int
  ) {
    let range = inputRange(tape.range(value))
    let row = record >= 0 ? resourceType(of: record) : -1
    let type = row >= 0 ? ReleaseRow(row, base: path.base) : nil
    let id = record >= 0 ? tape.member("id", of: record) ?? -1 : -1
    if id >= 0, tape.tag(id) == .escapedString {
      return Array(tape.string(id).utf8).withUnsafeBufferPointer { hold($0) }
    }
    hold(UnsafeBufferPointer(start: tape.lexeme(max(id, 0)), count: id >= 0 && isText(id) ? tape.length(id) : 0))

    func hold(_ id: UnsafeBufferPointer<UInt8>) {
      bundle.references.note(
        key, duty: duty, isLocal: isLocal, targets: targets, range: range, path: path, member: member, ownerType: type,
        // An id has 64 characters at most; of a longer one a message shows the beginning.
        id: UnsafeBufferPointer(rebasing: id.prefix(400)))
    }
  }

  /// `urn:uuid:` and `urn:oid:` name what the Bundle itself holds.
  @inline(__always)
  private func isLocalURN(_ text: TextBytes) -> Bool {
    guard isURN(text) else { return false }
    for prefix: StaticString in ["urn:uuid:", "urn:oid:"] where text.count > prefix.utf8CodeUnitCount {
      if Bytes.isEqual(text.bytes, prefix.utf8Start, prefix.utf8CodeUnitCount) { return true }
    }
    return false
  }

  @inline(__always)
  private func absoluteKey(_ text: TextBytes) -> BundleIndex.Key {
    guard !isURN(text), let version = VersionedAddress(text) else { return BundleIndex.key(text.bytes, text.count) }
    return BundleIndex.key(text.bytes, version.addressLength, version: version.version)
  }

  /// The key of `[type]/[id]` on the server that the entry's address shows; `nil` where it shows none.
  private mutating func relativeKey(_ text: TextBytes) -> BundleIndex.Key? {
    guard bundle.baseLength > 0 else { return nil }
    address.removeAll()
    if tape.tag(bundle.fullURL) == .string {
      address.append(tape.lexeme(bundle.fullURL), count: bundle.baseLength)
    } else {
      let base = Array(tape.string(bundle.fullURL).utf8.prefix(bundle.baseLength))
      base.withUnsafeBufferPointer { if let start = $0.baseAddress { address.append(start, count: $0.count) } }
    }
    address.append(text.bytes, count: text.count)
    return absoluteKey(TextBytes(bytes: UnsafePointer(address.bytes), count: address.count))
  }
}
