package import FHIRFindings
import FHIRJSON
import FHIRSupport
import FHIRTape

extension Rule {
  package static let invalidClaim = Rule(
    "card/invalid-claim", .error, .value,
    summary: "a claim of a card has another form than it must have",
    checks: """
      iss is an address that begins with https:// and does not end with '/'. nbf and exp are numbers of seconds \
      since 1970, exp none after the year 9999, as milliseconds are. vc.type is a list of texts with https://smarthealth.cards#health-card. vc.rid has at most 24 \
      characters of base64url. fhirVersion is three numbers such as 4.0.1, and fhirBundle is a Bundle.
      """,
    matters: """
      The keys of an issuer are found by its address. A claim in another form may be read differently by the \
      program that relies on it.
      """,
    bad: #"payload {"iss":"http://example.org"}"#,
    good: "payload {}",
    specification:
      "https://spec.smarthealth.cards/#health-cards-are-encoded-as-compact-serialization-json-web-signatures-jws")
}

extension CardDraft {
  private mutating func report(_ tape: Tape, _ value: TapeIndex, path: String, _ expected: String, count: Int = 1) {
    let found = tape.excerpt(value) + Self.words(forMore: count)
    report(.invalidClaim, at: tape.range(value), path: path, "expected \(expected), found \(found)")
  }

  mutating func checkIssuer(_ tape: Tape) {
    guard let value = member(tape, "iss", in: .root, path: "iss", .string) else { return }
    let issuer = tape.string(value)
    card.issuer = issuer
    let host = issuer.utf8.dropFirst(8)
    guard issuer.byBytes.hasPrefix("https://"), host.first ?? 0x2F != 0x2F, host.last != 0x2F,
      host.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    else { return report(tape, value, path: "iss", "an address with https:// and without '/' at its end") }
  }

  mutating func checkDate(_ tape: Tape, _ name: StaticString, isRequired: Bool) -> Double? {
    guard let value = member(tape, name, in: .root, path: "\(name)", .integer, isRequired: isRequired),
      let seconds = tape.number(value)
    else { return nil }
    // Milliseconds, a frequent mistake. Such a beginning is reported as one to come.
    if !isRequired, seconds > CardDraft.lastTime { report(tape, value, path: "\(name)", "seconds up to the year 9999") }
    return seconds
  }

  private static let lastTime = 253_402_300_799.0
  /// How many types of a card are kept; the Bundle decides what it holds.
  private static let mostTypes = 20

  mutating func checkTypes(_ tape: Tape, of credential: TapeIndex) {
    guard let list = member(tape, "type", in: credential, path: "vc.type", .array) else { return }
    var isCard = false
    let others = tape.items(of: list).filter { !tape.isString($0) }
    if let first = others.first { report(tape, first, path: "vc.type", "a text", count: others.count) }
    for item in tape.items(of: list) where tape.isString(item) {
      if tape.string(item, equals: "https://smarthealth.cards#health-card") {
        isCard = true
      } else if card.types.count < CardDraft.mostTypes {
        card.types.append(tape.string(item))
      }
    }
    if !isCard { report(tape, list, path: "vc.type", "https://smarthealth.cards#health-card among the types") }
  }

  mutating func checkRevocationIdentifier(_ tape: Tape, of credential: TapeIndex) {
    guard let value = member(tape, "rid", in: credential, path: "vc.rid", .string, isRequired: false) else { return }
    let text = tape.string(value)
    rid = text
    guard !text.isEmpty, text.utf8.count <= 24, text.utf8.allSatisfy({ Base64URL.has($0) }) else {
      return report(tape, value, path: "vc.rid", "at most 24 characters of base64url")
    }
  }

  mutating func checkVersion(_ tape: Tape, of subject: TapeIndex) {
    let path = "vc.credentialSubject.fhirVersion"
    guard let value = member(tape, "fhirVersion", in: subject, path: path, .string) else { return }
    let version = tape.string(value)
    card.fhirVersion = version
    let numbers = version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areDigits = numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
    if numbers.count != 3 || !areDigits { report(tape, value, path: path, "a version of FHIR such as 4.0.1") }
  }

  /// Whether an object is a Bundle, so that its records are judged.
  mutating func checkBundle(_ tape: Tape, _ bundle: TapeIndex, path: String) -> Bool {
    let type = tape.text("resourceType", of: bundle)
    if type?.byBytes == CardDraft.bundleName.byBytes { return true }
    let found = type.map { "'\($0.shortened())'" } ?? "no type"
    report(.invalidClaim, at: tape.range(bundle), path: path, "expected a \(CardDraft.bundleName), found \(found)")
    return false
  }
}
