package import FHIRFindings

extension Rule {
  package static let invalidChunks = Rule(
    "card/invalid-chunks", .error, .structure,
    summary: "the text of a QR code, or of several, is not that of a card",
    checks: """
      After shc:/, the text of a QR code has two digits for each character of the card: its code less 45. A card \
      in several QR codes has the number of the code and the number of all codes first, such as shc:/2/3/. All \
      must be there, in any order, in one file or in files of the same folder or archive; each holds at most 1,191 \
      characters, and a code that stands alone 1,195. A warning says that the codes of several cards fit together in \
      more than one way, and that no key tells which way is right. Another says that a code that stands alone has \
      numbers, 1/1.
      """,
    matters: """
      A card with a missing part cannot be read. A code with more characters than allowed may not scan from paper.
      """,
    bad: "text shc:/1/2/5676",
    good: "payload {}",
    specification: "https://spec.smarthealth.cards/#encoding-qrs")
}

extension CardText.Item {
  static let ambiguousParts: CardText.Remark = (
    .invalidChunks, .warning,
    "expected parts that can be read in one way, found parts of other cards that fit, too; the first ones were taken"
  )
}
