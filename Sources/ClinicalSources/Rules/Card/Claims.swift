package import FHIRFindings
import FHIRJSON
import FHIRSupport
import FHIRTape

extension Rule {
  package static let damagedPayload = Rule(
    "card/damaged-payload", .error, .structure, summary: "the payload of a card is not compressed JSON",
    checks: """
      The payload is a raw deflate stream, without the headers of zlib and gzip and without other bytes after it. \
      Inflated, it is a JSON object of at most 200 levels. Outside of the Bundle, whose repeated keys are reported as in other records, \
      no member is repeated.
      """,
    matters: "Nothing in the card can be judged. A repeated claim is read differently by different programs.",
    bad: "payload [1]", good: "payload {}", specification: compactCards)

  package static let expired = Rule(
    "card/expired", .error, .invariant, summary: "a card has expired",
    checks: "The time exp of a card, if it has one, is to come.",
    matters: "Whoever verifies the card must reject it. What it says of the past is as true as it was.",
    bad: #"payload {"exp":1600000000}"#, good: "payload {}",
    specification: "https://spec.smarthealth.cards/#expiration-of-health-cards")

  package static let invalidClaim = Rule(
    "card/invalid-claim", .error, .value, summary: "a claim of a card has another form than it must have",
    checks: """
      iss is an address that begins with https:// and does not end with '/'. nbf and exp are numbers of seconds \
      since 1970, exp none after the year 9999, as milliseconds are. vc.type is a list of texts with https://smarthealth.cards#health-card. vc.rid has at most 24 \
      characters of base64url. fhirVersion is three numbers such as 4.0.1, and fhirBundle is a Bundle.
      """,
    matters: """
      The keys of an issuer are found by its address. A claim in another form may be read differently by the \
      program that relies on it.
      """,
    bad: #"payload {"iss":"http://example.org"}"#, good: "payload {}", specification: signedCards)

  package static let longAddress = Rule(
    "card/long-address", .warning, .invariant,
    summary: "fullUrl or a reference in a card is not of the form resource:0",
    checks: """
      In a card, each entry has a fullUrl, which is resource: and a number, and references name such addresses. For a \
      card in a QR code that is a demand, and its findings are errors. Each kind is reported once, at its first place.
      """,
    matters: "A card must be small enough for a QR code. Addresses of a server disclose where a person was treated.",
    example: #"""
      bundle {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"~","resource":{"resourceType":"Patient","gender":"female"}}]}
      """#,
    bad: "urn:uuid:1b5e7f2c-0000-4000-8000-000000000001", good: "resource:0", specification: compactCards)

  package static let missingClaim = Rule(
    "card/missing-claim", .error, .required, summary: "a card lacks a claim that each card has",
    checks: """
      A card has iss, the address of its issuer, nbf, the time from which it is valid, and vc with type and \
      credentialSubject, which has fhirVersion and fhirBundle.
      """,
    matters: "Without these nobody knows who issued the card, when, and what it says.",
    bad: #"payload {"iss":null}"#, good: "payload {}", specification: signedCards)

  package static let notYetValid = Rule(
    "card/not-yet-valid", .error, .invariant, summary: "a card is not valid yet",
    checks: "The time nbf of a card is past.",
    matters: "The card is not to be accepted now. The clock of the issuer, or the one here, may be wrong.",
    bad: #"payload {"nbf":9999999999}"#, good: "payload {}",
    specification: "https://www.rfc-editor.org/rfc/rfc7519#section-4.1.5")
}

extension CardDraft {
  mutating func report(_ fault: InflateStream.Fault, limit: Int) {
    switch fault {
    case .damaged: report(.damagedPayload, "expected a raw deflate stream, found other or fewer bytes")
    case .trailing: report(.damagedPayload, "expected nothing after the deflate stream, found other bytes")
    case .tooLarge: report(.tooLarge, "expected a payload of at most \(limit) bytes, found more; it was not read")
    }
  }

  mutating func report(damaged error: SyntaxError) {
    let start = min(error.start, payload.count)
    report(.damagedPayload, at: start..<max(start, min(error.end, payload.count)), error.message(of: "payload"))
  }

  mutating func report(notAnObject found: String, _ index: TapeIndex, _ tape: Tape) {
    report(.damagedPayload, at: tape.range(index), "expected an object as the payload, found \(found)")
  }

  mutating func reportRepeatedClaims(_ tape: Tape, except bundle: TapeIndex) {
    let keys = tape.duplicateKeys(in: .root).filter { !bundle.exists || $0 < bundle || $0 >= tape.next(bundle) }
    guard let key = keys.first else { return }
    let found = tape.excerpt(key) + " again" + Self.words(forMore: keys.count)
    lacksClaims = true
    report(.damagedPayload, at: tape.range(key), "expected each claim once, found \(found)")
  }

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

  /// A member of the payload; reports that it is missing or is of another type.
  mutating func member(
    _ tape: Tape, _ name: StaticString, in object: TapeIndex, path: String, _ tag: TapeTag, isRequired: Bool = true
  ) -> TapeIndex? {
    guard let value = tape.member(name, of: object), tape.tag(value) != .null else {
      if isRequired {
        report(.missingClaim, at: tape.range(object), path: path, "expected the claim \(path), found none")
      }
      return nil
    }
    places[path.byBytes] = tape.range(value)
    let (isRight, expected) =
      switch tag {
      case .string: (tape.isString(value), "a text")
      case .integer: (tape.number(value) != nil, "a number of seconds")
      case .array: (tape.tag(value) == .array, "a list")
      default: (tape.tag(value) == .object, "an object")
      }
    if isRight { return value }
    if ["exp", "nbf", "vc.rid"].contains(path) { lacksClaims = true }
    report(.invalidClaim, at: tape.range(value), path: path, "expected \(expected), found \(tape.excerpt(value))")
    return nil
  }

  /// Compares the times of a card with the present one, in seconds since 1970.
  mutating func checkDates(_ now: Double) {
    if let start = card.notBefore, start > now {
      report(
        .notYetValid, path: "nbf", "expected a time in the past, found one that is \(Self.text(start - now)) from now")
      card.set(.notYetValid)
    }
    if let end = card.expires, end <= now {
      report(.expired, path: "exp", "expected a time to come, found one that is \(Self.text(now - end)) past")
      card.set(.expired)
    }
  }

  static func text(_ seconds: Double) -> String {
    switch seconds {
    case 172_800..<1e15: "\(Int(seconds / 86_400)) days"
    case 0..<172_800: "\(Int(seconds / 3_600)) hours"
    default: "very far"
    }
  }
}

extension HealthCard {
  /// Notes why a card is not to be believed, unless there is a reason already.
  mutating func set(_ standing: Standing) {
    if self.standing == .verified || self.standing == .noKey { self.standing = standing }
  }
}
