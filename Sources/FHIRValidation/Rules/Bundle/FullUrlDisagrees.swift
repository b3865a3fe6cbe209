package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let fullURLDisagrees = Rule(
    "bundle/full-url-disagrees", .error, .invariant, summary: "a fullUrl names another resource",
    checks: """
      A `fullUrl` that looks like that of a FHIR server, `http://.../Type/id`, ends in the type and the id of the \
      resource in the entry. Where the resource has no id, only the type is compared. A `urn:uuid:` may differ from \
      the id; where they are the same in most entries of a Bundle, an entry where they differ is a warning.
      """,
    matters: """
      References find the resource by its fullUrl, but servers store it by its type and id, so the references break.
      """,
    form: .entry(of: "collection"),
    example: """
      "fullUrl": ~,
      "resource": { "resourceType": "Patient", "id": "1" }
      """,
    bad: #""http://example.org/fhir/Patient/2""#, good: #""http://example.org/fhir/Patient/1""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html#bundle-unique")
}

extension ReferenceJudge {
  /// Judges whether a RESTful address ends in the type and the id of the resource; unknown parts are not compared.
  ///
  /// The path is at the entry.
  ///
  /// - Parameter shown: the row of the type that the address shows.
  @inline(__always)
  func checkTail(
    _ tail: AddressTail, of text: TextBytes, _ value: TapeIndex, shown: TypeID, id: TapeIndex, type: TypeID,
    _ cursor: inout RecordCursor
  ) {
    if !type.exists || shown == type {
      guard id.exists, cursor.isText(id) else { return }
      let start = tail.idStart
      if cursor.holds(id, UnsafeBufferPointer(start: text.bytes + start, count: text.count - start)) { return }
    }
    cursor.reportFullURLDisagrees(value, id: id, type: type)
  }

  /// Compares the UUID of an address with the id of the resource. They may differ; but if they agree in most entries, a
  /// difference is probably a mistake.
  mutating func compareUUID(_ text: TextBytes, _ value: TapeIndex, id: TapeIndex, _ cursor: inout RecordCursor) {
    // The word is "urn:uuid"; with a colon and a UUID after it, the text has 45 bytes.
    guard text.count == 45, id.exists, cursor.isText(id), Bytes.load(text.bytes) == 0x6469_7575_3A6E_7275 else {
      return
    }
    if cursor.holds(id, UnsafeBufferPointer(start: text.bytes + 9, count: 36)) {
      bundle.held.sameIDs &+= 1
      return
    }
    bundle.held.otherIDs &+= 1
    guard bundle.held.differences.count < cursor.findings.limit else { return }
    bundle.held.differences.append(
      HeldFindings.Difference(
        entry: bundle.entries - 1, range: cursor.inputRange(cursor.tape.range(value)), id: cursor.tape.excerpt(id),
        address: cursor.tape.excerpt(value)))
  }

  /// Reports the entries whose UUID differs from the id, if most agree; after all entries, with the path at the Bundle.
  mutating func reportUUIDs(_ cursor: inout RecordCursor) {
    guard bundle.held.otherIDs > 0, bundle.held.sameIDs > bundle.held.otherIDs else { return }
    let rule = Rule.fullURLDisagrees
    for difference in bundle.held.differences {
      cursor.report(
        rule.id, .warning, inInput: difference.range, path: .below("entry[\(difference.entry)].fullUrl"),
        "expected the id of the resource, \(difference.id), as in most entries, found \(difference.address)")
    }
    cursor.countUnlisted(rule.id, rule.severity, bundle.held.otherIDs - bundle.held.differences.count)
  }
}

extension RecordCursor {
  @inline(never)
  fileprivate mutating func reportFullURLDisagrees(_ value: TapeIndex, id: TapeIndex, type: TypeID) {
    let id = id.exists && isText(id) ? tape.string(id).clipped : "[id]"
    let name = type.exists ? schema.typeNames[type] : "[type]"
    report(
      .fullURLDisagrees, at: tape.range(value), path: .child("fullUrl"),
      "expected an address that ends in '\(name)/\(id)', as the resource says, found \(tape.excerpt(value))")
  }
}
