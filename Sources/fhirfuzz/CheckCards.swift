import FHIRFindings
import FHIRTape
import ClinicalSources

/// Checks the reader of health cards: whatever the bytes are, nothing traps, every place is in the decoded payloads, no
/// card is verified without a key, and two runs agree.
func checkCards(_ bytes: [UInt8]) {
  let reader = CardReader(keys: CardKeys(), now: 1_700_000_000)
  let (file, again) = bytes.withUnsafeBytes { (reader.read($0), reader.read($0)) }
  require(file.text == again.text, "two runs decode differently", file.text, again.text)
  for (card, other) in zip(file.cards, again.cards) {
    require(card.findings == other.findings, "two runs differ", card.findings, other.findings)
    requireSound(card.findings, in: file.text)
    require(card.payload.upperBound <= file.text.count, "a payload outside of the text")
    require([.noKey, .unreadable].contains(card.standing), "a card is \(card.standing) without a key")
    if let bundle = card.bundle {
      let line = file.bundleLine(of: card)
      require(card.payload.contains(bundle.lowerBound), "a Bundle outside of its payload")
      require(line.withUnsafeBytes { TapedJSON.withTape(of: $0) { _ in } } != nil, "a Bundle that is no JSON")
    }
  }
}
