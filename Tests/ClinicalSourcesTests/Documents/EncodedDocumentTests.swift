import ClinicalSources
import FHIRFindings
import FHIRTape
import FHIRTestSupport
import Testing

/// Clinical documents in other encodings than UTF-8.
struct EncodedDocumentTests {
  /// How a text becomes bytes.
  enum Encoding: String, CaseIterable {
    case latin = "ISO-8859-1"
    case windows = "windows-1252"
    case big = "UTF-16"
    case little = "UTF-16LE"

    func bytes(of text: String, withMark: Bool = true) -> [UInt8] {
      switch self {
      case .latin: text.unicodeScalars.map { UInt8($0.value) }
      case .windows: text.unicodeScalars.map { $0 == "\u{2013}" ? 0x96 : $0 == "\u{160}" ? 0x8A : UInt8($0.value) }
      case .big: (withMark ? [0xFE, 0xFF] : []) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case .little: (withMark ? [0xFF, 0xFE] : []) + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      }
    }

    /// A character that not every encoding has.
    var own: String { self == .latin ? "\u{B4}" : self == .windows ? "\u{160}\u{2013}" : "\u{160}\u{1F3E5}" }
  }

  private func document(_ bytes: [UInt8], maximumBytes: Int = ClinicalDocument.maximumBytes) throws -> ClinicalDocument
  {
    try bytes.withUnsafeBytes { bytes in
      var source = MemorySource(bytes)
      return try ClinicalDocument(from: &source, maximumBytes: maximumBytes)
    }
  }

  private func text(_ encoding: Encoding, _ content: String) -> String {
    "<?xml version='1.0' encoding='\(encoding.rawValue)'?>\n<ClinicalDocument>\(content)</ClinicalDocument>"
  }

  @Test(arguments: Encoding.allCases, [false, true])
  func theHeaderIsRead(_ encoding: Encoding, _ withMark: Bool) throws {
    let content =
      "<title>Entlassung \u{FC}ber\(encoding.own)</title><recordTarget><patientRole><patient><name>J\u{F6}rg</name>"
      + "</patient></patientRole></recordTarget>"
    let bytes = encoding.bytes(of: text(encoding, content), withMark: withMark)
    let found = try document(bytes)
    #expect(found.title == "Entlassung \u{FC}ber\(encoding.own)" && found.patientName == "J\u{F6}rg")
    #expect(found.fault == nil && found.byteCount == bytes.count)
    #expect(bytes.withUnsafeBytes { ContentKind($0) } == .cda)
  }

  /// The fault has its bytes in the document, and its place in the text.
  @Test(arguments: Encoding.allCases)
  func aFaultHasItsPlace(_ encoding: Encoding) throws {
    let marked = try MarkedJSON(text(encoding, "\n<title>\u{E9}\(encoding.own)\u{E9} «&b;»</title>"))
    let text = String(decoding: marked.bytes, as: UTF8.self)
    let found = try document(encoding.bytes(of: text))
    let range = try #require(marked.ranges.first)
    func place(_ offset: Int) -> Int {
      encoding.bytes(of: String(decoding: marked.bytes[..<offset], as: UTF8.self)).count
    }
    #expect(found.fault?.finding.range == SourceRange(start: place(range.start), end: place(range.end)))
    #expect(found.fault?.finding.message.hasPrefix("expected one of the five entities of XML") == true)
    let converted = try #require(found.converted)
    #expect(converted.text == marked.bytes && converted.range == range)
  }

  /// What is not of the encoding is a fault, wherever it stands, and so is another encoding than the declared one.
  @Test func whatIsNotOfTheEncodingIsAFault() throws {
    let start = Encoding.little.bytes(of: "<ClinicalDocument><title>a")
    let end = Encoding.little.bytes(of: "</title></ClinicalDocument>", withMark: false)
    let fault = try #require(try document(start + [0x00, 0xD8] + end).fault?.finding)
    #expect(fault.message == "expected UTF-16, found bytes that are not")
    #expect(fault.range == SourceRange(start: start.count - 2, end: start.count + 2))
    #expect(try document(start + end).fault == nil)
    let odd = start + end + [0x0A]
    #expect(try document(odd).fault?.finding.range.end == odd.count)
    let other = try document(Encoding.little.bytes(of: text(.latin, "")))
    #expect(other.fault?.finding.message == "expected the encoding UTF-16, found 'ISO-8859-1'")
    let wide = try document(Array(text(.big, "").utf8))
    #expect(wide.fault?.finding.message == "expected the encoding UTF-8, found 'UTF-16'")
    let unread = try document(Array("<?xml version='1.0' encoding='ISO-8859-15'?><ClinicalDocument/>".utf8))
    #expect(unread.fault?.finding.message == "expected the encoding UTF-8, found 'ISO-8859-15'")
  }

  /// The beginning of a large document is no fault, wherever it is cut.
  @Test func aLargeDocumentIsReadInPart() throws {
    let bytes = Encoding.little.bytes(
      of: text(.little, "<title>\u{1F3E5}</title>" + String(repeating: "\u{1F3E5}", count: 50)))
    for size in 200..<bytes.count {
      let found = try document(bytes, maximumBytes: size)
      #expect(found.isCut && found.fault == nil && found.title == "\u{1F3E5}", "\(size)")
    }
  }

  @Test func otherWideTextIsNoDocument() {
    let bytes = Encoding.little.bytes(of: "<a><ClinicalDocument/></a>")
    #expect(bytes.withUnsafeBytes { ContentKind($0) } == .wideText)
  }
}
