package import FHIRFindings

extension Rule {
  package static let wrongChecksum = Rule(
    "source/wrong-checksum", .error, .value,
    summary: "the checksum of compressed data is wrong",
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
    specification: "https://www.rfc-editor.org/rfc/rfc1952")
}

extension SourceFault {
  /// Compares a checksum with the recorded one, at an offset among the inflated bytes.
  static func checkSum(_ found: UInt32, expected: UInt32, at offset: Int) throws(SourceFault) {
    // All eight digits of a number.
    func text(_ value: UInt32) -> Substring { String(1 << 32 | UInt64(value), radix: 16).dropFirst() }
    if found == expected { return }
    throw SourceFault(
      .wrongChecksum, offset, "expected data with the CRC-32 \(text(expected)), found \(text(found))")
  }
}
