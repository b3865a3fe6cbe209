package import FHIRFindings

extension Rule {
  /// Reports the text of a QR code that is not that of a card or of a part of one.
  package static let invalidChunks = Rule(
    "card/invalid-chunks", .error, .structure,
    summary: "the text of a QR code, or of several, is not that of a card",
    explanation: Explanation(
      checks: """
        After shc:/, the text of a QR code has two digits for each character of the card: its code less 45. A card \
        in several QR codes has the number of the code and the number of all codes first, such as shc:/2/3/. All \
        must be there, in any order, in one file or in files of the same folder or archive; each holds at most 1,191 \
        characters, and a code that stands alone 1,195.
        """,
      matters: """
        A card with a missing part cannot be read. A code with more characters than allowed may not scan from paper.
        """,
      bad: "text shc:/1/2/5676",
      good: "payload {}",
      specification: "https://spec.smarthealth.cards/#encoding-qrs"))
}
