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
    matters:
      "References find the resource by its fullUrl, but servers store it by its type and id, so the references break.",
    form: .address, bad: #""http://example.org/fhir/Patient/2""#, good: #""http://example.org/fhir/Patient/1""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html#bundle-unique")

  package static let missingFullURL = Rule(
    "bundle/missing-full-url", .error, .required, summary: "an entry with an identified resource has no fullUrl",
    checks: """
      In R4 an entry has a `fullUrl` with a value where its resource has an `id`. The specification excepts a POST and \
      the results of operations, so the entries of a response need none, and neither does an OperationOutcome. A PUT \
      to an address with a search needs none either, as the server decides which resource it is. Where another request \
      names the resource by its `url`, the missing fullUrl is only a warning.
      """,
    matters: """
      A relative reference in the entry is completed with the server in its fullUrl, and other entries find the \
      resource by it. Without one neither resolves.
      """,
    form: .entry(of: "collection"),
    example: #"""
      ~"resource": {
        "resourceType": "Patient",
        "id": "1",
        "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Jones</div>" }
      }
      """#,
    bad: "", good: #""fullUrl": "http://example.org/fhir/Patient/1",\#n"#,
    specification: "https://hl7.org/fhir/R4/bundle-definitions.html#Bundle.entry.fullUrl")

  package static let relativeFullURL = Rule(
    "bundle/relative-full-url", .error, .value, summary: "a fullUrl is not absolute",
    checks: """
      `fullUrl` is absolute: a URL with its scheme, or `urn:uuid:` or `urn:oid:` with an identifier. `uuid:` and \
      `oid:` without `urn:` are not schemes.
      """,
    matters: """
      Readers resolve references by comparing URLs. A relative URL may mean resources on different servers, so it \
      identifies none.
      """,
    form: .address, bad: #""Patient/1""#, good: #""http://example.org/fhir/Patient/1""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html#bundle-unique")

  package static let versionedFullURL = Rule(
    "bundle/versioned-full-url", .error, .value, summary: "a fullUrl names a version",
    checks: """
      `fullUrl` is the URL of the resource without its version: it has no `/_history/`. The version is in \
      `meta.versionId`. In R4 this is the constraint bdl-8, which is reported instead.
      """,
    matters: "References to the resource usually name no version, so they do not match a fullUrl that has one.",
    form: .address, bad: #""http://example.org/fhir/Patient/1/_history/2""#,
    good: #""http://example.org/fhir/Patient/1""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html#bundle-unique")
}

extension RecordCursor {
  @inline(never) fileprivate mutating func reportFullURLDisagrees(_ value: TapeIndex, id: TapeIndex, type: TypeID) {
    let id = id.exists && isText(id) ? tape.string(id).clipped : "[id]"
    let name = type.exists ? schema.typeNames[type] : "[type]"
    report(
      .fullURLDisagrees, at: tape.range(value), path: .child("fullUrl"),
      "expected an address that ends in '\(name)/\(id)', as the resource says, found \(tape.excerpt(value))")
  }

  /// The path is at the entry.
  mutating func reportRelativeFullURL(_ value: TapeIndex) {
    report(.relativeFullURL, at: value, path: .child("fullUrl"), expected: "an absolute URL, urn:uuid: or urn:oid:")
  }

  /// The path is at the entry.
  @inline(never) mutating func reportVersionedFullURL(_ value: TapeIndex) {
    let range = inputRange(tape.range(value))
    report(.versionedFullURL, or: .unversionedFullURL, inInput: range, path: .child("fullUrl")) {
      "expected the URL without '/_history/' and a version, found \($0.tape.excerpt(value))"
    }
  }
}

extension ReferenceJudge {
  /// Judges whether an address that shows a type ends in that of the resource and its id; the path is at the entry.
  @inline(__always) func checkTail(
    of text: TextBytes, _ value: TapeIndex, shown: TypeID, id: TapeIndex, type: TypeID, _ cursor: inout RecordCursor
  ) {
    if !type.exists || shown == type {
      guard id.exists, cursor.isText(id) else { return }
      let start = Bytes.last(UInt8(ascii: "/"), of: text.bytes, before: text.count) + 1
      if cursor.holds(id, UnsafeBufferPointer(start: text.bytes + start, count: text.count - start)) { return }
    }
    cursor.reportFullURLDisagrees(value, id: id, type: type)
  }

  /// Compares the UUID of an address with the id. A difference is probably a mistake where they agree in most entries.
  mutating func compareUUID(_ text: TextBytes, _ value: TapeIndex, id: TapeIndex, _ cursor: inout RecordCursor) {
    // The word is "urn:uuid"; with a colon and a UUID after it, the text has 45 bytes.
    guard text.count == 45, id.exists, cursor.isText(id), Bytes.load(text.bytes) == 0x6469_7575_3A6E_7275
    else { return }
    if cursor.holds(id, UnsafeBufferPointer(start: text.bytes + 9, count: 36)) {
      bundle.held.sameIDs &+= 1
      return
    }
    bundle.held.otherIDs &+= 1
    guard bundle.held.differences.count < cursor.findings.limit else { return }
    let tape = cursor.tape
    bundle.held.differences.append(
      (bundle.entries - 1, cursor.inputRange(tape.range(value)), tape.excerpt(id), tape.excerpt(value)))
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

  /// Judges an entry without a fullUrl; the path is at the entry.
  mutating func checkLackOfFullURL(
    _ entry: TapeIndex, _ parts: EntryMembers, _ resource: ResourceMembers, type: TypeID, _ cursor: inout RecordCursor
  ) {
    if let known = bundle.type, !BundleDemand.fullURL.applies(to: known) { return }
    guard resource.id.exists, cursor.isText(resource.id), type != cursor.roles.operationOutcome else { return }
    var isNamed = false
    if parts.request.exists, cursor.tape.tag(parts.request) == .object {
      let tape = cursor.tape
      let verb = tape.member("method", of: parts.request).map { HTTPVerb(tape, $0) } ?? .other
      let hasSearch = tape.text("url", of: parts.request)?.utf8.contains(UInt8(ascii: "?")) == true
      if verb == .post || verb == .put && hasSearch { return }
      isNamed = verb == .put
    }
    demand(
      .fullURL, at: entry, "", "expected 'fullUrl' in the entry, as its resource has an id, found none",
      isWarning: isNamed, &cursor)
  }
}

extension TextBytes {
  /// Whether an address begins with `uuid:` or `oid:`, which are not schemes: the `urn:` before it is missing.
  @inline(__always) var isBareIdentifier: Bool { count > 5 && (begins("uuid:") || begins("oid:")) }

  var namesVersion: Bool {
    let mark: StaticString = "/_history/"
    let length = mark.utf8CodeUnitCount
    guard count >= length else { return false }
    return (0...count - length).contains { Bytes.isEqual(bytes + $0, mark.utf8Start, length) }
  }
}
