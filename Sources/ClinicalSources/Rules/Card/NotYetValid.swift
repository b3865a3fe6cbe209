package import FHIRFindings

extension Rule {
  package static let notYetValid = Rule(
    "card/not-yet-valid", .error, .invariant,
    summary: "a card is not valid yet",
    checks: "The time nbf of a card is past.",
    matters: "The card is not to be accepted now. The clock of the issuer, or the one here, may be wrong.",
    bad: #"payload {"nbf":9999999999}"#,
    good: "payload {}",
    specification: "https://www.rfc-editor.org/rfc/rfc7519#section-4.1.5")
}

extension CardDraft {
  /// Compares the times of a card with the present one, in seconds since 1970.
  mutating func checkDates(_ now: Double) {
    if let start = card.notBefore, start > now {
      report(
        .notYetValid, path: "nbf",
        "expected a time in the past, found one that is \(Self.text(start - now)) from now")
      card.set(.notYetValid)
    }
    if let end = card.expires, end <= now { reportExpiry(now - end) }
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
