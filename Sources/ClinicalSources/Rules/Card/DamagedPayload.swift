package import FHIRFindings
import FHIRJSON
import FHIRTape

extension Rule {
  package static let damagedPayload = Rule(
    "card/damaged-payload", .error, .structure,
    summary: "the payload of a card is not compressed JSON",
    checks: """
      The payload is a raw deflate stream, without the headers of zlib and gzip and without other bytes after it. \
      Inflated, it is a JSON object of at most 200 levels. Outside of the Bundle, whose repeated keys are reported as in other records, \
      no member is repeated.
      """,
    matters: "Nothing in the card can be judged. A repeated claim is read differently by different programs.",
    bad: "payload [1]",
    good: "payload {}",
    specification: "https://spec.smarthealth.cards/#health-cards-are-compact")
}

extension CardDraft {
  mutating func report(_ fault: InflateStream.Fault, limit: Int) {
    switch fault {
    case .damaged: report(.damagedPayload, "expected a raw deflate stream, found other or fewer bytes")
    case .trailing: report(.damagedPayload, "expected nothing after the deflate stream, found other bytes")
    case .tooLarge: reportTooLarge(limit)
    }
  }

  mutating func report(damaged error: SyntaxError) {
    let start = min(error.start, payload.count)
    report(
      .damagedPayload, at: start..<max(start, min(error.end, payload.count)),
      error.message(of: "payload"))
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
}
