import FHIRFindings
import FHIRSchema
import FHIRTape
import FHIRPath

extension Walker {
  /// Counts the claimed profiles that are not judged, by name, for the report.
  @inline(never) mutating func countProfiles(of meta: TapeIndex) {
    let tape = cursor.tape
    guard let array = tape.member("profile", of: meta), tape.tag(array) == .array else { return }
    for (number, item) in tape.items(of: array).enumerated() where tape.isString(item) {
      let isPublished = isPublished(item)
      // Most claims are of profiles, and need not be read as text.
      if isPublished, let type = cursor.schema.type(ofDefinition: tape.string(item)) {
        cursor.path.push(member: cursor.roles.metaProfile.member, index: number)
        checkClaim(of: type, at: item)
        cursor.path.pop()
      } else if (profiles.isOn || isPublished) && judgesProfile(at: item) {
        // The same claim is of note for each record, also for a walk by other profiles with the same memory.
        cursor.rest(on: .occurrence)
        if !profiles.isOn { profiles.claims &+= 1 }
      } else {
        cursor.counts.countProfile(tape.string(item).byBytes)
      }
    }
  }

  /// Whether a claim may be of what the release publishes.
  private func isPublished(_ item: TapeIndex) -> Bool {
    let tape = cursor.tape
    var address = SchemaTable.definitionAddress
    return tape.tag(item) == .escapedString
      || address.withUTF8 { address in
        address.count <= tape.length(item) && Bytes.isEqual(tape.lexeme(item), address.baseAddress!, address.count)
      }
  }

  /// Judges the claim of a type's own definition, which every record of the type meets as far as it was judged.
  private mutating func checkClaim(of type: TypeID, at item: TapeIndex) {
    cursor.rest(on: .occurrence)
    guard let own = invariants.resources.innermost?.type, own.exists, !cursor.schema.isKind(own, of: type)
    else { return }
    let (names, url) = (cursor.schema.typeNames, cursor.tape.string(item))
    cursor.report(
      Rule.profileWrongType.id, .error, at: cursor.tape.range(item), path: .element,
      "expected the type \(names[type]), whose definition '\(url)' the record claims to meet, found \(names[own])")
  }

  /// What resources have so far that a release publishes definitions for.
  var marks: PublishedMarks {
    PublishedMarks(definitions: cursor.counts.extensions &+ profiles.claims, vitalSigns: cursor.vitalSigns)
  }

  /// Judges a resource, after its walk, by the profiles that the caller has chosen, and by what its release publishes
  /// about what it has; `start` are the marks before it.
  @inline(__always) mutating func judgeProfiles(
    _ index: TapeIndex, type: TypeID, isContained: Bool, since start: PublishedMarks, around outer: PublishedMarks
  ) {
    let all = marks - start
    let own = all - profiles.nested
    profiles.nested = outer + all
    if profiles.isOn || own.definitions | own.vitalSigns != 0 {
      judgeProfiles(index, type: type, isContained: isContained, own)
    }
    if !cursor.heldCodes.isEmpty { cursor.reportHeldCodes() }
  }

  @inline(never)
  private mutating func judgeProfiles(_ index: TapeIndex, type: TypeID, isContained: Bool, _ own: PublishedMarks) {
    let hasDefinitions = profiles.isOn || own.definitions != 0
    if !hasDefinitions, isContained || !cursor.release.hasAppliedProfiles { return }
    // The walk counts extensions, except in values of another kind than their element has.
    let hasExtensions = own.definitions != 0 || profiles.isOn && !cursor.isSpotless
    let (tape, container) = (cursor.tape, isContained ? cursor.container : index)
    let scope = profiles.bundle.exists ? profiles.bundle : container
    var extent = JudgedExtent.whole
    switch cursor.place.role {
    case .entry where !profiles.bundle.exists: extent = .entry
    case .envelope where index == .root: extent = .envelope
    default: break
    }
    takeFindings(about: index, keepsVerdicts: records.isKept && !isContained) { judge in
      judge.judge(
        tape, index, type: type, container: container, scope: scope, isContained: isContained, extent: extent,
        hasExtensions: hasExtensions)
    }
  }

  /// Judges the extensions of an entry on a separate tape, where the path is, and not those in its resource; `start` are
  /// the marks before it.
  mutating func judgeExtensions(ofEntry entry: TapeIndex, since start: PublishedMarks) {
    if (marks - start - profiles.nested).definitions == 0 { return }
    let (tape, role) = (cursor.tape, cursor.roles.bundleEntry)
    takeFindings(about: entry, keepsVerdicts: false) {
      $0.judgeExtensions(tape, ofEntry: entry, type: role.valueType, element: Int(role.element))
    }
  }

  /// Reports what a judge finds about a resource or an entry.
  private mutating func takeFindings(
    about index: TapeIndex, keepsVerdicts: Bool, _ judging: (inout ProfileJudge) -> Void
  ) {
    let found = profiles.withJudge(of: cursor.release.number, &loaded, limit: cursor.findings.limit) { judge in
      judging(&judge)
      return (
        findings: judge.findings.isEmpty ? nil : judge.findings, verdicts: keepsVerdicts ? judge.guideVerdicts() : [],
        settled: judge.settledCodes.isEmpty ? nil : judge.settledCodes
      )
    }
    guard var found else { return }
    if let settled = found.settled { cursor.heldCodes.removeAll { settled.contains($0.value) } }
    if !found.verdicts.isEmpty { records.note(&found.verdicts, on: index) }
    guard let findings = found.findings else { return }
    for finding in findings.listed where !cursor.holdsGraver(than: finding) { cursor.report(finding) }
    for (rule, severity, count) in findings.unlisted { cursor.countUnlisted(rule, severity, count) }
  }

  /// Whether the profile whose url stands at an index is available, so that a claim of it is judged.
  mutating func judgesProfile(at url: TapeIndex) -> Bool {
    let tape = cursor.tape
    return profiles.withJudge(of: cursor.release.number, &loaded, limit: cursor.findings.limit) {
      $0.knows(tape, profileAt: url)
    } ?? false
  }
}

extension RecordCursor {
  fileprivate mutating func report(_ finding: ProfileFinding) {
    for step in finding.steps { path.push(step) }
    report(
      finding.rule.id, finding.severity, at: finding.range, path: finding.missing.map { .missing($0) } ?? .element,
      finding.message, from: finding.source)
    for _ in finding.steps { path.pop() }
  }
}
