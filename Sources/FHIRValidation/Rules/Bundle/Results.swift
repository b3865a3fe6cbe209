package import FHIRFindings
import FHIRPrimitives
import FHIRRecognition
import FHIRSchema
import FHIRTape

/// The rules of what a server answers with: responses, and the results of searches.
extension Rule {
  package static let etagDisagrees = Rule(
    "bundle/etag-disagrees", .error, .invariant, summary: "the etag of a response is not the version of the resource",
    checks: """
      Where the entry of a response has a resource with `meta.versionId`, `response.etag` holds the same version, as \
      `W/"3"`.
      """,
    matters: """
      A client sends the tag back so that the server refuses an update if the resource has changed. With another \
      version the update is refused, or overwrites the changes of others.
      """,
    form: .entry(of: "batch-response"),
    example: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "3" } },
      "response": { "status": "200", "etag": ~ }
      """,
    bad: #""W/\"2\"""#, good: #""W/\"3\"""#, specification: "https://hl7.org/fhir/DSTU2/bundle.html")

  package static let invalidEtag = Rule(
    "bundle/invalid-etag", .warning, .value, summary: "an entity tag is not of the form W/\"3\"",
    checks: """
      `response.etag`, `request.ifMatch` and `request.ifNoneMatch` hold the value of an HTTP header: a version in \
      quotes, usually a weak one, `W/"3"`. The conditions may be `*`, or several tags with commas between them.
      """,
    matters: """
      A client sends the tag back in a header so that the server can detect a change. Servers compare the header as a \
      string, and a version without quotes never matches.
      """,
    form: .resource("Bundle"),
    example: """
      "type": "batch-response",
      "entry": [{ "response": { "status": "201", "etag": ~ } }]
      """,
    bad: #""W/1""#, good: #""W/\"1\"""#, specification: "https://hl7.org/fhir/DSTU2/http.html#concurrency")

  package static let lastModifiedDisagrees = Rule(
    "bundle/last-modified-disagrees", .warning, .invariant,
    summary: "the lastModified of a response is not the lastUpdated of the resource",
    checks: """
      Where the entry of a response has a resource with `meta.lastUpdated`, `response.lastModified` is the same \
      instant, in any time zone. Fractions of a second are not compared, as the HTTP header has none.
      """,
    matters: "Clients ask for changes since that instant. If it is wrong, they miss changes or fetch everything again.",
    form: .entry(of: "batch-response"),
    example: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1", "meta": { "lastUpdated": "2015-08-18T01:43:33Z" } },
      "response": { "status": "200", "lastModified": ~ }
      """,
    bad: #""2015-08-18T03:43:33Z""#, good: #""2015-08-18T03:43:33+02:00""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle-definitions.html#Bundle.entry.response.lastModified")

  package static let responseStatus = Rule(
    "bundle/response-status", .error, .value,
    summary: "the status of a response does not begin with an HTTP status code",
    checks: """
      `response.status` begins with three digits, from 100 to 599; text may follow after a space, as in `404 Not \
      Found`. It is an error in R4, whose definition says SHALL, and a warning in DSTU2, whose definition does not.
      """,
    matters: "A client reads the number to know whether the entry was stored. The text differs between servers.",
    form: .entry(of: "batch-response"), bad: #""response": { "status": "OK" }"#,
    good: #""response": { "status": "200 OK" }"#, specification: "https://hl7.org/fhir/R4/bundle.html")

  package static let searchMode = Rule(
    "bundle/search-mode", .warning, .invariant, summary: "the mode of a search result does not fit its resource",
    checks: """
      An entry whose `search.mode` is `outcome` holds an OperationOutcome, and an OperationOutcome among the results \
      has that mode.
      """,
    matters: """
      Clients count and show the matches. They would show an OperationOutcome as a record of the patient, and skip a \
      match with the mode `outcome`.
      """,
    form: .entry(of: "searchset"),
    example: """
      "fullUrl": "http://example.org/fhir/OperationOutcome/o",
      "resource": {
        "resourceType": "OperationOutcome",
        "id": "o",
        "issue": [{ "severity": "warning", "code": "not-found" }]
      },
      "search": { "mode": ~ }
      """,
    bad: #""match""#, good: #""outcome""#, specification: "https://hl7.org/fhir/DSTU2/bundle.html#searchset")

  package static let searchScore = Rule(
    "bundle/search-score", .warning, .value, summary: "a search score is not between 0 and 1",
    checks: "`search.score` lies between 0, for the least relevant, and 1, for the most relevant.",
    matters: "Clients that sort the results of several servers, or display the score, rely on the range.",
    form: .patientEntry(of: "searchset"), example: #""search": { "mode": "match", "score": ~ }"#,
    bad: "87", good: "0.87", specification: "https://hl7.org/fhir/DSTU2/bundle.html")

  package static let totalTooSmall = Rule(
    "bundle/total-too-small", .warning, .invariant, summary: "a total is less than the number of matches in the Bundle",
    checks: """
      `total` of a searchset counts all matches of the search, so it is not less than the entries here whose \
      `search.mode` is `match`. It may be more, as a Bundle can be one page of many.
      """,
    matters: "Clients show the total, and stop reading when they have read that many matches.",
    form: .resource("Bundle"),
    example: """
      "type": "searchset",
      "total": ~,
      "entry": [
        {
          "fullUrl": "http://example.org/fhir/Patient/1",
          "resource": { "resourceType": "Patient", "id": "1" },
          "search": { "mode": "match" }
        }
      ]
      """,
    bad: "0", good: "1", specification: "https://hl7.org/fhir/DSTU2/bundle.html")
}

/// The path is at the entry, except for the total.
extension RecordCursor {
  /// Whether the entity tag of a response is the version of the resource, if that has one.
  mutating func checkEtag(_ tag: EntityTag, _ value: TapeIndex, of resource: ResourceMembers) -> Bool {
    let version = resource.versionID
    guard version.exists, isText(version), tag.version != tape.string(version).byBytes else { return true }
    if drops(.etagDisagrees) { return false }
    report(
      .etagDisagrees, at: tape.range(value), path: .child("response.etag"),
      "expected the version of the resource, \(tape.excerpt(version)), as W/\"...\", found \(tape.excerpt(value))")
    return false
  }

  mutating func checkForm(of tag: EntityTag, _ value: TapeIndex, _ path: @autoclosure () -> String) {
    if tag.isQuoted { return }
    report(.invalidEtag, at: value, path: .below(path()), expected: "a version in quotes, as W/\"3\"")
  }

  mutating func checkLastModified(of response: TapeIndex, _ resource: ResourceMembers) {
    guard resource.meta.exists, let modified = tape.member("lastModified", of: response),
      let updated = tape.member("lastUpdated", of: resource.meta), let first = seconds(modified),
      let second = seconds(updated), first != second
    else { return }
    report(.lastModifiedDisagrees, at: tape.range(modified), path: .child("response.lastModified")) {
      "expected the resource's 'lastUpdated', \($0.tape.excerpt(updated)), found \($0.tape.excerpt(modified))"
    }
  }

  /// The moment of an instant in the usual form; the walk judges other forms.
  private mutating func seconds(_ value: TapeIndex) -> Int? {
    guard isText(value) else { return nil }
    let text = text(value)
    return InstantGrammar.secondsSince1970(text.bytes, text.count)
  }

  mutating func checkStatus(of response: TapeIndex) {
    guard let status = tape.member("status", of: response), isText(status), tape.length(status) > 0 else { return }
    let text = text(status)
    let isCode =
      text.count >= 3 && (0..<3).allSatisfy { text.bytes[$0] &- 0x30 < 10 } && text.bytes[0] &- 0x31 < 5
      && (text.count == 3 || text.bytes[3] == 0x20)
    let severity = schema.facts.demandsResponseStatus ? Rule.responseStatus.severity : .warning
    if isCode { return }
    report(
      .responseStatus, severity, at: status, path: .child("response.status"),
      expected: "a status such as '200' or '404 Not Found'")
  }

  mutating func checkMode(of search: TapeIndex, type: TypeID) {
    guard let mode = tape.member("mode", of: search), isText(mode), type.exists else { return }
    let isOutcome = type == roles.operationOutcome
    if isOutcome == tape.string(mode, equals: "outcome") { return }
    let wanted: StaticString = isOutcome ? "'outcome' for an" : "'match' or 'include' for a resource of type"
    let name = schema.typeNames[type]
    report(.searchMode, at: mode, path: .child("search.mode"), expected: "the mode \(wanted) \(name)")
  }

  mutating func checkScore(of search: TapeIndex) {
    guard let score = tape.member("score", of: search), isOutsideOfUnit(score) else { return }
    report(.searchScore, at: score, path: .child("search.score"), expected: "a number from 0 to 1")
  }

  /// Whether a number is below 0 or above 1, decided by its digits.
  private func isOutsideOfUnit(_ value: TapeIndex) -> Bool {
    guard tape.tag(value) == .integer || tape.tag(value) == .decimal else { return false }
    let digits = UnsafeBufferPointer(start: tape.lexeme(value), count: tape.length(value))
    let isZero = digits.allSatisfy { !(0x31...0x39).contains($0) }
    if isZero || digits[0] == UInt8(ascii: "0") { return false }
    let isOne = digits[0] == UInt8(ascii: "1") && digits.dropFirst().allSatisfy { $0 == 0x30 || $0 == 0x2E }
    return !(isOne && (digits.count == 1 || digits[1] == 0x2E))
  }

  /// Compares the total of a Bundle with the number of matches, after all entries; the path is at the Bundle.
  mutating func checkTotal(of index: TapeIndex, type: BundleType, matches: Int) {
    guard type.traits.contains(.counted), let total = tape.member("total", of: index), tape.tag(total) == .integer,
      let count = Int(tape.string(total)), count >= 0, count < matches
    else { return }
    let expected: Wording = "at least \(matches), the matches in this Bundle"
    report(.totalTooSmall, at: total, path: .child("total"), expected: expected)
  }
}
