import FHIRTape
import FHIRPath
import Testing

/// Scans narratives alone: the faults, and their places in the lexeme.
struct NarrativeScannerTests {
  /// The faults of a narrative as `kind text`, where the text is the bytes at fault as written.
  static func faults(in narrative: String, escaped lexeme: String? = nil) -> [String] {
    let lexeme = lexeme ?? narrative.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    let bytes = Array((lexeme + "\"").utf8) + Array(repeating: 0, count: 64)
    var scanner = NarrativeScanner()
    return bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return [] }
      scanner.scan(start)
      return scanner.faults.map {
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[$0.range]), as: UTF8.self)
        return text.isEmpty ? "\($0.kind)" : "\($0.kind) \(text)"
      }
        + scanner.localLinks.map {
          "link " + String(decoding: UnsafeBufferPointer(rebasing: bytes[$0.range]), as: UTF8.self)
        }
    }
  }

  /// The faults in the content of a valid div.
  static func faults(inside content: String) -> [String] {
    faults(in: "<div xmlns=\"http://www.w3.org/1999/xhtml\">x\(content)</div>")
  }

  @Test(arguments: [
    "", "<br/>", "<br />", "<p>a</p><p>b</p>", "<p\n>a</p\n>", "&amp;&lt;&gt;&quot;&apos;&#160;&#xA0;&#x10FFFF;", "]]",
    "a > b", "<!-- a - b -->", "<!---->", "<![CDATA[ <script> & ]]>", "<p title='a \"b\" > c'>d</p>",
    "<p title=\"it's\"/>",
    "<p id = 'a' />", "<b><i><b><i>deep</i></b></i></b>", "naïve ☃ 𝄞",
    "<a href='http://example.org/?a=1&amp;b=2'>a</a>",
    "<a href='mailto:a@example.org'>a</a>", "<a name='x'/><a href='#x'>x</a>", "<a href='#'/>",
    "<img src='data: image/png;base64,AAAA' alt=''/>", "<p xmlns:x='y'>a</p>",
    "<p style='color: red; width: calc(1px)'/>",
    "<p style='background: url(data:image/png;base64,AAAA)'/>", "<p style='/* @ */ color: red'/>",
    "<p lang='en' dir='ltr' class='bold'>a</p>",
    "<table border='0'><tr><td colspan='2' nowrap='nowrap'>a</td></tr></table>",
    "<a href='java/script:x'>a</a>", "<p id='a'/><a name='a'/>",
  ])
  func soundContentRaisesNothing(content: String) {
    #expect(Self.faults(inside: content) == [])
  }

  @Test(arguments: [
    "<ul><li>a</li> <!-- b --> <li><ol><li><p>c</p></li></ol></li></ul>", "<dl><dt>a</dt><dd><p>b</p></dd></dl>",
    "<table><caption>a</caption><colgroup><col/></colgroup><thead><tr><th>b</th></tr></thead></table>",
    "<table><col/><tr><td><table><tr><td/></tr></table></td></tr></table>", "<blockquote>a<p>b</p></blockquote>",
    "<p><b><i><a href='#'>a<img src='a.png' alt=''/></a><br></br></i></b></p>",
  ])
  func elementsStandInOneAnother(content: String) {
    #expect(Self.faults(inside: content) == [])
  }

  @Test(arguments: [
    ("<li>a</li>", "misplacedElement li"), ("<ul><p>a</p></ul>", "misplacedElement p"),
    ("<p>a<p>b</p></p>", "misplacedElement p"), ("<b><table><tr><td>a</td></tr></table></b>", "misplacedElement table"),
    ("<table><td>a</td></table>", "misplacedElement td"), ("<tr><td>a</td></tr>", "misplacedElement tr"),
    ("<a href='#'><a href='#'>a</a></a>", "misplacedElement a"), ("<br><b>a</b></br>", "misplacedElement b"),
    ("<dl><li>a</li></dl>", "misplacedElement li"), ("<h1><h2>a</h2></h1>", "misplacedElement h2"),
    ("<table> a <tr/></table>", "misplacedText a "), ("<ul>&amp;</ul>", "misplacedText &amp;"),
    ("<br>a</br>", "misplacedText a"), ("<ul><li>a</li>b</ul>", "misplacedText b"),
    ("<div><p>a</p><td>b</td></div>", "misplacedElement td"),
  ])
  func reportsContentThatXHTMLDoesNotAllow(content: String, fault: String) {
    #expect(Self.faults(inside: content) == [fault])
  }

  @Test(arguments: [
    ("<p>a</b>", "mismatchedEndTag </b"), ("</p>", "mismatchedEndTag </p"),
    ("a < b", "tagWithoutName <"), ("<>", "tagWithoutName <"), ("<1/>", "tagWithoutName <"),
    ("</ p>", "tagWithoutName </"),
    ("a & b", "bareAmpersand &"), ("&amp b", "bareAmpersand &"), ("&;", "bareAmpersand &"), ("&#;", "bareAmpersand &"),
    ("&#xZ;", "bareAmpersand &"), ("<p title=a/>", "unquotedAttribute title"),
    ("<p title/>", "unquotedAttribute title"),
    ("<p title='a'id='b'/>", "missingSpace i"), ("<p title='<'/>", "lessThanInAttribute <"),
    ("<p title='a' title='b'/>", "duplicateAttribute title"), ("<p / >", "malformedTag /"),
    ("<p ='a'/>", "malformedTag ="),
    ("]]>", "sectionEnd ]]>"), ("<!-- a -- b -->", "malformedComment --"), ("<!-- a", "malformedComment <!--"),
    ("<![CDATA[ a", "unclosedSection <![CDATA["), ("<p title='a' <b/>", "malformedTag <"),
    ("</p a>", "mismatchedEndTag </p"),
    ("<p>a</p a>", "malformedTag </p a"),
  ])
  func invalidXMLEndsTheScan(content: String, fault: String) {
    #expect(Self.faults(inside: content + "<script/>") == [fault])
    #expect(Self.faults(inside: "<p><p>a</p></p>" + content) == [fault])
  }

  @Test(arguments: [
    ("<div xmlns=\"http://www.w3.org/1999/xhtml\">a", "unclosedElement div"),
    ("<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>a</div>", "mismatchedEndTag </div"),
    ("<div xmlns=\"http://www.w3.org/1999/xhtml\"", "unclosedTag <div"),
    ("<div xmlns=\"http://www.w3.org/1999/xhtml", "unclosedTag xmlns"),
    ("", "notADiv"), ("  ", "notADiv   "), ("plain text", "notADiv plain text"),
    ("<!-- a --><div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>", "notADiv <!--"),
    ("<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div> b", "notADiv b"),
    ("<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div></div>", "strayEndTag </div"),
    ("<DIV xmlns=\"http://www.w3.org/1999/xhtml\">a</DIV>", "notADiv DIV"),
    ("<?xml version='1.0'?><div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>", "declaration <?xml version='1.0'?>"),
    ("<!DOCTYPE div><div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>", "declaration <!DOCTYPE div>"),
    ("<div>a</div>", "missingNamespace div"),
    ("<div xmlns=\"http://www.w3.org/1999/xhtml\"> \n&#32;<p>&#x9;</p><!-- a --></div>", "empty"),
    ("<div xmlns=\"http://www.w3.org/1999/xhtml\"/>", "empty"),
  ])
  func theRootIsADivWithContent(narrative: String, fault: String) {
    let found = Self.faults(in: narrative)
    #expect(found.map { $0.hasPrefix("empty ") ? "empty" : $0.replacing("\\", with: "") } == [fault])
  }

  @Test func aPrefixMayStandForXHTML() {
    #expect(Self.faults(in: "<n:div xmlns:n='http://www.w3.org/1999/xhtml'><n:p>a</n:p></n:div>") == [])
    #expect(
      Self.faults(in: "<n:div xmlns:n='urn:x'>a</n:div>") == ["notADiv n:div", "missingNamespace n:div"])
    #expect(
      Self.faults(in: "<n:p xmlns:n='http://www.w3.org/1999/xhtml'>a<m:p/><n:script/></n:p>")
        == ["notADiv n:p", "forbiddenElement m:p", "forbiddenElement n:script"])
  }

  @Test func aSecondRootIsReported() {
    #expect(
      Self.faults(
        in: "<div xmlns='http://www.w3.org/1999/xhtml'>a</div><div xmlns='http://www.w3.org/1999/xhtml'>b</div>")
        == ["notADiv div"])
  }

  @Test(arguments: [
    ("<script>a</script>", "forbiddenElement script"), ("<P>a</P>", "forbiddenElement P"),
    ("<blockquotes/>", "forbiddenElement blockquotes"),
    ("<x:p/>", "forbiddenElement x:p"), ("<sup>2</sup>", "disputedElement sup"),
    ("<p onclick='a'/>", "forbiddenAttribute onclick"),
    ("<p cellpaddings='a'/>", "forbiddenAttribute cellpaddings"), ("<p xml:lang='en'/>", "disputedAttribute xml:lang"),
    ("<p xmlns='urn:x'/>", "wrongNamespace urn:x"), ("<img alt='a'/>", "incompleteImage img"),
    ("&nbsp;", "unknownEntity &nbsp;"),
    ("<p title='&copy;'/>", "unknownEntity &copy;"), ("&#0;", "illegalCharacterReference &#0;"),
    ("&#xFFFFFFFFFFFFFFFFFFFF;", "illegalCharacterReference &#xFFFFFFFFFFFFFFFFFFFF;"),
    ("&#xD800;", "illegalCharacterReference &#xD800;"),
    ("<p id='a'/><p id='&#97;'/>", "duplicateID &#97;"), ("<a href='#b'/><p id='B'/>", "link #b"),
    ("<?php a ?>", "declaration <?php a ?>"),
  ])
  func theRestIsStillRead(content: String, fault: String) {
    #expect(Self.faults(inside: content) == [fault])
    #expect(Self.faults(inside: content + "<font/>").contains("forbiddenElement font"))
  }

  @Test(arguments: [
    "javascript:a", "JavaScript:a", " javascript:a", "java\tscript:a", "java&#10;script:a", "&#106;avascript:a",
    "vbscript:a",
    "data:text/html,a", "data:,a", "&#x01;javascript:a",
  ])
  func disguisedActiveLinksAreFound(link: String) {
    let found = Self.faults(inside: "<a href='\(link)'>a</a>").filter { !$0.hasPrefix("illegal") }
    #expect(found == ["activeLink \(link)"])
  }

  @Test(arguments: [
    "background: url(http://example.org/a)", "background: red URL ( 'HTTPS://a.org/b.png' )", "@import 'a.css'",
    "width: expression(a)",
    "wid/**/th: exp/**/ression(a)", "behavior: url(#a)", "-moz-binding : url(a)", "width: \\65 xpression(a)",
    "width: &#101;xpression(a)",
    "color: red; background:url(data:text/html,a)",
  ])
  func disguisedExternalStylesAreFound(style: String) {
    let found = Self.faults(inside: "<p style=\"\(style)\">a</p>")
    #expect(found.count == 1 && found[0].hasPrefix("externalStyle "))
  }

  @Test(arguments: [
    "url(//a.org/b)", "url('//a.org/b')", "url(/\\\\a.org/b)", "url( ht tp://a.org)", "url(h\\74tp:a)", "url(urn:a:b)",
    "url(data:text/html,a)", "url(data:)", "url(a.png) url(http://a.org)", "url(/a) @import 'b'",
    "image-set('http://a.org/b' 1x)", "-webkit-image-set(&quot;//a.org/b&quot; 2x)", "Image-Set( url(http://a.org) 1x)",
    "image-set('a' 1x, 'http://a.org' 2x)", "image-set(url(a) 1x, 'http://a.org' 2x)",
    "image-set(url(\\#a) 1x, 'http://a.org' 2x)", "image-set(url('a') 1x, 'http://a.org' 2x)",
    "image-set('a' calc(1x * (1 + 1)), 'http://a.org' 2x)", "image-set('a' var(--b\\)), 'http://a.org' 2x)",
    "image-set('a' var(--b\\(), 'http://a.org' 2x)", "url('') url(http://a.org)",
    "url(&quot;&quot;), url(http://a.org)", "'&#10;' url(a); b: ' url(http://a.org) '",
    "'&#10;' image-set('http://a.org' 1x)",
  ])
  func absoluteAddressesInStylesAreFound(style: String) {
    let found = Self.faults(inside: "<p style=\"background: \(style)\">a</p>")
    #expect(found.count == 1 && found[0].hasPrefix("externalStyle "))
  }

  @Test(arguments: [
    "url(tbl_bck1.png)", "url('a.png')", "url(&quot;a/b.png&quot;)", "url(/a.png)", "url(../a.png)", "url(a?b:c)",
    "url(a/b:c)", "url()", "url(#b) url(a)", "URL ( a )", "url(/*a*//\u{2F}b.org)", "image-set('a.png' 1x, 'b/c' 2x)",
    "image-set(url(a) 1x type('image/png'))",
  ])
  func relativeAddressesInStylesAreTold(style: String) {
    let narrative = "<p style=\"background: \(style)\">a</p>"
    let found = Self.faults(inside: narrative)
    #expect(found.count == 1 && found[0].hasPrefix("relativeStyle "))
  }

  @Test(arguments: [
    "url(#a)", "url(data:image/png;base64,aa)", "url( 'DATA:image/png,a' )", "rgb(1, 2, 3)",
    "a; font-family: 'url(http://a.org)'", "a; content: 'expression(a) @import behavior: -moz-binding:' (",
    "image-set('data:image/png,a' 1x type('image/png'))",
    "image-set('data:image/png,a' 1x); content: 'http://a.org'", "a; content: 'a\\'url(http://a.org)' (",
  ])
  func stylesThatStayInTheResourceAreAccepted(style: String) {
    #expect(Self.faults(inside: "<p style=\"background: \(style)\">a</p>") == [])
  }

  /// White space between items may be written as references; a no-break space is text.
  @Test(arguments: ["&#9;", "&#10;", "&#xD;", " &#32; &#x20; "])
  func whiteSpaceBetweenItemsMayBeReferences(space: String) {
    let list = "<ul>\(space)<li>a</li>\(space)</ul>"
    let table = "<table>\(space)<tr>\(space)<td>a</td></tr>\(space)</table>"
    #expect(Self.faults(inside: list + table) == [])
    #expect(Self.faults(inside: "<ul>\(space)&#160;<li>a</li></ul>") == ["misplacedText &#160;"])
    #expect(Self.faults(inside: "<ul>\(space)b<li>a</li></ul>") == ["misplacedText b"])
  }

  /// Text with or without JSON escapes has the same meaning, and places are those of the bytes as written.
  @Test func escapesOfJSONAreResolvedInPlace() {
    let lexeme =
      #"\u003cdiv xmlns\u003D\u0022http:\/\/www.w3.org\/1999\/xhtml\u0022\u003e\n\u0026nbsp;\u003c\/div\u003e"#
    #expect(Self.faults(in: "", escaped: lexeme) == [#"unknownEntity \u0026nbsp;"#])
    let root = #"<div xmlns='http://www.w3.org/1999/xhtml'>"#
    #expect(
      Self.faults(in: "", escaped: root + #"\ud834\udd1e<sc\u0072ipt/></div>"#) == [#"forbiddenElement sc\u0072ipt"#])
    #expect(Self.faults(in: "", escaped: root + #"<a href='#é&#x2603;'>a</a><p id='\u00e9☃'/></div>"#) == [])
    #expect(
      Self.faults(in: "", escaped: root + #"<\u00e9>a</è></div>"#)
        == [#"forbiddenElement \u00e9"#, "mismatchedEndTag </è"])
    #expect(Self.faults(in: "", escaped: root + #"a\u0000b</div>"#) == [#"illegalCharacter \u0000"#])
    #expect(Self.faults(in: "", escaped: root + #"\t\r\n\u00a0</div>"#) == [])
    #expect(Self.faults(in: "", escaped: root + #"\t\r\n\u0020</div>"#).map { $0.prefix(5) } == ["empty"])
  }

  /// A million nested elements need neither stack nor a limit.
  @Test func depthHasNoLimit() {
    let depth = 200_000
    let text = String(repeating: "<b>", count: depth) + "x" + String(repeating: "</b>", count: depth)
    #expect(Self.faults(inside: text) == [])
  }

  @Test func manyIdsAndLinksTakeLinearTime() {
    let ids = (0..<20_000).map { "<p id='p\($0)'/><a href='#p\($0 + 1)'/>" }.joined()
    #expect(Self.faults(inside: ids) == ["link #p20000"])
  }

  @Test func aScannerForgetsTheNarrativeBefore() {
    var scanner = NarrativeScanner()
    for (text, sound) in [("<div>a</div>\"", true), ("<div>&nbsp;</div>\"", false), ("<div><b>a</b></div>\"", true)] {
      let bytes = Array(text.utf8) + Array(repeating: 0, count: 64)
      bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { #expect(scanner.isSound(start) == sound) } }
    }
  }
}
