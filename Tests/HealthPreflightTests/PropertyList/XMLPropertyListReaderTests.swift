import FHIRFindings
import HealthPreflight
import FHIRTestSupport
import Testing

struct XMLPropertyListReaderTests {
  @Test func readsEveryKindOfValue() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- a comment --><plist version="1.0">
      <dict>
        <key>s</key> <string>a</string> <!-- between --> <key>i</key> <integer> -12 </integer>
        <key>r</key><real>1.50</real><key>t</key><true/><key>f</key><false></false>
        <key>d</key><date>2020-01-01T00:00:00Z</date><key>x</key><data>AAAA</data>
        <key>a</key><array><string/></array><key>e</key><dict/><key/><array/>
      </dict>
      </plist>
      """
    let list = try PropertyList.read(Array("\u{FEFF}\(text)\n".utf8))
    #expect(list.entries?.map(\.key) == ["s", "i", "r", "t", "f", "d", "x", "a", "e", ""])
    let contents = list.entries?.map(\.value.content)
    #expect(
      contents?.prefix(7) == [
        .string("a"), .number("-12"), .number("1.50"), .boolean(true), .boolean(false), .date, .data,
      ])
    #expect(list["a"]?.value.elements?.map(\.content) == [.string("")])
    #expect(list["e"]?.value.entries == [])
  }

  @Test func knowsExactPlaces() throws {
    let document = try MarkedJSON("<plist>««<dict>» «<key>ä&amp;</key>»\r\n «<string>é</string>»</dict>» </plist>")
    let list = try PropertyList.read(document.bytes)
    let entry = try #require(list.entries?.first)
    #expect([list.range, list.head, entry.keyRange, entry.value.range] == document.ranges)
    #expect(entry.key == "ä&")
  }

  @Test(arguments: [
    ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&#65;&#x42;&#x1F600;", "AB😀"), ("<![CDATA[<&amp;>]]>", "<&amp;>"),
    ("<![CDATA[]]>", ""), ("a<!-- & < -->b", "ab"), (" a\n\tb ", " a\n\tb "),
  ])
  func resolvesText(_ written: String, _ read: String) throws {
    #expect(try PropertyList.read(Array("<plist><string>\(written)</string></plist>".utf8)).string == read)
  }

  /// The mark is at the fault.
  @Test(arguments: [
    ("<plist><dict>«»", "expected '</dict>', found the end of the file"),
    ("<plist><dict>«x»</dict></plist>", "expected '</dict>', found text"),
    ("<plist><dict>«<string>»a</string></dict></plist>", "expected a key or the end of 'dict', found 'string'"),
    ("<plist><dict>«<key>a</key>»</dict></plist>", "expected a value after the key 'a', found the end of 'dict'"),
    ("<plist><dict><key>a</key>«<key>»b</key></dict></plist>", "expected a value, found a key"),
    ("<plist><array>«</dict>»</array></plist>", "expected a value, found '</dict>'"),
    ("<plist>«<set>»</set></plist>", "expected an element of property lists, found 'set'"),
    ("<plist><string>a«</key>»</plist>", "expected '</string>', found another tag"),
    ("<plist><string>a«<b>»</b></string></plist>", "expected '</string>', found another tag"),
    ("<plist><string>a«»", "expected '</string>', found the end of the file"),
    ("<plist>«<true>»x</true></plist>", "expected 'true' to be empty, found text in it"),
    ("<plist><string>a «&» b</string></plist>", "expected an entity after '&', found none; '&amp;' is '&'"),
    (
      "<plist><string>«&bomb;»</string></plist>",
      "expected one of the five entities of XML or the number of a character, found '&bomb;'"
    ),
    (
      "<plist><string>«&#0;»</string></plist>",
      "expected one of the five entities of XML or the number of a character, found '&#0;'"
    ),
    (
      "<plist><string>«&#xD800;»</string></plist>",
      "expected one of the five entities of XML or the number of a character, found '&#xD800;'"
    ),
    ("<plist><string>«⟨01⟩»</string></plist>", "expected text, found a control character"),
    ("<plist><string>«⟨E9⟩»</string></plist>", "expected UTF-8, found bytes that are not"),
    (
      "<!DOCTYPE plist «[»<!ENTITY bomb \"x\">]><plist><string>&bomb;</string></plist>",
      "expected a DOCTYPE without declarations, found some; they are not read"
    ),
    ("«<!DOCTYPE» plist", "expected the end of the DOCTYPE, found the end of the file"),
    ("«<?xml version=\"1.0\" encoding=\"UTF-16\"?>»<plist/>", "expected the encoding UTF-8, found 'UTF-16'"),
    ("«<!--» never closed", "expected the end of the comment, found the end of the file"),
    ("<plist><string>«<![C»DATA[never closed", "expected the end of the CDATA section, found the end of the file"),
    ("<dict>« »</dict>", "expected the element 'plist', found something else"),
    ("«<plist/>»", "expected a value in 'plist', found none"),
    ("<plist>«t»ext</plist>", "expected a value in 'plist', found none"),
    ("<plist><true/>«<true/>»</plist>", "expected '</plist>', found another tag"),
    ("<plist><true/></plist>\n«x»", "expected the end of the file after 'plist', found more"),
    ("<plist>«<»", "expected a name after '<', found none"),
    ("<plist>«<dict »<key>", "expected '>' at the end of a tag, found '<'"),
    ("<plist>«<»dict a=\">", "expected '>' at the end of a tag, found the end of the file"),
  ])
  func saysWhatIsWrong(_ marked: String, _ message: String) throws {
    let document = try MarkedJSON(marked)
    let fault = #expect(throws: PropertyListFault.self) { try PropertyList.read(document.bytes) }
    #expect(fault?.kind == .malformed)
    #expect(fault?.message == message)
    #expect(fault?.range == document.ranges[0])
  }

  /// Wherever a file is truncated, the fault is in it.
  @Test func everyBeginningIsAFault() {
    let bytes = Array("<?xml version=\"1.0\"?><plist><dict><key>a&lt;</key><![CDATA[]]></dict></plist>".utf8)
    for count in 0..<bytes.count {
      let fault = #expect(throws: PropertyListFault.self) { try PropertyList.read(Array(bytes.prefix(count))) }
      #expect(fault.map { 0 <= $0.range.start && $0.range.start <= $0.range.end && $0.range.end <= count } == true)
    }
  }
}
