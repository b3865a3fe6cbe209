package import FHIRFindings
import FHIRSupport
import FHIRTape

/// Reads cards, and verifies their signatures with the keys that it has.
///
/// Specification: <https://spec.smarthealth.cards/>, version 1.4.0
package struct CardReader: Sendable {
  let keys: CardKeys
  /// In seconds since 1970.
  let now: Double

  package init(keys: CardKeys, now: Double) { (self.keys, self.now) = (keys, now) }

  /// The largest payload that is read, and the largest sum of the payloads of a file. Deflate makes up to 1,032 bytes of
  /// one, and a printed card has at most a few thousand.
  static let maximumPayload = 4 << 20
  var maximumText = 64 << 20

  /// Reads a file of cards; `files` are the names of those that it is made of, if there are several.
  package func read(_ bytes: UnsafeRawBufferPointer, files: [String] = []) -> HealthCardFile {
    var file = HealthCardFile()
    for item in CardText.items(of: bytes, files: files, keys) {
      var draft = CardDraft(base: file.text.count)
      for remark in item.remarks { draft.report(remark.rule, severity: remark.severity, remark.message) }
      if let text = item.text {
        draft.isQR = item.isQR
        draft.card.signedText = text
        // The line break behind each payload counts too, so that more than the sum may be taken.
        read(text, limit: max(0, min(CardReader.maximumPayload, maximumText - file.text.count)), &draft)
      }
      file.text += draft.payload.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
      file.cards.append(draft.finished)
    }
    return file
  }

  private func read(_ text: [UInt8], limit: Int, _ draft: inout CardDraft) {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      return draft.report(.malformed, "expected three parts with '.' between them, found \(parts.count)")
    }
    guard let header = Base64URL.bytes(of: parts[0]), let packed = Base64URL.bytes(of: parts[1]),
      let signature = Base64URL.bytes(of: parts[2])
    else { return draft.report(.malformed, "expected base64url without padding in each part, found another text") }
    let kid = draft.checkHeader(header)
    do throws(InflateStream.Fault) {
      draft.payload = try InflateStream.inflate(packed, limit: limit)
    } catch {
      return draft.report(error, limit: limit)
    }
    draft.checkWhiteSpace()
    draft.readPayload()
    guard let kid else { return }
    // What is signed are header and payload as they are written.
    let message = Array(text[..<(parts[2].startIndex - 1)])
    draft.card.standing = draft.verify(signature, of: message, by: kid, keys)
    draft.card.isUnverified = draft.card.standing == .noKey
    if draft.lacksClaims { draft.card.set(.unreadable) }
    draft.checkDates(now)
    if let rid = draft.rid { draft.checkRevocation(of: kid, rid, keys) }
    draft.card.isRevocationKnown = !keys.lacksRevocations(of: kid, draft.card.issuer)
  }
}

struct CardDraft {
  var card = HealthCard()
  var isQR = false
  var payload: [UInt8] = []
  var rid: String?
  /// Whether claims that decide whether it is valid cannot be read, or are repeated.
  var lacksClaims = false
  /// Where in the payload each claim is, by its path.
  var places: [ByteText: Range<Int>] = [:]
  /// The offset of the payload in the text of the file.
  let base: Int

  /// The head of a path in the Bundle, as in the validator's findings.
  static let bundleName = "Bundle"

  var finished: HealthCard {
    var card = card
    card.payload = base..<base + payload.count
    card.findings.sort { $0.range < $1.range }
    // Whoever keeps many cards keeps little of each.
    card.issuer = card.issuer?.shortened(to: HealthCard.longestText)
    card.types = card.types.map { $0.shortened(to: HealthCard.longestText) }
    card.fhirVersion = card.fhirVersion?.shortened(to: HealthCard.longestText)
    return card
  }

  /// - Parameters:
  ///   - range: where in the payload; by default, the place of the claim.
  ///   - path: the place in FHIRPath's form, or for a claim its names with dots between them.
  mutating func report(
    _ rule: Rule, at range: Range<Int>? = nil, path: String = "", severity: Severity? = nil, _ message: String
  ) {
    let range = range ?? places[path.byBytes] ?? 0..<0
    let names = path.split { ".[]".contains($0) }.drop { $0 == CardDraft.bundleName }
    let pointer = names.isEmpty ? nil : "/" + names.joined(separator: "/")
    card.findings.append(
      Finding(
        rule: rule.id, severity: severity ?? rule.severity,
        range: SourceRange(start: base + range.lowerBound, end: base + range.upperBound), path: path, message: message,
        pointer: pointer))
  }

  /// Reads the claims of the payload, and finds the Bundle in it.
  mutating func readPayload() {
    do throws(SyntaxError) { try TapedJSON.read(payload) { readClaims($0) } } catch { report(damaged: error) }
  }

  private mutating func readClaims(_ tape: Tape) {
    guard tape.tag(.root) == .object else { return report(notAnObject: tape.description(of: .root), .root, tape) }
    var judged = TapeIndex.none
    defer { reportRepeatedClaims(tape, except: judged) }
    checkIssuer(tape)
    card.notBefore = checkDate(tape, "nbf", isRequired: true)
    card.expires = checkDate(tape, "exp", isRequired: false)
    guard let credential = member(tape, "vc", in: .root, path: "vc", .object) else { return }
    checkTypes(tape, of: credential)
    checkRevocationIdentifier(tape, of: credential)
    let path = "vc.credentialSubject"
    guard let subject = member(tape, "credentialSubject", in: credential, path: path, .object) else { return }
    checkVersion(tape, of: subject)
    let bundlePath = path + ".fhirBundle"
    guard let bundle = member(tape, "fhirBundle", in: subject, path: bundlePath, .object),
      checkBundle(tape, bundle, path: bundlePath)
    else { return }
    judged = bundle
    let range = tape.range(bundle)
    card.bundle = base + range.lowerBound..<base + range.upperBound
    MinimalBundle.check(tape, bundle, &self)
  }
}

/// A SMART Health Card: what an issuer signed, and what was found out about it.
package struct HealthCard: Sendable {
  /// Whether a card is to be believed, or why not.
  package enum Standing: String, CaseIterable, Sendable {
    /// Its signature is right, and nothing below holds.
    case verified
    /// No key of its issuer was given, so that its signature was not verified.
    case noKey = "no-key"
    /// Its header, its payload, the form of its signature, or a claim that decides whether it is valid cannot be read.
    case unreadable
    case wrongSignature = "wrong-signature"
    /// The keys of its issuer were given, and the one that it names is not among them.
    case unknownKey = "unknown-key"
    case invalidKey = "invalid-key"
    case wrongIssuer = "wrong-issuer"
    case notYetValid = "not-yet-valid"
    case expired
    case revoked

    /// Whether nothing speaks against what it says: neither its signature nor its issuer.
    package var isBelieved: Bool { [.verified, .noKey, .notYetValid, .expired].contains(self) }
  }

  /// How many characters of a claim are kept.
  fileprivate static let longestText = 1_000

  /// The findings about the card, without those of the records in it; offsets are those in ``HealthCardFile/text``.
  package internal(set) var findings: [Finding] = []
  package internal(set) var standing = Standing.unreadable
  /// The card as it is written: header, payload and signature.
  package internal(set) var signedText: [UInt8] = []
  /// The claim `iss`, the address of the issuer; `nil` if it is missing.
  package internal(set) var issuer: String?
  /// The claim `vc.type`, without the type that each card has.
  package internal(set) var types: [String] = []
  /// From when on it is valid, and until when, in seconds since 1970.
  package internal(set) var notBefore, expires: Double?
  package internal(set) var fhirVersion: String?
  /// Whether it was valid for a list of revoked cards that was given, or its key has none.
  package internal(set) var isRevocationKnown = true
  /// Where its payload and the Bundle in it are in the text; the Bundle is `nil` if there is none to be judged.
  package internal(set) var payload = 0..<0
  package internal(set) var bundle: Range<Int>?
  /// Whether a key was lacking to verify its signature.
  package internal(set) var isUnverified = false

  /// The same without its findings and its text, for who keeps many cards.
  package var withoutFindings: HealthCard {
    var card = self
    (card.findings, card.signedText) = ([], [])
    return card
  }
}

/// A file of cards, as the text that reports count lines and columns in: the decoded payload of each card on a line of
/// its own. The number of the line is that of the card, and the column is the place in its payload.
package struct HealthCardFile: Sendable {
  /// The payloads, with spaces for line breaks between their tokens.
  package internal(set) var text: [UInt8] = []
  package internal(set) var cards: [HealthCard] = []

  /// The Bundle of a card, with spaces for what is before it on its line.
  package func bundleLine(of card: HealthCard) -> [UInt8] {
    guard let bundle = card.bundle else { return [] }
    return [UInt8](repeating: 0x20, count: bundle.lowerBound - card.payload.lowerBound) + text[bundle]
  }
}
