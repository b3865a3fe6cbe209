import FHIRSchema
import FHIRView
import JSONTape
import Texts

extension Walker {
  /// Judges a record that stands by itself or is one item of a list.
  mutating func walkRecord(_ tape: Tape, _ place: RecordPlace) {
    self.tape = tape
    self.place = place
    path.removeAll()
    path.root = .nothing
    record = -1
    vitalSign = -1
    findings.places.leaveRecord()
    known.resource = -1
    container = -1
    hasContained = false
    forgetIDs()
    if !records.isEmpty { records.removeAll(keepingCapacity: true) }
    findings.beginRecord()
    if isOfOtherRelease { return leaveValueUnjudged() }
    if case .entry(let index) = place.role {
      path.root = .type(roles.bundle)
      guard tape.tag(0) == .object else {
        findings.countNotJudged(.notAnObject)
        if tape.tag(0) == .null { return reportNull(0, roles.bundleEntry.member, index: index) }
        return reportWrongKind(0, roles.bundleEntry.member, index: index)
      }
      path.push(member: roles.bundleEntry.member, index: index)
      if index == 0 { forgetBundle() }
      noteEntry(0, number: index)
      walkObject(0, type: roles.bundleEntry.valueType, element: roles.bundleEntry.element)
      leaveEntry()
      return
    }
    if case .envelope = place.role {} else { forgetBundle() }
    guard tape.tag(0) == .object else {
      findings.countNotJudged(.notAnObject)
      return reportNotAnObject(0)
    }
    guard case .envelope = place.role, tellsReleases else { return walkResource(0) }
    let mark = findings.mark
    walkResource(0)
    // A Bundle is of the release of its entries.
    if findings.hasOnlyOtherReleases { findings.takeBack(to: mark) }
  }

  /// Judges the value of an element that holds a whole resource.
  mutating func walkNestedResource(_ value: Int, _ member: Int, index: Int, owner: Int) {
    guard tape.tag(value) == .object else {
      if !members[member].flags.contains(.contained) { findings.countNotJudged(.notAnObject) }
      switch tape.tag(value) {
      case .null: reportNull(value, member, index: index)
      case .array where index < 0:
        reportUnexpectedArray(value, member)
      default: reportWrongKind(value, member, index: index)
      }
      return
    }
    path.push(member: member, index: index)
    if members[member].flags.contains(.contained) {
      walkResource(value, element: Int(members[member].element))
      hasContained = true
    } else {
      let outer = (record, container, hasContained, containerDepth)
      // What was gathered for the resource around this one is kept: gathering it anew behind each resource inside would
      // cost the square of their number.
      var ids: Set<UInt64> = []
      var contained = ContainedIDs()
      var elements = ElementIDs()
      swap(&ids, &seenIDs)
      swap(&contained, &containedIDs)
      swap(&elements, &elementIDs)
      walkResource(value, entry: owner)
      (record, container, hasContained, containerDepth) = outer
      swap(&ids, &seenIDs)
      swap(&contained, &containedIDs)
      swap(&elements, &elementIDs)
    }
    path.pop()
  }

  /// Finds the type that the object names, and judges its members by it.
  ///
  /// - Parameter element: of a contained resource the number of the element that contains it.
  private mutating func walkResource(_ index: Int, entry: Int = -1, element: Int = -1) {
    let isContained = element >= 0
    if !isContained {
      hasContained = false
      record = index
      container = index
      containerDepth = path.depth
      forgetIDs()
    }
    let type = resourceType(of: index)
    let typeIndex = known.typeIndex
    guard typeIndex >= 0 else {
      if !isContained { findings.countNotJudged(.missingResourceType) }
      reportMissingResourceType(index)
      reportDuplicateKeys(in: index)
      return
    }
    let isRoot = path.root.isNameless
    guard isText(typeIndex) else {
      if !isContained { findings.countNotJudged(.missingResourceType) }
      reportResourceTypeKind(typeIndex)
      reportDuplicateKeys(in: index)
      return
    }
    guard type >= 0 else {
      if tellsReleases, !isContained, let evidence = ReleaseEvidence(ofType: tape.string(typeIndex), in: schema) {
        if isRoot { path.root = .foreign(tape.string(typeIndex).clipped) }
        return leaveUnjudged(index, type: typeIndex, entry: entry, evidence)
      }
      if !isContained { findings.countNotJudged(.unknownResourceType) }
      reportUnknownResourceType(typeIndex)
      reportDuplicateKeys(in: index)
      return
    }
    if isRoot { path.root = .type(type) }
    let isEnvelope: Bool
    if case .envelope = place.role, index == 0 { isEnvelope = true } else { isEnvelope = false }
    let isRecord = !isContained && (type != roles.bundle || !isEnvelope && tape.member("entry", of: index) == nil)
    if isRecord {
      findings.countRecord(type: type)
      if listsRecords { records.append(WalkedRecord(index: index, entry: entry, release: release)) }
    }
    if type == roles.bundle { return isEnvelope ? walkEnvelope(index) : walkBundle(index, element: element) }
    guard isRecord, tellsReleases else { return walkAnyOther(index, type: type, element: element) }
    let mark = (findings: findings.mark, bundle: bundle.references.mark)
    let own = findings.records
    walkAnyOther(index, type: type, element: element)
    // What holds records of its own, as Parameters do, has shown its release in them.
    if findings.hasDoubts(since: mark.findings), findings.records == own,
      let evidence = ReleaseEvidence(tape, index, type: type, in: schema)
    {
      findings.takeBack(to: mark.findings)
      bundle.takeBack(to: mark.bundle)
      findings.uncountRecord(type: type)
      if listsRecords { records.removeLast() }
      leaveUnjudged(index, type: typeIndex, entry: entry, evidence)
    }
  }

  /// Judges a resource that is no Bundle, and then those that it contains as a whole.
  private mutating func walkAnyOther(_ index: Int, type: Int, element: Int) {
    walkObject(index, type: type, element: element)
    if hasContained, element < 0 { checkContainedAreReferred(index) }
  }

  /// Judges a Bundle that is whole on the tape; the one around it, if any, goes on afterwards.
  private mutating func walkBundle(_ index: Int, element: Int) {
    let outer = bundle
    bundle = BundleState(outer.limits)
    bundle.begin(scope: goodReferences.beginScope())
    bundle.type = typeOfBundle(index)
    let mark = findings.mark
    walkObject(index, type: roles.bundle, element: element)
    finishBundle(index)
    // A Bundle is of the release of its entries.
    if findings.hasOnlyOtherReleases(since: mark) { findings.takeBackAroundOthers(to: mark) }
    bundle = outer
  }

  /// Judges what is left of a Bundle whose entries were judged one by one.
  private mutating func walkEnvelope(_ index: Int) {
    walkObject(index, type: roles.bundle)
    finishBundle(index)
    forgetBundle()
  }

  /// Drops what is known of a Bundle.
  mutating func forgetBundle() {
    if bundle.isActive { bundle = BundleState(bundle.limits) }
  }

  /// Drops the ids of the resource before.
  private mutating func forgetIDs() {
    containedIDs.forget()
    elementIDs.forget()
    // Emptying a set costs what it has room for.
    if !seenIDs.isEmpty { seenIDs.removeAll(keepingCapacity: seenIDs.capacity < 1_000) }
  }

  /// The row of the type of the resource at `index`, -1 when it has none that the release knows.
  mutating func resourceType(of index: Int) -> Int {
    if known.resource == index { return known.type }
    return resourceType(of: index, at: tape.tag(index) == .object ? ResourceView(tape, index).typeIndex ?? -1 : -1)
  }

  /// The same, where the tape index of what the resource says of its type is known, -1 for nothing.
  mutating func resourceType(of index: Int, at typeIndex: Int) -> Int {
    known = (index, typeIndex, -1)
    guard typeIndex >= 0, isText(typeIndex) else { return -1 }
    let name = text(typeIndex)
    if name.count < 128 { known.type = rows.resource(named: name.bytes, length: name.count) }
    return known.type
  }

  /// Whether a record names itself a Bundle.
  mutating func isBundle(_ tape: Tape) -> Bool {
    self.tape = tape
    known.resource = -1
    return resourceType(of: 0) == roles.bundle
  }
}
