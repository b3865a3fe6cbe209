package import FHIRFindings

extension Rule {
  /// Reports data whose checksum differs from the recorded one.
  package static let wrongChecksum = Rule(
    "source/wrong-checksum", .error, .value,
    summary: "the checksum of compressed data is wrong",
    explanation: Explanation(
      checks: """
        The inflated data of a gzip member and of a zip entry has the CRC-32 that the file records. The data is \
        checked in any case.
        """,
      matters: """
        At least one byte has changed. The records may be well-formed but have other values than before. Fetch the \
        file again.
        """,
      bad: "Patient-1.json  checksum 00000000",
      good: "Patient-1.json",
      specification: "https://www.rfc-editor.org/rfc/rfc1952"))
}

extension SourceFault {
  /// Compares a checksum with the recorded one, at an offset among the inflated bytes.
  static func checkSum(_ found: UInt32, expected: UInt32, at offset: Int) throws(SourceFault) {
    func text(_ value: UInt32) -> String {
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    if found == expected { return }
    throw SourceFault(
      .wrongChecksum, offset, "expected data with the CRC-32 \(text(expected)), found \(text(found))")
  }
}
