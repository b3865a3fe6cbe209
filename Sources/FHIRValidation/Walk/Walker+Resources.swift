import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

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
    if profiles.isOn { profiles.leaveRecord() }
    known.resource = -1
    container = -1
    hasContained = false
    forgetIDs()
    if !records.isEmpty { records.removeAll(keepingCapacity: true) }
    resources = ResourcesAround()
    recognised.resource = -1
    findings.beginRecord()
    if case .entry(let number) = place.role { return walkStreamedEntry(number) }
    if case .envelope = place.role {} else { forgetBundle() }
    guard tape.tag(0) == .object else {
      findings.countNotJudged(.notAnObject)
      return reportNotAnObject(0)
    }
    walkResource(0)
  }

  /// Judges an entry that is on a tape of its own.
  private mutating func walkStreamedEntry(_ number: Int) {
    if number == 0 { forgetBundle() }
    let found = releaseAround
    guard let place = releases.place(of: found.number) else {
      return leaveEntryUnjudged(0, "Bundle.entry[\(number)]", found)
    }
    use(place)
    path.root = .type(ReleaseRow(roles.bundle, base: path.base))
    guard tape.tag(0) == .object else {
      findings.countNotJudged(.notAnObject)
      if tape.tag(0) == .null { return reportNull(0, roles.bundleEntry.member, index: number) }
      return reportWrongKind(0, roles.bundleEntry.member, index: number)
    }
    path.push(member: roles.bundleEntry.member, index: number)
    walkEntry(0, number: number, type: roles.bundleEntry.valueType, element: roles.bundleEntry.element)
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
      walkContained(value, element: Int(members[member].element))
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

  /// Decides which release a resource is of, and judges its members by the type that it names.
  ///
  /// - Parameter entry: the tape index of the Bundle entry that holds it, -1 where none does.
  mutating func walkResource(_ index: Int, entry: Int = -1) {
    hasContained = false
    record = index
    container = index
    containerDepth = path.depth
    forgetIDs()
    guard findType(of: index, isContained: false) else { return }
    let found = recognise(index, typeIndex: known.typeIndex)
    guard let place = releases.place(of: found.number) else {
      // Its entries have come before, and it is no record without them.
      if case .envelope = self.place.role, index == 0 { return }
      return leaveUnjudged(index, entry: entry, found, at: .element)
    }
    let outer = (release: release, scope: bundle.scope, bundle: context.bundle)
    use(place)
    if place != outer.release, bundle.isActive { bundle.scope = goodReferences.beginScope() }
    if found.reason != .assumed { context.bundle = found.number }
    walkKnown(index, entry: entry, found)
    // Between records the release stays as it is: the next is likely to be of the same.
    if path.depth > 0 { use(outer.release) }
    if bundle.isActive { bundle.scope = outer.scope }
    context.bundle = outer.bundle
  }

  /// Judges a resource by the release in use.
  private mutating func walkKnown(_ index: Int, entry: Int, _ found: RecognisedRelease) {
    let type = resourceType(of: index)
    guard type >= 0 else {
      findings.countNotJudged(.unknownResourceType)
      reportUnknownResourceType(known.typeIndex)
      return reportDuplicateKeys(in: index)
    }
    if path.root.isNameless { path.root = .type(ReleaseRow(type, base: path.base)) }
    let isEnvelope: Bool
    if case .envelope = place.role, index == 0 { isEnvelope = true } else { isEnvelope = false }
    if type != roles.bundle || !isEnvelope && tape.member("entry", of: index) == nil {
      findings.countRecord(type: ReleaseRow(type, base: path.base), found)
      if listsRecords {
        records.append(
          WalkedRecord(
            index: index, typeIndex: known.typeIndex, entry: entry, release: releases.release(found.number)))
      }
    }
    let around = resources
    resources = around.around(index, type: type, isContained: false)
    defer { resources = around }
    if type == roles.bundle {
      if isEnvelope {
        walkEnvelope(index)
        if profiles.isOn { skipProfiles(index, type: type) }
        return
      }
      walkBundle(index)
    } else {
      walkObject(index, type: type)
      if hasContained { checkContainedAreReferred(index) }
    }
    if profiles.isOn { judgeProfiles(index, type: type, isContained: false) }
  }

  /// Judges a resource that another one contains, by the release of that one.
  ///
  /// - Parameter element: the number of the element that contains it.
  private mutating func walkContained(_ index: Int, element: Int) {
    guard findType(of: index, isContained: true) else { return }
    let type = resourceType(of: index)
    guard type >= 0 else {
      reportUnknownResourceType(known.typeIndex)
      return reportDuplicateKeys(in: index)
    }
    let around = resources
    resources = around.around(index, type: type, isContained: true)
    defer { resources = around }
    if type == roles.bundle { return walkBundle(index, element: element) }
    walkObject(index, type: type, element: element)
    if profiles.isOn { judgeProfiles(index, type: type, isContained: true) }
  }

  /// Whether a resource names its type, and reports where it does not.
  private mutating func findType(of index: Int, isContained: Bool) -> Bool {
    _ = resourceType(of: index)
    let typeIndex = known.typeIndex
    if typeIndex >= 0, isText(typeIndex) { return true }
    if !isContained { findings.countNotJudged(.missingResourceType) }
    if typeIndex < 0 {
      reportMissingResourceType(index)
    } else {
      reportResourceTypeKind(typeIndex)
    }
    reportDuplicateKeys(in: index)
    return false
  }

  /// Judges a Bundle that is whole on the tape; the one around it, if any, goes on afterwards.
  private mutating func walkBundle(_ index: Int, element: Int = -1) {
    let outer = bundle
    bundle = BundleState(outer.limits)
    bundle.begin(release: release, scope: goodReferences.beginScope())
    bundle.type = typeOfBundle(index)
    let outerScope = profiles.bundle
    profiles.bundle = index
    walkObject(index, type: roles.bundle, element: element)
    finishBundle(index)
    bundle = outer
    profiles.bundle = outerScope
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
}
