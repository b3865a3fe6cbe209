package import FHIRDiagnostics

/// A SMART Health Card: what an issuer signed, and what was found out about it.
package struct HealthCard: Sendable {
  /// Whether a card is to be believed, or why not.
  package enum Standing: String, CaseIterable, Sendable {
    /// Its signature is right, and nothing below holds.
    case verified
    /// No key of its issuer was given, so that its signature was not verified.
    case noKey = "no-key"
    /// Its header, its payload or the form of its signature cannot be read.
    case unreadable
    case wrongSignature = "wrong-signature"
    /// The keys of its issuer were given, and the one that it names is not among them.
    case unknownKey = "unknown-key"
    /// The key that it names breaks the rules for keys.
    case invalidKey = "invalid-key"
    /// The key that it names belongs to another issuer.
    case wrongIssuer = "wrong-issuer"
    case notYetValid = "not-yet-valid"
    case expired
    case revoked
  }

  /// The findings about the card, without those of the records in it; offsets are those in ``HealthCardFile/text``.
  package internal(set) var findings: [Diagnostic] = []
  package internal(set) var standing = Standing.unreadable
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

  /// Frees the findings, for who keeps many cards.
  package mutating func forgetFindings() { findings = [] }
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
