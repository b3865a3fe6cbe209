package import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRTape

extension Rule {
  package static let invalidReference = Rule(
    "reference/invalid-reference", .error, .value, summary: "a reference does not have a form that FHIR defines",
    checks: """
      A reference is an absolute URL, a `urn:`, `Type/id` or `Type/id/_history/version` with a resource type of the \
      record's release and a well-formed id, or `#id` for a contained resource. In a transaction of R4 it may also be \
      a search, such as `Patient?identifier=123`. Its target need not be in the input.
      """,
    matters: """
      A reference of another form, such as a bare id, cannot be resolved, as its resource type is unknown. If only a \
      name is known, use `display` without a reference.
      """,
    form: .observation(of: "Body weight"), example: #""subject": { "reference": ~ }"#,
    bad: #""patient 12""#, good: #""Patient/12""#, specification: "https://hl7.org/fhir/DSTU2/references.html")

  package static let invalidVersion = Rule(
    "reference/invalid-version", .error, .value, summary: "a reference names no valid version",
    checks: """
      After `Type/id`, the part `/_history/` is followed by a version that is a well-formed id, and by nothing else. A \
      reference that means the current version leaves the whole part out.
      """,
    matters: """
      A reference to a version records the state at that time. With an invalid version it resolves neither to that \
      version nor to the current one.
      """,
    form: .observation(of: "Body weight"), example: #""subject": { "reference": ~ }"#,
    bad: #""Patient/12/_history/""#, good: #""Patient/12/_history/3""#,
    specification: "https://hl7.org/fhir/DSTU2/references.html")

  package static let unresolvedFragment = Rule(
    "reference/unresolved-fragment", .error, .value,
    summary: "a canonical reference names a contained resource that is not there",
    checks:
      "A canonical reference that is only a fragment, such as `#q`, is the id of a resource that the record contains.",
    matters: "Such a target is nowhere else: a contained resource has no address of its own.",
    form: .resource("QuestionnaireResponse"),
    example: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Answers</div>" },
      ~"questionnaire": "#q",
      "status": "completed"
      """#,
    bad: "",
    good: #"""
      "contained": [
        {
          "resourceType": "Questionnaire",
          "id": "q",
          "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Questions</div>" },
          "status": "active"
        }
      ],\#n
      """#,
    specification: "https://hl7.org/fhir/R4/references.html#canonical")

  package static let wrongTargetType = Rule(
    "reference/wrong-target-type", .error, .invariant, summary: "a reference points to a type that is not allowed here",
    checks: """
      The target's type, read from the reference, the contained resource or the entry of the Bundle, must be allowed \
      here. A reference that does not show the type of its target, such as a `urn:`, passes where no entry answers it. \
      In R4 the `type` of a reference must be allowed, too, and must be the type of the target, as far as that is \
      known. It is the name of a resource type; an absolute URL is for logical models. Where any type is allowed, a \
      name that the release does not have is a warning, as the binding is extensible. A canonical URL is only a name, \
      so it shows no type; that of a contained resource, `#id`, must lead to an allowed one. The subject of a response \
      to a questionnaire must have one of the types of its `subjectType`, if that names any and the questionnaire is \
      available: the comment on `subject` says "must", so another type is an error.
      """,
    matters: """
      A condition whose patient is a practitioner has no patient. Typed readers look for the target among resources of \
      the allowed types and do not find it.
      """,
    form: .resource("Condition"),
    example: """
      "patient": { "reference": ~ },
      "code": { "text": "Asthma" },
      "verificationStatus": "confirmed"
      """,
    bad: #""Practitioner/12""#, good: #""Patient/12""#, specification: "https://hl7.org/fhir/DSTU2/references.html")
}

extension RecordCursor {
  /// Judges that a URL does not end in the version of a canonical reference.
  @inline(never) mutating func checkUnversioned(_ url: TextBytes, _ value: TapeIndex, _ member: MemberID) {
    // A search may have the sign in its query.
    guard invariants.has(.unversionedReference), url.buffer.contains(UInt8(ascii: "|")),
      !url.buffer.contains(UInt8(ascii: "?"))
    else { return }
    report(.unversionedReference, at: tape.range(value), path: .member(member))
  }

  @inline(never) mutating func reportInvalidReference(_ value: TapeIndex, _ member: MemberID) {
    report(.invalidReference, at: tape.range(value), path: .member(member)) {
      """
      expected [type]/[id] with \($0.schema.release.withArticle) resource type, an absolute URL, a URN or #[id], found \
      \($0.tape.uriExcerpt(value))
      """
    }
  }

  @inline(never) mutating func reportInvalidVersion(_ value: TapeIndex, _ member: MemberID) {
    report(.invalidVersion, at: tape.range(value), path: .member(member)) {
      """
      expected a version id of 1 to 64 letters, digits, '-' and '.' after '/_history/', found \
      \($0.tape.uriExcerpt(value))
      """
    }
  }

  /// Checks the type of a canonical reference's target against those that the element allows.
  mutating func checkCanonicalTarget(_ type: TypeID, of value: TapeIndex, _ member: MemberID, path: FindingPath) {
    let targets = Int(members[member].targets)
    if rows.isTarget(type, of: targets) { return }
    report(.wrongTargetType, at: tape.range(value), path: path) {
      """
      expected the canonical URL of \($0.schema.targets[targets].alternatives), found that of a contained \
      \($0.schema.typeNames[type]), \($0.tape.uriExcerpt(value))
      """
    }
  }

  /// Checks the type in a reference against those that the element which holds the Reference allows, the path's last.
  @inline(__always) mutating func checkTarget(_ type: TypeID, of value: TapeIndex, _ member: MemberID) {
    let targets = Int(members[path.last].targets)
    if rows.isTarget(type, of: targets) { return }
    reportWrongTarget(type, value, member, targets: targets)
  }

  @inline(never)
  private mutating func reportWrongTarget(_ type: TypeID, _ value: TapeIndex, _ member: MemberID, targets: Int) {
    report(.wrongTargetType, at: tape.range(value), path: .member(member)) {
      """
      expected a reference to \($0.schema.targets[targets].alternatives), found a reference to \
      \($0.schema.typeNames[type]), \($0.tape.uriExcerpt(value))
      """
    }
  }

  /// Checks the type of a response's subject against those of its questionnaire; one that shows no type is counted.
  mutating func checkSubject(of response: TapeIndex, types names: [String]) {
    let allowed = names.compactMap { schema.type(named: $0) }
    guard !allowed.isEmpty, allowed.count == names.count, let subject = tape.member("subject", of: response)
    else { return }
    let stated = tape.member("type", of: subject).flatMap(tape.primitive).flatMap { schema.type(named: $0) }
    guard let type = typeOfTarget(of: subject, in: response) ?? stated, type.exists
    else { return counts.countUnjudged("types of subjects of responses") }
    if allowed.contains(where: { schema.isKind(type, of: $0) }) { return }
    report(.wrongTargetType, at: headRange(subject), path: .child("subject")) {
      """
      expected a reference to \(names.alternatives), by the subjectType of the questionnaire, found a reference to \
      \($0.schema.typeNames[type])
      """
    }
  }

  /// The type that the text of a reference shows, or that of the contained resource; `nil` for none.
  private mutating func typeOfTarget(of subject: TapeIndex, in response: TapeIndex) -> TypeID? {
    guard let reference = tape.member("reference", of: subject), tape.tag(reference) == .string else { return nil }
    switch ReferenceForm(tape.lexeme(reference), tape.length(reference), rows: rows) {
    case .resource(let type), .absolute(let type, _): return type.exists ? type : nil
    case .local:
      let id = tape.string(reference).utf8.dropFirst()
      let target = tape.member("contained", of: response).map(tape.objects)?.first { item in
        tape.member("id", of: item.index).flatMap(tape.primitive)?.utf8.elementsEqual(id) == true
      }
      return target.map { resourceType(of: $0.index) }
    default: return nil
    }
  }

  /// As above, for a reference that was resolved at the end of its Bundle.
  mutating func reportWrongTarget(_ type: TypeID, _ reference: PendingReference) {
    if drops(.wrongTargetType) { return }
    let expected =
      reference.flags.targets.type.map { "'\(schema.typeNames[$0])', as its type says" }
      ?? schema.targets[reference.flags.targets.row].alternatives
    report(
      .wrongTargetType, about: reference,
      "expected a reference to \(expected), found a reference to a \(schema.typeNames[type]) entry")
  }
}

extension ReferenceJudge {
  /// Checks the text of `Reference.reference`: its form, then as much of its target as the text shows.
  mutating func checkReference(
    _ text: TextBytes, _ value: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor
  ) -> VerdictBasis {
    if text.count > StringGrammar.limit {
      cursor.reportValue(.stringTooLong, value, member, index: -1)
      return .value
    }
    let form = ReferenceForm(text.bytes, text.count, rows: cursor.rows)
    if let type = searchedType(text, form, &cursor) {
      checkConditionalReference(value, member, type: type, &cursor)
      return .surroundings
    }
    switch form {
    case .resource(let type), .absolute(let type, _):
      if type.exists { cursor.checkTarget(type, of: value, member) }
      if case .absolute(_, let fault) = form, !fault.isNone {
        cursor.reportValue(fault, value, member, index: -1)
        // A UUID in upper case names what has the same text.
        guard fault == .uuidUpperCase else {
          cursor.counts.references &+= 1
          return .value
        }
      }
      if !type.exists, !text.isURN { cursor.checkUnversioned(text, value, member) }
      // A target that is no entry so far is counted as not checked.
      let basis =
        bundle.isActive
        ? noteReference(text, value, member, isRelative: !form.isAbsolute, shown: type, &cursor) : .occurrence
      if basis != .bundle { cursor.counts.references &+= 1 }
      // A relative reference depends on the address of the entry.
      return form.isAbsolute ? basis : .surroundings
    case .local:
      checkLocalReference(text, value, member, &cursor)
      return .surroundings
    case .badVersion: cursor.reportInvalidVersion(value, member)
    case .empty: cursor.reportValue(.empty, value, member, index: -1)
    case .malformed: cursor.reportInvalidReference(value, member)
    }
    return .value
  }

  /// Judges a canonical `#id`: a contained resource must have the id, and a type that the element allows.
  @inline(never) mutating func checkFragment(
    _ text: TextBytes, _ value: TapeIndex, _ member: MemberID, index: Int, _ cursor: inout RecordCursor
  ) {
    let fragment = text.buffer.dropFirst()
    let id = UnsafeBufferPointer(rebasing: fragment.prefix { $0 != UInt8(ascii: "|") })
    guard !id.isEmpty, cursor.container.exists else { return }
    guard let resource = containedIDs.find(id, in: cursor.container, of: cursor.tape) else {
      if containedIDs.isBroken || cursor.drops(.unresolvedFragment) { return }
      return cursor.report(
        .unresolvedFragment, at: cursor.tape.range(value), path: .member(member, index: index),
        "expected a contained resource with the id '\(String(decoding: id, as: UTF8.self).clipped)', found none")
    }
    let type = cursor.resourceType(of: resource)
    if type.exists { cursor.checkCanonicalTarget(type, of: value, member, path: .member(member, index: index)) }
  }
}
