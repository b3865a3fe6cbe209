package import FHIRFindings
import FHIRJSON
import FHIRSupport
import FHIRTape

extension Rule {
  package static let missingClaim = Rule(
    "card/missing-claim", .error, .required,
    summary: "a card lacks a claim that each card has",
    checks: """
      A card has iss, the address of its issuer, nbf, the time from which it is valid, and vc with type and \
      credentialSubject, which has fhirVersion and fhirBundle.
      """,
    matters: "Without these nobody knows who issued the card, when, and what it says.",
    bad: #"payload {"iss":null}"#,
    good: "payload {}",
    specification:
      "https://spec.smarthealth.cards/#health-cards-are-encoded-as-compact-serialization-json-web-signatures-jws")
}

extension CardDraft {
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
}
