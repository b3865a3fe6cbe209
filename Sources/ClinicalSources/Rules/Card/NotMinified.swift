package import FHIRFindings
import FHIRJSON
import FHIRTape

extension Rule {
  package static let notMinified = Rule(
    "card/not-minified", .error, .invariant,
    summary: "the payload of a card has white space that means nothing",
    checks: "The JSON of the payload has no white space between its tokens, and no byte order mark before them.",
    matters: "A card must be small enough for a QR code. It cannot be corrected without signing it again.",
    bad: "payload  {}",
    good: "payload {}",
    specification: "https://spec.smarthealth.cards/#health-cards-are-compact")
}

extension CardDraft {
  /// Looks for the first white space outside of strings.
  mutating func checkWhiteSpace() {
    if payload.starts(with: [0xEF, 0xBB, 0xBF]) {
      // Without it, all offsets are those of the text that is read.
      payload.removeFirst(3)
      report(.notMinified, "expected a payload without a byte order mark, found one")
    }
    var (isInString, isEscaped) = (false, false)
    for (offset, byte) in payload.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == Bytes.backslash
        isInString = byte != UInt8(ascii: "\"")
      } else if Bytes.isWhitespace(byte) {
        return report(
          .notMinified, at: offset..<offset + 1, "expected a payload without white space between its tokens, found some"
        )
      } else {
        isInString = byte == UInt8(ascii: "\"")
      }
    }
  }
}
