import FHIRFindings
import FHIRTestSupport
import FHIRValidation
import Testing

struct RetiredCodeTests {
  private static let table = """
    system,version,code,display,status,replacement
    http://example.org/l,1,A,Alpha,,
    http://example.org/l,1,B,Beta,retired,A
    http://example.org/l,1,C,Gamma,deprecated,
    """

  @Test(arguments: [
    ("A", [] as [String]), ("B", ["code/retired-code warning Basic.code.coding[0].code"]),
    ("C", ["code/retired-code warning Basic.code.coding[0].code"]),
    ("D", ["code/unknown-code error Basic.code.coding[0].code"]),
  ])
  func reportsARetiredCode(code: String, expected: [String]) throws {
    let found = try PackCase(Self.table).findings(in: #""system": "http://example.org/l", "code": "\#(code)""#)
    #expect(found == expected)
  }

  /// A second record with the same value is judged as the first.
  @Test func reportsEachOccurrence() throws {
    let coding = #"{ "coding": [{ "system": "http://example.org/l", "code": "B" }] }"#
    let record = #"{ "resourceType": "Basic", "code": \#(coding) }"#
    let validator = try PackCase(Self.table).validator
    let found = validator.validate(Array("\(record)\n\(record)\n".utf8)).findings
    #expect(found.count { $0.rule.rawValue == "code/retired-code" } == 2)
    #expect(found.contains { $0.message.hasSuffix(#"found "B"; 'A' replaces it"#) })
  }
}
