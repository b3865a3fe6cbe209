import FHIRFindings
import HealthPreflight
import FHIRTestSupport
import Testing

struct JSONPropertyListReaderTests {
  @Test func knowsExactPlaces() throws {
    let document = try MarkedJSON("««{»\n  «\"a\\u0062\"»: «[1.50, true, null, {\"entry\": []}]»\n}»\n")
    let list = try PropertyList.read(document.bytes)
    let entry = try #require(list.entries?.first)
    #expect([list.range, list.head, entry.keyRange, entry.value.range] == document.ranges)
    #expect(entry.key == "ab")
    #expect(entry.value.elements?.prefix(3).map(\.content) == [.number("1.50"), .boolean(true), .null])
  }

  /// What the reader of records would recognise as a Bundle is an ordinary dictionary here.
  @Test func anArrayCalledEntryIsNothingSpecial() throws {
    let list = try PropertyList.read(Array(#"{"entry": [{"resource": {}}, {"resource": {}}], "b": 1}"#.utf8))
    #expect(list["entry"]?.value.elements?.count == 2)
    #expect(list["b"]?.value.content == .number("1"))
  }

  @Test(arguments: [
    ("{\"a\": 1«,»}", "expected a property list in JSON, found a fault (json/trailing-comma): "),
    ("{\"a\": 1}\n«{»\"b\": 2}", "expected "),
  ])
  func saysWhatIsWrong(_ marked: String, _ beginning: String) throws {
    let document = try MarkedJSON(marked)
    let fault = #expect(throws: PropertyListFault.self) { try PropertyList.read(document.bytes) }
    #expect(fault?.message.hasPrefix(beginning) == true, "\(fault?.message ?? "")")
    #expect(fault?.range.start == document.ranges[0].start)
  }
}
