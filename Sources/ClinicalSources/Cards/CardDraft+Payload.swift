import FHIRJSON
import FHIRTape

extension CardDraft {
  /// Reads the claims of the payload, and finds the Bundle in it.
  mutating func readPayload() {
    let draft = self
    do throws(SyntaxError) {
      self = try TapedJSON.read(payload) { tape in
        var draft = draft
        draft.readClaims(tape)
        return draft
      }
    } catch {
      report(damaged: error)
    }
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
