import FHIRTestSupport
import Testing

struct WrongDisplayTests {
  private static let table = """
    system,code,display,language
    http://example.org/l,A,Alpha and more,en
    http://example.org/l,A,Alpha und mehr,de
    http://example.org/l,A,Älteres Alpha,de
    http://example.org/l,B,,
    """

  @Test(arguments: [
    ("A", "Alpha and more", false), ("A", "  ALPHA and\\tMore ", false), ("A", "alpha UND mehr", false),
    ("A", "ÄLTERES alpha", false), ("A", "Alpha", true), ("A", "", false), ("B", "whatever", false),
  ])
  func comparesTheDisplayWithAllNames(code: String, display: String, isWrong: Bool) throws {
    let found = try PackCase(Self.table).findings(
      in: #""system": "http://example.org/l", "code": "\#(code)", "display": "\#(display)""#)
    #expect(found == (isWrong ? ["code/wrong-display warning Basic.code.coding[0].display"] : []))
  }
}
