import FHIRSchema
import FHIRTape

extension Walker {
  /// Judges a record that is a whole input or one item of a list.
  mutating func walkRecord(_ record: UnsafePointer<ExaminedRecord>, at index: TapeIndex = .root) {
    defer { if !cursor.heldCodes.isEmpty { cursor.reportHeldCodes() } }
    cursor.begin(record.pointee.tape, record.pointee.place)
    if profiles.isInUse { profiles.leaveRecord() }
    hasContained = false
    beginResource()
    invariants.resources = ResourcesAround()
    recognition.last.resource = .none
    if case .entry(let number) = cursor.place.role { return walkStreamedEntry(record, number) }
    if case .envelope = cursor.place.role {} else { references.forgetBundle() }
    guard cursor.tape.tag(index) == .object else {
      cursor.counts.countNotJudged(.notAnObject)
      return cursor.reportNotAnObject(index)
    }
    if let found = record.pointee.found {
      recognition.last = (.root, found)
      _ = cursor.resourceType(of: .root, at: record.pointee.members.type)
    }
    walkResource(index)
  }

  /// Judges an entry that is on a separate tape.
  private mutating func walkStreamedEntry(_ record: UnsafePointer<ExaminedRecord>, _ number: Int) {
    if number == 0 { references.forgetBundle() }
    let found = releaseAround
    guard let place = releases.place(of: found.number)
    else { return leaveEntryUnjudged(.root, "Bundle.entry[\(number)]") }
    use(place)
    if number == 0 { references.bundle.type = bundleType.map { BundleType($0, cursor.schema) } }
    cursor.path.root = .type(ReleaseRow(cursor.roles.bundle.row, base: cursor.path.base))
    guard cursor.tape.tag(.root) == .object else {
      cursor.counts.countNotJudged(.notAnObject)
      return cursor.reportOtherForm(.root, cursor.roles.bundleEntry.member, index: number)
    }
    cursor.path.push(member: cursor.roles.bundleEntry.member, index: number)
    let start = marks
    profiles.nested = PublishedMarks()
    swap(&identifiers.seen, &references.bundle.elementIDs)
    walkEntry(
      .root, record.pointee.entry, record, number: number, type: cursor.roles.bundleEntry.valueType,
      element: ElementID(cursor.roles.bundleEntry.element))
    if identifiers.seen.count > references.bundle.addresses.limits.elementIDs {
      cursor.counts.countUnjudged(IdentifierJudge.limitName)
      identifiers.begin(depth: 0)
    }
    swap(&identifiers.seen, &references.bundle.elementIDs)
    judgeExtensions(ofEntry: .root, since: start)
  }

  /// Judges the value of an element that holds a whole resource.
  mutating func walkNestedResource(_ value: TapeIndex, _ member: MemberID, index: Int, owner: TapeIndex) {
    guard cursor.tape.tag(value) == .object else {
      if !cursor.members[member].flags.contains(.contained) { cursor.counts.countNotJudged(.notAnObject) }
      return cursor.reportOtherForm(value, member, index: index)
    }
    cursor.path.push(member: member, index: index)
    if cursor.members[member].flags.contains(.contained) {
      if findType(of: value, isContained: true) {
        walkKnown(value, nil, element: ElementID(Int(cursor.members[member].element)))
      }
      hasContained = true
    } else {
      let outer = (cursor.record, cursor.container, hasContained)
      if identifiers.isFresh, references.containedIDs.isForgotten {
        let depth = identifiers.resourceDepth
        walkResource(value, entry: owner)
        references.containedIDs.forget()
        identifiers.begin(depth: depth)
      } else {
        walkResourceKeepingIDs(value, entry: owner)
      }
      (cursor.record, cursor.container, hasContained) = outer
    }
    cursor.path.pop()
  }

  /// Keeps the ids of the outer resource: gathering them again after each nested resource would take quadratic time.
  @inline(never) private mutating func walkResourceKeepingIDs(_ index: TapeIndex, entry: TapeIndex) {
    var ids = IdentifierJudge()
    var contained = ContainedIDs()
    swap(&ids, &identifiers)
    swap(&contained, &references.containedIDs)
    walkResource(index, entry: entry)
    swap(&ids, &identifiers)
    swap(&contained, &references.containedIDs)
  }

  /// Decides the release of a resource, and judges its members by the type that it names.
  mutating func walkResource(_ index: TapeIndex, entry: TapeIndex = .none) {
    hasContained = false
    let isOuterJudged = cursor.isJudged
    (cursor.record, cursor.container, cursor.isJudged) = (index, index, false)
    defer { if index != .root { cursor.isJudged = isOuterJudged } }
    beginResource()
    guard findType(of: index, isContained: false) else { return }
    var members = ResourceMembers()
    let found = recognise(index, &members)
    if case .document = cursor.place.role, index == .root, recognition.given == nil, recognition.context.nearest == nil
    {
      recognition.ofDocument = found
    }
    guard let place = releases.place(of: found.number) else {
      // Its entries were judged before, and it is not a record without them.
      if case .envelope = cursor.place.role, index == .root { return }
      return leaveUnjudged(index, entry: entry, found, at: .element)
    }
    let outer = (release: cursor.release.number, scope: references.bundle.scope, bundle: recognition.context.bundle)
    use(place)
    if place != outer.release, references.bundle.isActive { references.bundle.scope = repeated.beginScope() }
    recognition.context.enter(found, judged: releases.recogniser.judged)
    walkKnown(index, found, entry: entry)
    // Between records the release stays: the next record is probably of the same one.
    if cursor.path.depth > 0 { use(outer.release) }
    if references.bundle.isActive { references.bundle.scope = outer.scope }
    recognition.context.bundle = outer.bundle
  }

  /// Judges a resource by the current release; `found` is `nil` for a contained one, whose release is its container's.
  private mutating func walkKnown(
    _ index: TapeIndex, _ found: RecognisedRelease?, entry: TapeIndex = .none, element: ElementID = .none
  ) {
    let known = cursor.knownType(of: index)
    let (type, isContained) = (known.type, found == nil)
    guard type.exists else {
      if !isContained { cursor.counts.countNotJudged(.unknownResourceType) }
      cursor.reportUnknownResourceType(known.typeIndex)
      return cursor.reportDuplicateKeys(in: index)
    }
    var isEnvelope = false
    if let found {
      cursor.isJudged = true
      if cursor.path.root.isNameless { cursor.path.root = .type(ReleaseRow(type.row, base: cursor.path.base)) }
      if case .envelope = cursor.place.role { isEnvelope = index == .root }
      if type != cursor.roles.bundle
        || !(isEnvelope ? references.bundle.hasResources : cursor.tape.holdsResources(index))
      {
        cursor.counts.countRecord(type: ReleaseRow(type.row, base: cursor.path.base), found)
        keepRecord(index, type: known.typeIndex, entry: entry, found)
      }
    }
    let (around, start, outer) = (invariants.resources, marks, profiles.nested)
    profiles.nested = PublishedMarks()
    invariants.resources = around.around(index, type: type, isContained: isContained)
    defer { invariants.resources = around }
    if type == cursor.roles.bundle {
      if isEnvelope { walkEnvelope(index) } else { walkBundle(index, element: element) }
      if isContained {
        profiles.nested = outer + (marks - start)
        return
      }
    } else {
      walkObject(index, type: type, element: element)
      if hasContained, !isContained { references.checkContainedAreReferred(index, type: type, &cursor) }
    }
    if type == cursor.roles.questionnaireResponse {
      if !isContained, cursor.release.parts.contains(.questionnaires) { judgeResponse(index, type: type) }
    } else if type == cursor.roles.questionnaire, !isContained, references.bundle.isActive {
      noteQuestionnaire(index, type: type)
    }
    judgeProfiles(index, type: type, isContained: isContained, since: start, around: outer)
  }

  mutating func keepRecord(_ index: TapeIndex, type: TapeIndex, entry: TapeIndex, _ found: RecognisedRelease) {
    guard records.isKept else { return }
    records.append(
      VisitedRecord(
        tape: cursor.tape, index: index, typeIndex: type, entry: entry, place: cursor.place,
        release: releases.release(found.number), reason: found.reason))
  }

  private mutating func findType(of index: TapeIndex, isContained: Bool) -> Bool {
    let typeIndex = cursor.knownType(of: index).typeIndex
    if typeIndex.exists, cursor.isText(typeIndex) { return true }
    if !isContained { cursor.counts.countNotJudged(.missingResourceType) }
    if !typeIndex.exists {
      cursor.reportMissingResourceType(index)
    } else {
      cursor.reportResourceTypeKind(typeIndex)
    }
    cursor.reportDuplicateKeys(in: index)
    return false
  }

  /// Judges a Bundle that is whole on the tape; an outer Bundle continues afterwards.
  private mutating func walkBundle(_ index: TapeIndex, element: ElementID = .none) {
    let outer = references.bundle
    references.bundle = BundleState(outer.addresses.limits)
    references.bundle.begin(release: cursor.release.number, scope: repeated.beginScope())
    references.bundle.type = references.typeOfBundle(index, cursor)
    let outerScope = profiles.bundle
    profiles.bundle = index
    walkObject(index, type: cursor.roles.bundle, element: element)
    if !references.bundle.questionnaires.isEmpty { judgeHeldResponses() }
    references.finishBundle(index, &cursor)
    references.bundle = outer
    profiles.bundle = outerScope
  }

  /// Judges the rest of a Bundle whose entries were judged one by one.
  private mutating func walkEnvelope(_ index: TapeIndex) {
    swap(&identifiers.seen, &references.bundle.elementIDs)
    walkObject(index, type: cursor.roles.bundle)
    if !references.bundle.questionnaires.isEmpty { judgeHeldResponses() }
    references.finishBundle(index, &cursor)
    references.forgetBundle()
  }

  private mutating func beginResource() {
    references.containedIDs.forget()
    identifiers.begin(depth: cursor.path.depth)
  }

  /// Judges an entry of the current Bundle, where the path is; `record` has what was decided before, for one on a
  /// separate tape. Of an entry whose record has no definitions only the address is registered.
  mutating func walkEntry(
    _ entry: TapeIndex, _ parts: EntryMembers, _ record: UnsafePointer<ExaminedRecord>? = nil, number: Int,
    type: TypeID, element: ElementID
  ) {
    if parts.resource.exists { references.bundle.hasResources = true }
    let hasResource = parts.resource.exists && cursor.tape.tag(parts.resource) == .object
    var resource = ResourceMembers()
    var unjudged: RecognisedRelease?
    if let record, let found = record.pointee.found {
      resource = record.pointee.members
      recognition.last = (parts.resource, found)
      if releases.place(of: found.number) == nil { unjudged = found }
    } else if hasResource {
      unjudged = unjudgedRelease(of: parts.resource, &resource)
    }
    if number == 0, !references.bundle.isActive {
      references.bundle.begin(release: cursor.release.number, scope: repeated.beginScope())
    }
    if let unjudged {
      references.noteEntry(entry, parts, resource, number: number, isJudged: false, &cursor)
      let outer = cursor.record
      leaveUnjudged(parts.resource, entry: entry, unjudged, at: .child("resource"))
      cursor.record = outer
    } else {
      references.noteEntry(entry, parts, resource, number: number, isJudged: true, &cursor)
      walkObject(entry, type: type, element: element)
    }
    references.bundle.entry.leave()
  }
}

extension Tape {
  /// Whether an entry of a Bundle has a resource; without one, the Bundle itself is the record.
  fileprivate func holdsResources(_ bundle: TapeIndex) -> Bool {
    guard let entries = member("entry", of: bundle), tag(entries) == .array else { return false }
    return items(of: entries).contains { tag($0) == .object && member("resource", of: $0) != nil }
  }
}
