package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
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
    bad: #""Practitioner/12""#, good: #""Patient/12""#,
    specification: "https://hl7.org/fhir/DSTU2/references.html")
}

extension RecordCursor {
  /// Checks the type of a canonical reference's target against those that the element allows.
  mutating func checkCanonicalTarget(_ type: TypeID, of value: TapeIndex, _ member: MemberID, path: FindingPath) {
    let targets = Int(members[member].targets)
    guard !rows.isTarget(type, of: targets), !drops(.wrongTargetType) else { return }
    report(
      .wrongTargetType, at: tape.range(value), path: path,
      """
      expected the canonical URL of \(schema.targets[targets].alternatives), found that of a contained \(schema.typeNames[type]), \
      \(tape.uriExcerpt(value))
      """)
  }

  /// Checks the resource type in a reference against the types that the element allows.
  ///
  /// Those are defined by the element that holds the Reference, the last one of the path.
  @inline(__always)
  mutating func checkTarget(_ type: TypeID, of value: TapeIndex, _ member: MemberID) {
    let targets = Int(members[path.last].targets)
    if rows.isTarget(type, of: targets) { return }
    reportWrongTarget(type, value, member, targets: targets)
  }

  @inline(never)
  private mutating func reportWrongTarget(_ type: TypeID, _ value: TapeIndex, _ member: MemberID, targets: Int) {
    if drops(.wrongTargetType) { return }
    report(
      .wrongTargetType, at: tape.range(value), path: .member(member),
      """
      expected a reference to \(schema.targets[targets].alternatives), found a reference to \(schema.typeNames[type]), \
      \(tape.uriExcerpt(value))
      """)
  }

  /// Checks the type of a response's subject against those of its questionnaire; one that shows no type is counted.
  mutating func checkSubject(of response: TapeIndex, types names: [String]) {
    let allowed = names.compactMap { schema.type(named: $0) }
    guard !allowed.isEmpty, allowed.count == names.count, let subject = tape.member("subject", of: response) else {
      return
    }
    let stated = tape.member("type", of: subject).flatMap(tape.primitive).flatMap { schema.type(named: $0) }
    guard let type = typeOfTarget(of: subject, in: response) ?? stated, type.exists else {
      return counts.countUnjudged("types of subjects of responses")
    }
    if allowed.contains(where: { schema.isKind(type, of: $0) }) || drops(.wrongTargetType) { return }
    report(
      .wrongTargetType, at: headRange(subject), path: .child("subject"),
      """
      expected a reference to \(names.alternatives), by the subjectType of the questionnaire, found a reference to \
      \(schema.typeNames[type])
      """)
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
      reference.targets.type.map { "'\(schema.typeNames[$0])', as its type says" }
      ?? schema.targets[reference.targets.row].alternatives
    report(
      .wrongTargetType, about: reference,
      "expected a reference to \(expected), found a reference to a \(schema.typeNames[type]) entry")
  }
}
