import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape
import Texts

/// References inside of a Bundle, resolved as <https://hl7.org/fhir/DSTU2/bundle.html#references> has it.
extension Walker {
  /// Looks a reference up among the entries so far; what is not there yet is looked up again at the end of the Bundle.
  ///
  /// - Parameter shown: the row of the type that the reference itself shows, -1 for none.
  mutating func noteReference(
    _ text: TextBytes, _ value: Int, _ member: Int, isRelative: Bool, shown: Int
  ) {
    let key = isRelative ? relativeKey(text) : absoluteKey(text)
    let targets = shown >= 0 ? 0 : Int(members[path.last].targets)
    if let key, let type = bundle.index.type(of: key) {
      findings.references &-= 1
      if type >= 0, targets != 0 { checkTarget(type, of: value, member) }
      return
    }
    var duty = bundle.duty
    if duty == .message, path.last != well.messageData { duty = .none }
    let isLocal = !isRelative && isLocalURN(text)
    if duty == .none, isLocal { duty = .local }
    if duty == .none {
      if let key, bundle.counted.count < BundleState.pendingLimit { bundle.counted.append(key) }
      return
    }
    guard bundle.pending.count < BundleState.pendingLimit else { return }
    let start = bundle.steps.count
    path.keep(member: member, index: -1, in: &bundle.steps)
    bundle.pending.append(
      PendingReference(
        key: key, duty: duty, isLocal: isLocal, range: inputRange(tape.range(value)),
        steps: start..<bundle.steps.count, targets: targets, owner: owner()))
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

  /// The number of the record in hand among those with pending references.
  private mutating func owner() -> Int {
    if let last = bundle.owners.last, last.entry == bundle.entries { return bundle.owners.count - 1 }
    let start = bundle.ownerIDs.count
    var type = -1
    if record >= 0 {
      type = resourceType(of: record)
      if let id = tape.member("id", of: record) {
        if tape.tag(id) == .string {
          // An id has 64 characters at most; of a longer one a message shows the beginning.
          let bytes = UnsafeBufferPointer(start: tape.lexeme(id), count: tape.length(id))
          bundle.ownerIDs.append(contentsOf: bytes.prefix(400))
        } else if tape.tag(id) == .escapedString {
          bundle.ownerIDs.append(contentsOf: tape.string(id).utf8.prefix(400))
        }
      }
    }
    bundle.owners.append(
      BundleState.Owner(entry: bundle.entries, type: type, id: start..<bundle.ownerIDs.count))
    return bundle.owners.count - 1
  }

  // MARK: - The end

  /// Settles what was pending: everything that the Bundle holds has been seen.
  mutating func settleReferences(type: ByteText) {
    for key in bundle.counted where bundle.index.type(of: key) != nil { findings.references &-= 1 }
    for reference in bundle.pending {
      if let key = reference.key, let found = bundle.index.type(of: key) {
        findings.references &-= 1
        if found >= 0, reference.targets != 0, !rows.isTarget(found, of: reference.targets) {
          reportWrongTarget(found, reference, path: path(to: reference))
        }
        continue
      }
      // With entries that were not kept, what is missing may be among them.
      if bundle.index.overflow > 0 { continue }
      switch reference.duty {
      case .none: continue
      case .local: break
      case .document: if type != "document", !reference.isLocal { continue }
      case .message: if type != "message", !reference.isLocal { continue }
      }
      reportUnresolvedReference(reference, type: type, path: path(to: reference))
    }
  }

  /// The path of a pending reference, which the walk has left long ago.
  private func path(to reference: PendingReference) -> FindingPath {
    bundle.steps[reference.steps].withUnsafeBufferPointer {
      .text(ElementPath.text(schema, root: path.root.name(schema), steps: $0))
    }
  }

  /// The label of the record that a pending reference stands in.
  func label(of reference: PendingReference) -> RecordLabel? {
    let owner = bundle.owners[reference.owner]
    guard owner.type >= 0 else { return nil }
    let id = String(decoding: bundle.ownerIDs[owner.id], as: UTF8.self)
    return RecordLabel(resourceType: schema.typeNames[owner.type], id: id.isEmpty ? nil : id.clipped)
  }
}
