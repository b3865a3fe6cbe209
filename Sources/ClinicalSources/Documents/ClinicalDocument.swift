package import FHIRFindings
import FHIRSupport
public import FHIRTape

/// What the header of a document of the Clinical Document Architecture (CDA) says, and whether the document is
/// well-formed XML.
///
/// The members have the names of HealthKit's `HKCDADocument`. A document is listed only: it is neither judged as FHIR
/// nor converted. The header is that of <https://www.hl7.org/implement/standards/product_brief.cfm?product_id=7>.
public struct ClinicalDocument: Sendable {
  /// The title, if the document has one.
  public private(set) var title: String?
  /// The name of the patient, in the parts and the order that the document has.
  public private(set) var patientName: String?
  /// The name of the first author: a person, or a program.
  public private(set) var authorName: String?
  /// The name of the organisation that keeps the document.
  public private(set) var custodianName: String?
  /// When the document was made, in the form of CDA: `20210304050607+0100` or less exact.
  public private(set) var effectiveTime: String?
  /// The number of bytes that were read, at most ``maximumBytes``.
  public let byteCount: Int
  /// Whether the document is larger than ``maximumBytes``: the rest was not read.
  public let isCut: Bool
  /// Why the document is not well-formed, or is not read on; `nil` if it is well-formed as far as it was read.
  public private(set) var fault: SourceFault?
  /// Whether the document may be well-formed, but is not read on because of a limit or its encoding.
  package private(set) var isUnread = false
  /// The document as UTF-8 with the place of the fault in it, by which lines are counted, if it is of another encoding.
  package private(set) var converted: (text: [UInt8], range: SourceRange)?

  /// How many bytes of a document are read: 64 MiB.
  public static let maximumBytes = 64 << 20
  static let maximumDepth = 1_000

  /// Reads a document from the current position of a source.
  ///
  /// - Throws: the error if the source cannot be read.
  public init(from source: inout some ByteSource, maximumBytes: Int = ClinicalDocument.maximumBytes) throws {
    var bytes = try source.bytes(upTo: maximumBytes + 1)
    isCut = bytes.count > maximumBytes
    if isCut { bytes.removeLast() }
    byteCount = bytes.count
    let text = ConvertedXML(bytes)
    var scanner = XMLScanner(text.bytes, encoding: text.encoding)
    do {
      try read(&scanner)
    } catch {
      // What was cut off always ends too early.
      if isCut, scanner.isAtEnd || error.range.start > text.bytes.count - 64 { return }
      isUnread = error.isUnread
      fault = SourceFault(.malformedDocument, at: text.original(error.range), error.message)
      if text.isConverted { converted = (text.bytes, error.range) }
    }
  }

  private mutating func read(_ scanner: inout XMLScanner) throws(XMLFault) {
    var open: [OpenElement] = []
    var complete: Set<WritableKeyPath<ClinicalDocument, String?>> = []
    try scanner.skipProlog()
    repeat {
      guard let tag = try scanner.tag() else { throw scanner.fault("expected a tag, found something else") }
      if tag.isClosing {
        guard let last = open.last, last.tag.name.byBytes == tag.name.byBytes else {
          throw scanner.fault(tag.range, "expected the end of the open element, found '</\(tag.name.clippedName)>'")
        }
        // Of several names, the first one with a text counts.
        if let found = member(at: open), found.isWhole, self[keyPath: found.member] != nil {
          complete.insert(found.member)
        }
        close(&open, &complete)
      } else {
        let attributes = try scanner.attributes(of: tag)
        open.append(OpenElement(tag, in: open.last, depth: open.count, ClinicalDocument.paths))
        guard open.count <= ClinicalDocument.maximumDepth else {
          throw scanner.fault(
            tag.range, "expected at most \(ClinicalDocument.maximumDepth) elements in one another, found more",
            isUnread: true)
        }
        if open.count == 2, effectiveTime == nil, tag.localName == "effectiveTime" {
          effectiveTime = attributes.first { $0.name.byBytes == "value" }?.value.clippedName
        }
        if tag.isEmpty { close(&open, &complete) }
      }
      guard let element = open.last else { break }
      // The scanner reads text up to a tag, and instructions apart.
      var place: Int
      repeat {
        let text = try scanner.text(in: element.tag.name)
        if let member = member(at: open)?.member, !complete.contains(member) {
          let words = text.utf8.split { Bytes.isWhitespace($0) }.map { String(decoding: $0, as: UTF8.self) }
          self[keyPath: member] = ClinicalDocument.joined(self[keyPath: member], words.joined(separator: " "))
        }
        place = scanner.position
        try scanner.skipMisc()
      } while scanner.position > place
    } while true
    try scanner.skipMisc()
    guard scanner.isAtEnd else { throw scanner.fault("expected the end of the file after the document, found more") }
  }

  /// Closes an element. Of several authors and patients the first counts, even without a name.
  private func close(_ open: inout [OpenElement], _ complete: inout Set<WritableKeyPath<ClinicalDocument, String?>>) {
    let last = open.removeLast()
    if open.count == 1 { complete.formUnion(last.places.map { Self.names[$0].member }) }
  }

  private static let names: [(path: [ByteText], member: any WritableKeyPath<ClinicalDocument, String?> & Sendable)] = [
    (["title"], \.title),
    (["recordTarget", "patientRole", "patient", "name"], \.patientName),
    (["author", "assignedAuthor", "assignedPerson", "name"], \.authorName),
    (["author", "assignedAuthor", "assignedAuthoringDevice", "softwareName"], \.authorName),
    (["custodian", "assignedCustodian", "representedCustodianOrganization", "name"], \.custodianName),
  ]

  private static let paths = names.map(\.path)

  /// The member whose text stands at the open elements, and whether the last of them holds all of it.
  private func member(at open: [OpenElement]) -> (member: WritableKeyPath<ClinicalDocument, String?>, isWhole: Bool)? {
    let depth = open.count - 1
    guard depth < 7, let place = open.last?.places.first(where: { Self.paths[$0].count <= depth }) else { return nil }
    return (Self.names[place].member, Self.paths[place].count == depth)
  }

  /// Adds the next words of a text, up to the length that is shown.
  private static func joined(_ text: String?, _ words: String) -> String? {
    guard !words.isEmpty, text?.utf8.count ?? 0 < 200 else { return text }
    return (text.map { $0 + " " } ?? "") + String(String.UnicodeScalarView(words.unicodeScalars.prefix(200)))
  }
}

/// An element that is open, and the places of the paths that lead to it, or on through it.
private struct OpenElement {
  let tag: XMLScanner.Tag
  let places: [Int]

  /// - Parameter depth: how many elements are around it.
  init(_ tag: XMLScanner.Tag, in outer: OpenElement?, depth: Int, _ paths: [[ByteText]]) {
    self.tag = tag
    guard let outer else {
      places = Array(paths.indices)
      return
    }
    // Of most elements no path leads to the one around them; their names, which may be long, are not looked at.
    let name = outer.places.isEmpty ? "" : tag.localName
    places = outer.places.filter { paths[$0].count < depth || paths[$0][depth - 1] == name }
  }
}

extension XMLScanner.Tag {
  fileprivate var localName: ByteText {
    let colon = name.utf8.firstIndex(of: UInt8(ascii: ":"))
    return ByteText(colon.map { String(name[name.utf8.index(after: $0)...]) } ?? name)
  }
}

/// XML as UTF-8, converted from UTF-16, ISO-8859-1 or Windows-1252, with the offsets of the bytes before.
struct ConvertedXML {
  private(set) var bytes: [UInt8] = []
  let encoding: String
  /// How many bytes a unit had, and how many stood before the first one; no width for UTF-8.
  private let (width, start): (Int, Int)
  private let size: Int

  var isConverted: Bool { width > 0 }

  /// Takes the encoding from the first bytes, as appendix F of XML 1.0 describes, else from the declaration.
  init(_ original: [UInt8]) {
    size = original.count
    let first = Array(original.prefix(2))
    let isBig = first == [0xFE, 0xFF] || first == [0, 0x3C]
    if isBig || first == [0xFF, 0xFE] || first == [0x3C, 0] {
      (encoding, width, start) = ("UTF-16", 2, first.contains(0x3C) ? 0 : 2)
      let (high, low) = isBig ? (0, 1) : (1, 0)
      var units = stride(from: start, to: original.count - 1, by: 2).lazy.map {
        UInt16(original[$0 + high]) << 8 | UInt16(original[$0 + low])
      }.makeIterator()
      var decoder = UTF16()
      while case let next = decoder.decode(&units), next != .emptyInput {
        // What is no character becomes a byte that is nowhere in UTF-8.
        if case .scalarValue(let scalar) = next { bytes += scalar.utf8 } else { bytes.append(0xFF) }
      }
      if original.count % 2 > 0 { bytes.append(0xFF) }
      return
    }
    var scanner = XMLScanner(Array(original.prefix(1024)))
    _ = try? scanner.skipProlog()
    let declared = scanner.encoding?.lowercased().byBytes ?? ""
    let isWindows = ["windows-1252", "cp1252"].contains(declared)
    let isKnown = isWindows || ["iso-8859-1", "iso_8859-1", "latin1"].contains(declared)
    (encoding, width, start) = (isKnown ? declared.string : "UTF-8", isKnown ? 1 : 0, 0)
    bytes = isKnown ? [] : original
    for byte in isKnown ? original : [] { bytes += (isWindows ? WindowsText.scalar(byte) : Unicode.Scalar(byte)).utf8 }
  }

  /// The range before the conversion.
  func original(_ range: SourceRange) -> SourceRange {
    // A character of four bytes in UTF-8 is two units in UTF-16.
    func units(_ byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : width == 2 && 0xF0...0xF4 ~= byte ? 2 : 1 }
    // The last unit may be half of one.
    func place(_ offset: Int) -> Int { min(size, start + width * bytes[..<offset].reduce(0) { $0 + units($1) }) }
    return isConverted ? SourceRange(start: place(range.start), end: place(range.end)) : range
  }
}
