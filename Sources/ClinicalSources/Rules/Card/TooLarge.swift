package import FHIRFindings

extension Rule {
  package static let tooLarge = Rule(
    "card/too-large", .fatal, .tooLong,
    summary: "a card inflates to more than the limit",
    checks: """
      The payload of a card has at most 4 MiB, all payloads of a file 64 MiB, and the file itself 8 MiB. A file has \
      at most 10,000 cards, or texts of QR codes; what is behind them is not read. Where several QR codes have the \
      same number, the search for those of one card ends after 256 MiB of texts that do not fit together.
      """,
    matters: """
      A printed card has a few thousand bytes. A few bytes that inflate to millions were made to exhaust the \
      reader's memory.
      """,
    bad: "payload 4194305 spaces",
    good: "payload {}",
    specification: "https://www.rfc-editor.org/rfc/rfc1951")
}

extension CardDraft {
  mutating func reportTooLarge(_ limit: Int) {
    report(.tooLarge, "expected a payload of at most \(limit) bytes, found more; it was not read")
  }
}

extension CardText.Item {
  static var tooLarge: CardText.Item {
    .fault(.tooLarge, "expected a file of cards of at most \(CardText.maximumBytes) bytes, found more; it was not read")
  }

  static var tooMany: CardText.Item {
    .fault(.tooLarge, "expected at most \(CardText.maximumCards) cards in a file, found more, which were not read")
  }
}
