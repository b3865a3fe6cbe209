package import FHIRFindings
import FHIRSupport
import FHIRTape

extension Rule {
  package static let invalidChunks = Rule(
    "card/invalid-chunks", .error, .structure, summary: "the text of a QR code, or of several, is not that of a card",
    checks: """
      After shc:/, the text of a QR code has two digits for each character of the card: its code less 45. A card in \
      several QR codes has the number of the code and the number of all codes first, such as shc:/2/3/. All must be \
      there, in any order, in one file or in files of the same folder or archive; each holds at most 1,191 characters, \
      and a code that stands alone 1,195. A warning says that the codes of several cards fit together in more than one \
      way, and that no key tells which way is right. Another says that a code that stands alone has numbers, 1/1.
      """,
    matters:
      "A card with a missing part cannot be read. A code with more characters than allowed may not scan from paper.",
    bad: "text shc:/1/2/5676", good: "payload {}", specification: "https://spec.smarthealth.cards/#encoding-qrs")

  package static let invalidHeader = Rule(
    "card/invalid-header", .error, .value, summary: "the header of a card is not that of a health card",
    checks: """
      The header is a JSON object in which each member is there once: alg is ES256, zip is DEF, and kid is the \
      thumbprint of the key, 43 characters in base64url. It has no crit, since no extension is understood.
      """,
    matters: """
      The header says how to verify the signature. A card that chooses another algorithm, or none, could be made \
      by anybody, so no other is accepted. A repeated member is read differently by different programs.
      """,
    bad: #"header {"zip":"DEF","alg":"none"}"#, good: "payload {}", specification: compactCards)

  package static let malformed = Rule(
    "card/malformed", .error, .structure, summary: "the text of a card cannot be read",
    checks: """
      A card is three texts in base64url with '.' between them: a header, which is a JSON object, a payload, and a \
      signature. Base64url has no padding, no white space, and no bits left over. A file of cards is an object \
      whose verifiableCredential is a list of such texts.
      """,
    matters: "Nothing of the card can be read or believed: it may have been cut or changed on its way.",
    bad: "text eyJhbGciOiJFUzI1NiJ9.e30=.AAAA", good: "payload {}", specification: signedCards)

  package static let notMinified = Rule(
    "card/not-minified", .error, .invariant, summary: "the payload of a card has white space that means nothing",
    checks: "The JSON of the payload has no white space between its tokens, and no byte order mark before them.",
    matters: "A card must be small enough for a QR code. It cannot be corrected without signing it again.",
    bad: "payload  {}", good: "payload {}", specification: compactCards)

  package static let notMinimal = Rule(
    "card/not-minimal", .warning, .invariant, summary: "the records of a card have elements that it should do without",
    checks: """
      The resources of a card have no id, no text, and no meta but security; a CodeableConcept has no text, and a \
      Coding no display. For a card in a QR code that is a demand, and its findings are errors. Each kind is \
      reported once, at its first place. Types are told by names and neighbours: a text without a coding is reported \
      only where the name ends in CodeableConcept, as that of valueCodeableConcept does.
      """,
    matters: "A card must be small enough for a QR code, and discloses no more than it must.",
    example: #"""
      bundle {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":{"resourceType":"Basic","code":{"coding":[{"system":"http://example.org","code":"a"~}]}}}]}
      """#,
    bad: #","display":"A""#, good: "", specification: compactCards)

  package static let tooLarge = Rule(
    "card/too-large", .fatal, .tooLong, summary: "a card inflates to more than the limit",
    checks: """
      The payload of a card has at most 4 MiB, all payloads of a file 64 MiB, and the file itself 8 MiB. A file has \
      at most 10,000 cards, or texts of QR codes; what is behind them is not read. Where several QR codes have the \
      same number, the search for those of one card ends after 256 MiB of texts that do not fit together.
      """,
    matters: """
      A printed card has a few thousand bytes. A few bytes that inflate to millions were made to exhaust the \
      reader's memory.
      """,
    bad: "payload 4194305 spaces", good: "payload {}", specification: "https://www.rfc-editor.org/rfc/rfc1951")
}

extension CardText.Item {
  static let ambiguousParts: CardText.Remark = (
    .invalidChunks, .warning,
    "expected parts that can be read in one way, found parts of other cards that fit, too; the first ones were taken"
  )

  static func malformed(_ expected: String, _ found: String) -> CardText.Item {
    .fault(.malformed, "expected \(expected), found \(found)")
  }

  static var tooLarge: CardText.Item {
    .fault(.tooLarge, "expected a file of cards of at most \(CardText.maximumBytes) bytes, found more; it was not read")
  }

  static var tooMany: CardText.Item {
    .fault(.tooLarge, "expected at most \(CardText.maximumCards) cards in a file, found more, which were not read")
  }
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
      for (expected, found) in faults { report(.invalidHeader, "expected \(expected) in the header, found \(found)") }
    } catch {
      report(.invalidHeader, error.message(of: "header"))
    }
    return card.findings.count == before ? kid : nil
  }

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

  /// Reports one kind of what was found, at its first place.
  mutating func report(_ kind: MinimalBundle.Kind, at value: TapeIndex, _ path: String, _ count: Int, _ tape: Tape) {
    let expected =
      switch kind {
      case .id: "no id of a resource in a card"
      case .meta: "no meta but security in a card"
      case .narrative: "no narrative in a card"
      case .conceptText: "no text of a CodeableConcept in a card"
      case .display: "no display of a Coding in a card"
      case .fullURL, .noFullURL: "an address of the form resource:0 in fullUrl"
      case .reference: "a reference of the form resource:0"
      }
    let isAddress = [.fullURL, .noFullURL, .reference].contains(kind)
    let found = kind == .noFullURL ? "none" : isAddress ? tape.uriExcerpt(value) : tape.excerpt(value)
    report(
      isAddress ? .longAddress : .notMinimal, at: tape.range(value), path: path, severity: isQR ? .error : nil,
      "expected \(expected), found \(found)\(Self.words(forMore: count))")
  }

  /// What a message says that stands for several findings.
  static func words(forMore count: Int) -> String { count > 1 ? ", the first of \(count)" : "" }
}

extension SyntaxError {
  var message: String {
    if code == .extraValue { return "expected one value, found more after it" }
    return message(maximumDepth: TapedJSON.maximumDepth, maximumRecordBytes: CardReader.maximumPayload)
  }

  /// The same of a part of a card. What is nested too deep is beyond a limit of this reader, and may be JSON.
  func message(of part: String) -> String { code == .tooDeep ? message : "the \(part) is not JSON: \(message)" }
}
