package import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRRecognition
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
    form: .resource("Observation"),
    example: """
      "status": "final",
      "code": { "text": "Body weight" },
      "subject": { "reference": ~ }
      """,
    bad: #""patient 12""#, good: #""Patient/12""#,
    specification: "https://hl7.org/fhir/DSTU2/references.html")
}

extension ReferenceJudge {
  /// Checks the text of `Reference.reference`: its form, then as much of its target as the text shows.
  ///
  /// - Returns: what the verdict rests on.
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
        cursor.counts.references &+= 1
        cursor.reportValue(fault, value, member, index: -1)
        return .value
      }
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
}

extension RecordCursor {
  @inline(never)
  mutating func reportInvalidReference(_ value: TapeIndex, _ member: MemberID) {
    report(
      .invalidReference, at: tape.range(value), path: .member(member),
      """
      expected [type]/[id] with \(schema.release.withArticle) resource type, an absolute URL, a URN or #[id], found \
      \(tape.uriExcerpt(value))
      """)
  }
}
