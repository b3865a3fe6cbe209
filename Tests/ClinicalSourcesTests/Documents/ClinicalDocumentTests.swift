import ClinicalSources
import FHIRFindings
import FHIRTape
import FHIRTestSupport
import Testing

struct ClinicalDocumentTests {
  private func document(_ text: String, maximumBytes: Int = ClinicalDocument.maximumBytes) throws -> ClinicalDocument {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { bytes in
      var source = MemorySource(bytes)
      return try ClinicalDocument(from: &source, maximumBytes: maximumBytes)
    }
  }

  static let header = """
    <?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet href="a.xsl"?>
    <!-- a note -->
    <h:ClinicalDocument xmlns:h="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <h:title>Visit &amp; plan<!-- of care --></h:title>
      <h:effectiveTime value="20210304"/>
      <h:recordTarget><h:patientRole><h:patient>
        <h:name use="L"><h:given>Erika</h:given> <h:family>Muster&#109;ann</h:family></h:name>
        <h:name use="P"><h:given>Riki</h:given></h:name>
      </h:patient></h:patientRole></h:recordTarget>
      <h:author><h:assignedAuthor><h:assignedPerson><h:name>Dr. <![CDATA[A <B>]]></h:name></h:assignedPerson>
        </h:assignedAuthor></h:author>
      <h:author><h:assignedAuthor><h:assignedPerson><h:name>C</h:name></h:assignedPerson></h:assignedAuthor></h:author>
      <h:custodian><h:assignedCustodian><h:representedCustodianOrganization>
        <h:name>St. Anna</h:name></h:representedCustodianOrganization></h:assignedCustodian></h:custodian>
      <h:component><h:section><h:title>Results</h:title><h:effectiveTime value="1999"/></h:section></h:component>
    """

  @Test func theHeaderIsRead() throws {
    let document = try document(Self.header + "</h:ClinicalDocument>\n")
    #expect(document.title == "Visit & plan")
    #expect(document.patientName == "Erika Mustermann")
    #expect(document.authorName == "Dr. A <B>")
    #expect(document.custodianName == "St. Anna")
    #expect(document.effectiveTime == "20210304")
    #expect(document.fault == nil && !document.isCut)
  }

  /// A program may be the author; what a document lacks is `nil`.
  @Test func aDocumentOfAProgram() throws {
    let document = try document(
      """
      <ClinicalDocument><author><assignedAuthor><assignedAuthoringDevice><softwareName>App</softwareName>
      </assignedAuthoringDevice></assignedAuthor></author></ClinicalDocument>
      """)
    #expect(document.authorName == "App")
    #expect(document.title == nil && document.patientName == nil && document.effectiveTime == nil)
  }

  /// The place of the mark, and the message.
  @Test(arguments: [
    ("<ClinicalDocument><title>a«</ClinicalDocument>»", "expected the end of the open element"),
    ("<ClinicalDocument>«»", "expected '</ClinicalDocument>', found the end of the file"),
    ("<ClinicalDocument a='1' «a»='2'/>", "expected each attribute once, found 'a' again"),
    ("<ClinicalDocument «a»=1/>", "expected '=' and a value in quotes"),
    ("<ClinicalDocument a='1'«b»='2'/>", "expected white space and a name"),
    ("<ClinicalDocument a='«&b;»'/>", "expected one of the five entities of XML"),
    ("<ClinicalDocument>«&nbsp;»</ClinicalDocument>", "expected one of the five entities of XML"),
    ("<ClinicalDocument/>«<»a/>", "expected the end of the file after the document"),
    ("<ClinicalDocument>a«]]>»</ClinicalDocument>", "expected ']]>' only at the end of a CDATA section"),
    ("<ClinicalDocument><!-- a «--» b --></ClinicalDocument>", "expected '--' only at the end of a comment"),
    ("<ClinicalDocument/><!--«--»->", "expected '--' only at the end of a comment"),
    ("<ClinicalDocument>«<?»></ClinicalDocument>", "expected the name of a processing instruction"),
    ("<ClinicalDocument/>«<?xml» version='1.0'?>", "expected the name of a processing instruction"),
    ("<ClinicalDocument a='«<»'/>", "expected the value of an attribute"),
    ("<ClinicalDocument a='«\u{1}»'/>", "expected the value of an attribute"),
    ("<ClinicalDocument>«\u{FFFE}»</ClinicalDocument>", "expected characters of XML"),
    ("<ClinicalDocument>«<»1a/></ClinicalDocument>", "expected a name after '<'"),
    ("<ClinicalDocument «-»b='c'/>", "expected white space and a name"),
    ("<ClinicalDocument>«</ClinicalDocument a='b'>»", "expected only a name in the end of an element"),
    ("<ClinicalDocument>«</ClinicalDocument/>»", "expected only a name in the end of an element"),
    ("<ClinicalDocument «a» b 'c'/>", "expected '=' and a value in quotes"),
    ("<ClinicalDocument «a»'c'/>", "expected '=' and a value in quotes"),
    ("<ClinicalDocument>«<![CDATA[\u{1}»]]></ClinicalDocument>", "expected characters of XML"),
    ("«<!--\u{0}»--><ClinicalDocument/>", "expected characters of XML"),
    ("«<?a \u{FFFF}»?><ClinicalDocument/>", "expected characters of XML"),
    ("«<?a»\"x\"?><ClinicalDocument/>", "expected the name of a processing instruction"),
    ("«<!DOCTYPE»><ClinicalDocument/>", "expected a name and at most an address in the DOCTYPE"),
    ("«<!DOCTYPE a b c»><ClinicalDocument/>", "expected a name and at most an address in the DOCTYPE"),
    ("«<!DOCTYPE a PUBLIC 'b'»><ClinicalDocument/>", "expected a name and at most an address in the DOCTYPE"),
    ("«<?xml?>»<ClinicalDocument/>", "expected version, encoding and standalone in this order"),
    ("«<?xml encoding='UTF-8'?>»<ClinicalDocument/>", "expected version, encoding and standalone in this order"),
    ("«<?xml version='1.0' standalone='maybe'?>»<ClinicalDocument/>", "expected version, encoding and standalone"),
    ("<ClinicalDocument><«a\u{D7}»/></ClinicalDocument>", "expected a name of XML, found 'a\u{D7}'"),
    ("<ClinicalDocument><«\u{301}a»/></ClinicalDocument>", "expected a name of XML"),
    ("<ClinicalDocument «\u{B7}»='a'/>", "expected a name of XML"),
    ("<!DOCTYPE a «[»<!ENTITY b 'c'>]><ClinicalDocument/>", "expected a DOCTYPE without declarations"),
  ])
  func aFaultHasItsPlace(_ marked: String, _ message: String) throws {
    let marked = try MarkedJSON(marked)
    let found = try document(String(decoding: marked.bytes, as: UTF8.self)).fault
    #expect(found?.finding.message.hasPrefix(message) == true, "\(String(describing: found))")
    #expect(found?.finding.range == marked.ranges.first)
    #expect(found?.finding.rule == "source/malformed-document")
  }

  /// A comment ends at the first `-->` behind its opening; a name may begin like that of the declaration.
  @Test(arguments: [
    "<!--><x>-->", "<?xml-stylesheet href='a'?>", "<a >]] ></a\n>", "<a b='>'/>", "&#x0000000000041;&#00000000000065;",
    "<\u{E9}\u{301}\u{B7} \u{4E00}='a'/>", "<?a?>",
  ])
  func wellFormedOddities(_ text: String) throws {
    #expect(try document("<ClinicalDocument>\(text)</ClinicalDocument>").fault == nil)
  }

  @Test(arguments: [
    "<?xml version='1.0' standalone = \"yes\" ?>", "<?xml-stylesheet href='a'?>", "<!DOCTYPE a>",
    "<!DOCTYPE a PUBLIC '-//x' \"y>z\" >", "<!DOCTYPE\na SYSTEM 'b'>",
  ])
  func wellFormedBeginnings(_ text: String) throws {
    #expect(try document("\(text)<ClinicalDocument/>").fault == nil)
    #expect(Array("\(text)<ClinicalDocument/>".utf8).withUnsafeBytes { ContentKind($0) } == .cda)
  }

  /// The first author may have no name; that of the second is not his.
  @Test func theFirstCountsWithoutAName() throws {
    func author(_ name: String) -> String {
      "<author><assignedAuthor><assignedPerson>\(name)</assignedPerson></assignedAuthor></author>"
    }
    let (none, second) = ("<name nullFlavor='UNK'/>", "<name>Second</name>")
    func name(_ text: String) throws -> String? {
      try document("<ClinicalDocument>\(text)</ClinicalDocument>").authorName
    }
    #expect(try name(author(none) + author(second)) == nil)
    #expect(try name("<author/>" + author(second)) == nil)
    #expect(try name(author(none + second)) == "Second")
  }

  /// The beginning of a large document is enough for its header, and its rest is no fault.
  @Test func aLargeDocumentIsReadInPart() throws {
    let text = Self.header + String(repeating: "<h:a b='c'>d &amp; e<!-- f --></h:a>", count: 100)
    for size in Self.header.utf8.count + 1..<text.utf8.count - 1 {
      let document = try document(text + "</h:ClinicalDocument>", maximumBytes: size)
      #expect(document.isCut && document.byteCount == size)
      #expect(document.custodianName == "St. Anna" && document.fault == nil, "\(size)")
    }
    let broken = try document("<ClinicalDocument></a>" + text, maximumBytes: 200)
    #expect(broken.fault != nil)
  }

  @Test func depthIsBounded() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    let fault = try document("<ClinicalDocument>\(deep)").fault
    #expect(fault?.finding.message == "expected at most 1000 elements in one another, found more")
  }

  /// Names are compared by bytes, and only the beginning of a text is kept.
  @Test func hostileText() throws {
    let marks = HostileText.marks
    let document = try document("<ClinicalDocument><title>\(marks)</title><a\(marks)></a\(marks)></ClinicalDocument>")
    #expect(document.fault == nil)
    #expect(document.title?.unicodeScalars.count == 200)
  }
}
