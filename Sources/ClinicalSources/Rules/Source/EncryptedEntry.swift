package import FHIRDiagnostics

extension Rule {
  /// Reports an encrypted entry.
  package static let encryptedEntry = Rule(
    "source/encrypted-entry", .error, .notSupported,
    summary: "an entry of an archive is encrypted",
    explanation: Explanation(
      checks: """
        The entries of an archive are not encrypted. One that is cannot be read without its password and is not \
        judged.
        """,
      matters: """
        Nothing is known about the records inside. Unpack the archive with its password and check what comes out.
        """,
      bad: "Patient-1.json  encrypted",
      good: "Patient-1.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
