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
    bad: #""patient 12""#, good: #""Patient/12""#,
    specification: "https://hl7.org/fhir/DSTU2/references.html")

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
    checks: """
      A canonical reference that is only a fragment, such as `#q`, is the id of a resource that the record contains.
      """,
    matters: "Such a target is nowhere else: a contained resource has no address of its own.",
    form: .resource("QuestionnaireResponse"),
    bad: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Answers</div>" },
      "questionnaire": "#q",
      "status": "completed"
      """#,
    good: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Answers</div>" },
      "contained": [
        {
          "resourceType": "Questionnaire",
          "id": "q",
          "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Questions</div>" },
          "status": "active"
        }
      ],
      "questionnaire": "#q",
      "status": "completed"
      """#,
    specification: "https://hl7.org/fhir/R4/references.html#canonical")
}

extension RecordCursor {
  /// Judges that a URL does not end in the version of a canonical reference.
  @inline(never)
  mutating func checkUnversioned(_ url: TextBytes, _ value: TapeIndex, _ member: MemberID) {
    // A search may have the sign in its query.
    guard invariants.has(.unversionedReference), url.buffer.contains(UInt8(ascii: "|")),
      !url.buffer.contains(UInt8(ascii: "?"))
    else { return }
    report(.unversionedReference, at: tape.range(value), path: .member(member))
  }

  @inline(never)
  mutating func reportInvalidReference(_ value: TapeIndex, _ member: MemberID) {
    report(
      .invalidReference, at: tape.range(value), path: .member(member),
      """
      expected [type]/[id] with \(schema.release.withArticle) resource type, an absolute URL, a URN or #[id], found \
      \(tape.uriExcerpt(value))
      """)
  }

  @inline(never)
  mutating func reportInvalidVersion(_ value: TapeIndex, _ member: MemberID) {
    if drops(.invalidVersion) { return }
    report(
      .invalidVersion, at: tape.range(value), path: .member(member),
      """
      expected a version id of 1 to 64 letters, digits, '-' and '.' after '/_history/', found \
      \(tape.uriExcerpt(value))
      """)
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
    case .badVersion:
      cursor.reportInvalidVersion(value, member)
    case .empty:
      cursor.reportValue(.empty, value, member, index: -1)
    case .malformed:
      cursor.reportInvalidReference(value, member)
    }
    return .value
  }

  /// Judges a canonical reference that begins with `#`: a contained resource has the id, and a type that the element
  /// allows.
  @inline(never)
  mutating func checkFragment(
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
