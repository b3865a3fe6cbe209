import FHIRDiagnostics
import FHIRTape

/// Reads cards, and verifies their signatures with the keys that it has.
///
/// Specification: <https://spec.smarthealth.cards/>, version 1.4.0
package struct CardReader: Sendable {
  let keys: CardKeys
  /// In seconds since 1970.
  let now: Double

  package init(keys: CardKeys, now: Double) {
    (self.keys, self.now) = (keys, now)
  }

  /// The largest payload that is read, and the largest sum of the payloads of a file. Deflate makes up to 1,032 bytes of
  /// one, and a printed card has at most a few thousand.
  static let maximumPayload = 4 << 20
  var maximumText = 64 << 20

  /// Reads the cards of a file.
  package func read(_ bytes: UnsafeRawBufferPointer) -> HealthCardFile {
    var file = HealthCardFile()
    for item in CardText.items(of: bytes) {
      var draft = CardDraft(base: file.text.count)
      switch item {
      case .fault(let rule, let message): draft.report(rule, message)
      case .card(let text, let isQR):
        draft.isQR = isQR
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
      return draft.report(malformed: "three parts with '.' between them", "\(parts.count)")
    }
    guard let header = Base64URL.bytes(of: parts[0]), let packed = Base64URL.bytes(of: parts[1]),
      let signature = Base64URL.bytes(of: parts[2])
    else { return draft.report(malformed: "base64url without padding in each part", "another text") }
    let kid = draft.checkHeader(header)
    do throws(InflateStream.Fault) {
      draft.payload = try InflateStream.inflate(packed, limit: limit)
    } catch {
      return draft.report(error, limit: limit)
    }
    draft.checkWhiteSpace()
    draft.readPayload()
    guard let kid else { return }
    verify(CardSignature(kid: kid, text: text, signedBytes: parts[2].startIndex - 1, signature), &draft)
  }

  private func verify(_ signature: CardSignature, _ draft: inout CardDraft) {
    draft.card.standing = draft.verify(signature, keys)
    draft.card.isUnverified = draft.card.standing == .noKey
    draft.checkDates(now)
    if let rid = draft.rid { draft.checkRevocation(of: signature.kid, rid, keys) }
    draft.card.isRevocationKnown = !keys.lacksRevocations(of: signature.kid)
  }
}

/// The signature of a card.
struct CardSignature {
  /// The key that it names.
  let kid: String
  /// What is signed: header and payload as they are written.
  let message: [UInt8]
  let bytes: [UInt8]

  init(kid: String, text: [UInt8], signedBytes: Int, _ bytes: [UInt8]) {
    (self.kid, message, self.bytes) = (kid, Array(text[..<signedBytes]), bytes)
  }
}

/// A card that is being read.
struct CardDraft {
  var card = HealthCard()
  var isQR = false
  var payload: [UInt8] = []
  /// The revocation identifier.
  var rid: String?
  /// The offset of the payload in the text of the file.
  let base: Int

  init(base: Int) { self.base = base }

  /// The head of a path in the Bundle, as in the validator's findings.
  static let bundleName = "Bundle"

  var finished: HealthCard {
    var card = card
    card.payload = base..<base + payload.count
    card.findings.sort { $0.range < $1.range }
    return card
  }

  /// - Parameters:
  ///   - range: where in the payload.
  ///   - path: the place in FHIRPath's form, or for a claim its names with dots between them.
  mutating func report(
    _ rule: Rule, at range: Range<Int> = 0..<0, path: String = "", severity: Severity? = nil, _ message: String
  ) {
    let names = path.split { ".[]".contains($0) }.drop { $0 == CardDraft.bundleName }
    let pointer = names.isEmpty ? nil : "/" + names.joined(separator: "/")
    card.findings.append(
      Diagnostic(
        rule: rule.id, severity: severity ?? rule.severity,
        range: SourceRange(start: base + range.lowerBound, end: base + range.upperBound), path: path, message: message,
        pointer: pointer))
  }
}
