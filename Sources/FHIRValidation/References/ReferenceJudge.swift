import FHIRFindings
import FHIRSchema
import FHIRTape

/// Judges references: their form, the types of their targets, and whether targets exist within a Bundle or a resource.
/// It also holds the state of the Bundle, because references lead to entries.
struct ReferenceJudge: ~Copyable {
  /// The innermost Bundle, while its entries are walked.
  var bundle: BundleState
  var containedIDs = ContainedIDs()
  /// The address that a relative reference resolves to.
  var address = PaddedBuffer()

  init(_ limits: BundleLimits) { bundle = BundleState(limits) }

  mutating func forgetBundle() { if bundle.isActive { bundle = BundleState(bundle.addresses.limits) } }
}

/// References inside a Bundle, resolved as <https://hl7.org/fhir/DSTU2/bundle.html#references> defines.
extension ReferenceJudge {
  /// Looks up a reference among the entries so far, and again at the end of the Bundle if it is not found. The type that
  /// it shows itself is `.none` for none. Returns what the verdict rests on: the Bundle if it was found.
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
    if duty == .document, !isOfDocument(cursor) { duty = .none }
    let isLocal = !isRelative && isLocalURI(text)
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

  /// Whether a document has to hold what the current element of its Composition refers to: the specification does not
  /// list other documents, extensions, contained resources and the assigners of identifiers.
  private func isOfDocument(_ cursor: borrowing RecordCursor) -> Bool {
    let (members, roles) = (cursor.members, cursor.roles)
    return cursor.path.steps.allSatisfy {
      let member = MemberID($0.member.row)
      return ![roles.extension, roles.identifier].contains(members[member].typeID)
        && !members[member].flags.contains(.contained) && member != roles.compositionRelated?.member
    }
  }

  /// Keeps a reference that may have to be reported, with the type and id of its record.
  private mutating func hold(
    _ key: BundleIndex.Key?, duty: CurrentEntry.Duty, isLocal: Bool, targets: ExpectedTarget, _ value: TapeIndex,
    _ member: MemberID, _ cursor: inout RecordCursor
  ) {
    let (tape, record) = (cursor.tape, cursor.record)
    let row = record.exists ? cursor.resourceType(of: record) : TypeID.none
    let id = record.exists ? tape.member("id", of: record) ?? TapeIndex.none : TapeIndex.none
    let held: ReferenceDetail.Owner = (
      cursor.inputRange(tape.range(value)), member, row.exists ? ReleaseRow(row.row, base: cursor.path.base) : nil
    )
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

  /// `urn:uuid:` and `urn:oid:`, and `resource:` of health cards, name resources of the Bundle itself.
  @inline(__always) private func isLocalURI(_ text: TextBytes) -> Bool {
    guard text.isURN else { return text.count > 9 && text.begins("resource:") }
    return text.count > 9 && text.begins("urn:uuid:") || text.count > 8 && text.begins("urn:oid:")
  }

  @inline(__always) func absoluteKey(_ text: TextBytes) -> BundleIndex.Key {
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

  // MARK: - Contained resources

  /// Judges `#id`: a contained resource with that id must exist, and have a type that the element allows.
  @inline(never) mutating func checkLocalReference(
    _ text: TextBytes, _ value: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor
  ) {
    let mayMeanContainer = cursor.invariants.has(.localReferenceOrContainer)
    if mayMeanContainer, text.count == 1, cursor.container.exists, isInContained(value, cursor) {
      if let type = typeOfContainer(&cursor) { cursor.checkTarget(type, of: value, member) }
      return
    }
    let id = UnsafeBufferPointer(start: text.bytes + 1, count: text.count - 1)
    guard cursor.container.exists, let resource = containedIDs.find(id, in: cursor.container, of: cursor.tape) else {
      if cursor.container.exists, containedIDs.isBroken { return }
      cursor.report(
        mayMeanContainer ? .localReferenceOrContainer : .localReference, at: cursor.tape.range(value),
        path: .member(member),
        expected: id.isEmpty
          ? "the id of a contained resource, since no resource contains this one"
          : "a contained resource with the id '\(String(decoding: id, as: UTF8.self).clipped)'")
      return
    }
    let type = cursor.resourceType(of: resource)
    if type.exists { cursor.checkTarget(type, of: value, member) }
  }

  private func isInContained(_ value: TapeIndex, _ cursor: borrowing RecordCursor) -> Bool {
    let tape = cursor.tape
    guard let contained = tape.member("contained", of: cursor.container) else { return false }
    return tape.range(contained).contains(tape.range(value).lowerBound)
  }

  /// The row of the type of the resource that contains the current one, which `#` alone names.
  func typeOfContainer(_ cursor: inout RecordCursor) -> TypeID? {
    guard cursor.container.exists, case let type = cursor.resourceType(of: cursor.container), type.exists
    else { return nil }
    return type
  }

  /// Judges whether each contained resource is referred to in the resource at `index`, or refers to it, after its walk.
  @inline(never)
  mutating func checkContainedAreReferred(_ index: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    let mayRefer = cursor.invariants.has(.containedReferredOrReferring)
    let native = mayRefer ? NativeInvariant.containedReferredOrReferring : .containedReferred
    guard cursor.invariants.has(native), !areContainedReferred(in: index, &cursor) else { return }
    let mentions = LocalMentions(in: index, type: type, &cursor)
    for resource in mentions.contained where mayRefer ? !resource.mentionsContainer : resource.outer < 0 {
      let id = cursor.tape.text("id", of: resource.index)
      let name = ("#" + (id ?? "")).byBytes
      if mentions.texts.contains(name) || mentions.links.contains(name) { continue }
      cursor.report(
        native, at: cursor.headRange(resource.index), path: .below(mentions.path(to: resource)),
        found: id.map { "none to '#\($0.clipped)'" } ?? "none, as it has no id")
    }
  }

  /// Whether the walk has seen a reference to each contained resource, and none of them contains another.
  private func areContainedReferred(in index: TapeIndex, _ cursor: inout RecordCursor) -> Bool {
    let tape = cursor.tape
    guard let array = tape.member("contained", of: index), tape.tag(array) == .array else { return true }
    for item in tape.items(of: array) where tape.tag(item) == .object {
      guard let id = tape.member("id", of: item), tape.isString(id), containedIDs.isReferred(id, in: index, of: tape),
        tape.member("contained", of: item) == nil
      else { return false }
    }
    return true
  }

  // MARK: - Types that references state

  /// Judges the type that the Reference at `object` states against the types that its element allows, and against the
  /// type of its target: in the text of the reference, of the contained resource, or of the entry of the Bundle.
  @inline(never)
  mutating func checkReferenceType(_ object: TapeIndex, _ role: SchemaElementRole, _ cursor: inout RecordCursor) {
    guard let value = cursor.value(of: role.member, in: object), cursor.isText(value) else { return }
    guard let type = namedType(by: value, &cursor) else { return reportOddType(value, role, &cursor) }
    let targets = Int(cursor.members[cursor.path.last].targets)
    if !cursor.rows.isTarget(type, of: targets) {
      reportType(value, role, .error, expected: cursor.schema.targets[targets].alternatives, &cursor)
    } else if let target = target(of: object, stated: type, &cursor), target.type != type {
      let name = cursor.schema.typeNames[target.type]
      reportType(value, role, .error, expected: "'\(name)', as the \(target.source)", &cursor)
    }
  }

  /// Reports a type that the release lacks: an error where the element lists its types, as none of them can be meant.
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
    cursor.report(.wrongTargetType, severity, at: value, path: .member(role.member), expected: "\(expected)")
  }

  /// The row of a type of resources from its name, also of an abstract one; `nil` for any other text.
  private func namedType(by value: TapeIndex, _ cursor: inout RecordCursor) -> TypeID? {
    let text = cursor.text(value)
    guard text.count < 128 else { return nil }
    let type = cursor.rows.resource(named: text.bytes, length: text.count)
    if type.exists { return type }
    return [cursor.roles.resource, cursor.roles.domainResource].first {
      cursor.schema.typeNames[$0].utf8.elementsEqual(text.buffer)
    }
  }

  /// The type of a Reference's target, and what shows it; one that a later entry may answer is judged with that.
  private mutating func target(
    of object: TapeIndex, stated: TypeID, _ cursor: inout RecordCursor
  ) -> (type: TypeID, source: String)? {
    guard let value = cursor.value(of: cursor.roles.referenceReference.member, in: object), cursor.isText(value)
    else { return nil }
    let text = cursor.text(value)
    switch ReferenceForm(text.bytes, text.count, rows: cursor.rows) {
    case .resource(let type) where type.exists, .absolute(let type, _) where type.exists:
      return (type, "reference shows")
    case .absolute where bundle.isActive && cursor.release.number == bundle.release:
      if let type = bundle.addresses.index.type(of: absoluteKey(text)) {
        return type.exists ? (type, "entry of the Bundle is") : nil
      }
      bundle.addresses.references.expect(
        ExpectedTarget(type: stated), at: cursor.inputRange(cursor.tape.range(value)).lowerBound)
      return nil
    case .local where text.count == 1: return typeOfContainer(&cursor).map { ($0, "containing resource is") }
    case .local where cursor.container.exists:
      let id = UnsafeBufferPointer(start: text.bytes + 1, count: text.count - 1)
      guard let resource = containedIDs.find(id, in: cursor.container, of: cursor.tape) else { return nil }
      let type = cursor.resourceType(of: resource)
      return type.exists ? (type, "contained resource is") : nil
    case .resource, .absolute, .local, .badVersion, .empty, .malformed: return nil
    }
  }
}
