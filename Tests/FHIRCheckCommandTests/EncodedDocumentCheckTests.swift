import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Clinical documents in other encodings than UTF-8 in reports.
struct EncodedDocumentCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, _ encoding: String.Encoding) throws -> String {
    let path = folder.path + "/a.xml"
    try #require(text.data(using: encoding)).write(to: URL(filePath: path))
    return path
  }

  private func text(_ name: String, _ content: String) -> String {
    "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\">\n\(content)</ClinicalDocument>"
  }

  static let encodings: [(String, String.Encoding)] = [
    ("ISO-8859-1", .isoLatin1), ("windows-1252", .windowsCP1252), ("UTF-16", .utf16), ("UTF-8", .utf8),
  ]

  @Test(arguments: encodings) func aFaultIsInItsLineAndColumn(_ name: String, _ encoding: String.Encoding) throws {
    let path = try write(text(name, "<title>\u{E9}\u{E4}\u{B4} &x;</title>\n"), encoding)
    let lines = CommandHarness().validate("--format=jsonl", path).output
    #expect(lines.contains(#""line":3,"column":12"#) && lines.contains("source/malformed-document"), "\(lines)")
    let report = CommandHarness().validate(path).output
    #expect(report.contains("3:12 warning: expected one of the five entities of XML"))
    #expect(report.contains("3 | <title>\u{E9}\u{E4}\u{B4} &x;</title>"))
  }

  @Test(arguments: encodings) func theHeaderIsListed(_ name: String, _ encoding: String.Encoding) throws {
    let path = try write(text(name, "<title>R\u{F6}ntgen</title><effectiveTime value=\"20210304\"/>\n"), encoding)
    let summary = CommandHarness().validate("summary", "--format=json", path).output
    #expect(summary.contains("R\u{F6}ntgen") && !summary.contains("not read on"))
    #expect(summary.contains(#""filesSkippedByKind":{"CDA":1}"#))
  }
}
