package import FHIRFindings
import FHIRJSON
import FHIRSupport
import FHIRTape

extension Rule {
  package static let invalidHeader = Rule(
    "card/invalid-header", .error, .value,
    summary: "the header of a card is not that of a health card",
    checks: """
      The header is a JSON object in which each member is there once: alg is ES256, zip is DEF, and kid is the \
      thumbprint of the key, 43 characters in base64url. It has no crit, since no extension is understood.
      """,
    matters: """
      The header says how to verify the signature. A card that chooses another algorithm, or none, could be made \
      by anybody, so no other is accepted. A repeated member is read differently by different programs.
      """,
    bad: #"header {"zip":"DEF","alg":"none"}"#,
    good: "payload {}",
    specification: "https://spec.smarthealth.cards/#health-cards-are-compact")
}

extension CardDraft {
  /// Checks the header, and returns the key that it names, if its signature can be verified.
  mutating func checkHeader(_ header: [UInt8]) -> String? {
    let before = card.findings.count
    var kid: String?
    func members(_ tape: Tape) -> [(String, String)] {
      guard tape.tag(.root) == .object else { return [("an object", tape.description(of: .root))] }
      let repeated = tape.duplicateKeys(in: .root)
      var faults = repeated.prefix(1).map { key in
        ("each member of the header once", tape.excerpt(key) + " again" + Self.words(forMore: repeated.count))
      }
      for (name, value) in [("alg", "ES256"), ("zip", "DEF")] as [(StaticString, String)] {
        let found = tape.text(name, of: .root)
        guard found.map({ $0.byBytes != value.byBytes }) ?? true else { continue }
        faults.append(("\(name) '\(value)'", tape.member(name, of: .root).map { tape.excerpt($0) } ?? "none"))
      }
      if header.starts(with: [0xEF, 0xBB, 0xBF]) { faults.append(("no byte order mark", "one")) }
      if tape.member("crit", of: .root) != nil { faults.append(("no extensions in crit", "some")) }
      kid = tape.text("kid", of: .root)
      if Base64URL.bytes(of: (kid ?? "").utf8)?.count != 32 {
        let found = tape.member("kid", of: .root).map { tape.excerpt($0) }
        faults.append(("kid with the thumbprint of a key", found ?? "none"))
      }
      return faults
    }
    do throws(SyntaxError) {
      let faults = try TapedJSON.read(header, members)
      for (expected, found) in faults {
        report(.invalidHeader, "expected \(expected) in the header, found \(found)")
      }
    } catch {
      report(.invalidHeader, error.message(of: "header"))
    }
    return card.findings.count == before ? kid : nil
  }
}

extension SyntaxError {
  var message: String {
    if code == .extraValue { return "expected one value, found more after it" }
    return message(maximumDepth: TapedJSON.maximumDepth, maximumRecordBytes: CardReader.maximumPayload)
  }

  /// The same of a part of a card. What is nested too deep is beyond a limit of this reader, and may be JSON.
  func message(of part: String) -> String { code == .tooDeep ? message : "the \(part) is not JSON: \(message)" }
}
