import FHIRPrimitives
package import FHIRTape

/// The kind of a file, recognised by its first bytes and never by its name.
///
/// The raw value is the name under which reports count the file.
public enum ContentKind: String, CaseIterable, Hashable, Sendable {
  /// The beginning of an object or an array.
  case json = "JSON"
  /// SMART Health Cards: a file of them, the text of QR codes, or one alone.
  case healthCard = "SMART Health Card"
  /// An EU Digital COVID Certificate, which is recognised but not read.
  case euCertificate = "EU Digital COVID Certificate"
  /// A gzip file.
  case gzip = "gzip"
  /// A zip archive.
  case zip = "zip archive"
  /// A tar archive.
  case tar = "tar archive"
  /// A bzip2, xz, Zstandard or 7-Zip file, which is recognised but not read.
  case otherArchive = "archive of another kind"
  /// A FHIR resource in XML.
  case fhirXML = "FHIR XML"
  /// A document of the Clinical Document Architecture.
  case cda = "CDA"
  /// A message of HL7 version 2.
  case hl7v2 = "HL7 v2"
  /// XML of any other kind.
  case xml = "XML"
  /// A web page.
  case html = "HTML"
  /// A PDF document.
  case pdf = "PDF"
  /// A document in Rich Text Format.
  case rtf = "RTF"
  /// A Word, Excel or PowerPoint file from before 2007.
  case office = "Office document"
  /// A PNG image.
  case png = "PNG"
  /// A JPEG image.
  case jpeg = "JPEG"
  /// A GIF image.
  case gif = "GIF"
  /// A TIFF image.
  case tiff = "TIFF"
  /// A DICOM file.
  case dicom = "DICOM"
  /// An Apple binary property list.
  case propertyList = "binary property list"
  /// An SQLite database.
  case sqlite = "SQLite"
  /// A PEM key or certificate.
  case pem = "PEM"
  /// Text in UTF-16 or UTF-32, which JSON does not allow.
  case wideText = "UTF-16 text"
  /// No bytes, or only white space so far.
  case empty = "empty"
  /// Any other text.
  case text = "text"
  /// Any other bytes.
  case binary = "binary data"

  /// How many bytes suffice to recognise JSON (after white space) and archives. The kind of an XML file is known only
  /// at its first tag.
  public static var sampleSize: Int { 512 }

  /// Recognises the kind by the first bytes of a file.
  public init(_ bytes: UnsafeRawBufferPointer) {
    if let kind = ContentSignature.kind(of: bytes) {
      self = kind
    } else if ContentSignature.isWideText(bytes) {
      let text = ConvertedXML(Array(bytes.prefix(ContentKind.sampleSize))).bytes
      self = text.withUnsafeBytes { XMLBeginning.kind(of: $0) } == .cda ? .cda : .wideText
    } else {
      self = ContentKind.kind(ofText: bytes)
    }
  }

  package init(of bytes: some RandomAccessBytes) throws {
    var source = ByteRange(bytes)
    try self.init(of: &source)
  }

  /// Recognises the kind of what a gzip file holds; ``empty`` if nothing can be inflated.
  package init(inflating bytes: some RandomAccessBytes) {
    var source = GzipSource(ByteRange(bytes))
    self = (try? ContentKind(of: &source)) ?? .empty
  }

  /// Recognises the kind of what a source has next.
  package init(of source: inout some ByteSource) throws {
    self = try withUnsafeTemporaryAllocation(byteCount: ContentKind.sampleSize, alignment: 8) { buffer in
      ContentKind(UnsafeRawBufferPointer(rebasing: buffer[..<(try source.read(into: buffer))]))
    }
  }

  /// Whether more bytes may give another result.
  package var mayBecomeAnother: Bool { self == .empty || self == .xml }

  package var hasLines: Bool {
    [.json, .healthCard, .euCertificate, .fhirXML, .cda, .hl7v2, .xml, .html, .rtf, .pem, .empty, .text].contains(self)
  }

  /// Whether a file that should hold JSON is read as JSON, so that its faults have positions.
  package var isReadAsJSON: Bool { self == .json || self == .text || self == .empty }

  /// The kind of a text, after a byte order mark and white space.
  private static func kind(ofText bytes: UnsafeRawBufferPointer) -> ContentKind {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop { Bytes.isWhitespace($0) }
    if CardText.begins(UnsafeRawBufferPointer(rebasing: rest)) { return .healthCard }
    switch rest.first {
    case nil: return .empty
    case UInt8(ascii: "["): return .json
    case UInt8(ascii: "{"): return rest.starts(with: #"{\rtf"#.utf8) ? .rtf : .json
    case UInt8(ascii: "<"): return XMLBeginning.kind(of: UnsafeRawBufferPointer(rebasing: rest))
    default:
      // Text has few control characters; a single one is treated as a fault of the text.
      let start = rest.prefix(sampleSize)
      let controls = start.count(where: { $0 < 0x20 && !($0 >= 0x08 && $0 <= 0x0D) && $0 != 0x1B })
      return controls > max(1, start.count / 32) ? .binary : .text
    }
  }

  var phrase: String {
    switch self {
    case .json, .cda, .hl7v2, .xml, .html, .rtf, .pem, .text, .fhirXML, .dicom, .binary: rawValue
    case .wideText: "text in UTF-16 or UTF-32"
    case .gzip: "a gzip file"
    case .otherArchive: "an archive or a compressed file of a kind that is not read"
    case .office: "an Office document"
    case .zip, .tar, .pdf, .png, .jpeg, .gif, .tiff, .propertyList, .healthCard: "a \(rawValue)"
    case .sqlite: "a database of SQLite"
    case .empty: "nothing"
    case .euCertificate: "an \(rawValue)"
    }
  }

  var remedy: String? {
    switch self {
    case .fhirXML: "ask its source for JSON, or convert it"
    case .otherArchive: "unpack it and check what comes out"
    case .wideText: "convert it to UTF-8"
    default: nil
    }
  }
}

enum ContentSignature {
  /// The kind of a file by its first bytes; `nil` for text and for formats without a signature.
  static func kind(of bytes: UnsafeRawBufferPointer) -> ContentKind? {
    // Most inputs are JSON. Apart from RTF's, no signature begins like JSON.
    if let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return nil }
    if bytes.starts(with: [0x1F, 0x8B]) { return .gzip }
    if bytes.count >= 4, zip.contains(bytes.number(at: 0, size: 4)) { return .zip }
    for (signature, offset, kind) in table where bytes.count >= offset + signature.count {
      if bytes[offset..<offset + signature.count].elementsEqual(signature) { return kind }
    }
    // A header of a tar archive from before POSIX has no signature but a checksum.
    guard bytes.count >= TarHeader.size, bytes[0] != 0 else { return nil }
    return (try? TarHeader(Array(bytes[..<TarHeader.size]), at: 0)) == nil ? nil : .tar
  }

  /// A zip archive begins with an entry, with its end record if it is empty, or with the mark of a split archive.
  private static let zip = [ZipSignature.localHeader, ZipSignature.end, ZipSignature.descriptor]

  private static let table: [(signature: [UInt8], offset: Int, kind: ContentKind)] = [
    (Array("ustar".utf8), 257, .tar), (Array("BZh".utf8), 0, .otherArchive),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], 0, .otherArchive), ([0x28, 0xB5, 0x2F, 0xFD], 0, .otherArchive),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0, .otherArchive), (Array("%PDF-".utf8), 0, .pdf),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], 0, .office),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0, .png), ([0xFF, 0xD8, 0xFF], 0, .jpeg),
    (Array("GIF8".utf8), 0, .gif), ([0x49, 0x49, 0x2A, 0x00], 0, .tiff), ([0x4D, 0x4D, 0x00, 0x2A], 0, .tiff),
    (Array("DICM".utf8), 128, .dicom), (Array("bplist".utf8), 0, .propertyList),
    (Array("SQLite format 3\0".utf8), 0, .sqlite), (Array("-----BEGIN ".utf8), 0, .pem),
    (Array("HC1:".utf8), 0, .euCertificate), (Array("MSH|".utf8), 0, .hl7v2), ([0x0B] + Array("MSH|".utf8), 0, .hl7v2),
    (Array("FHS|".utf8), 0, .hl7v2), (Array("BHS|".utf8), 0, .hl7v2),
  ]

  /// Whether there is a byte order mark of UTF-16 or UTF-32, or an ASCII character with its zeros.
  static func isWideText(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 4 else { return false }
    func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
    return switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _), (0, 0, 0xFE, 0xFF): true
    case (0, let second, 0, _) where isPrintable(second): true
    case (let first, 0, _, 0) where isPrintable(first): true
    case (0, 0, 0, let fourth) where isPrintable(fourth): true
    default: false
    }
  }
}

enum XMLBeginning {
  /// Examines bytes that begin with `<`. If the first tag is not among them, the result is XML of an unknown kind.
  static func kind(of bytes: UnsafeRawBufferPointer) -> ContentKind {
    var rest = bytes[...]
    while rest.first == UInt8(ascii: "<") {
      guard let second = rest.dropFirst().first else { return .xml }
      if second == UInt8(ascii: "?") {
        rest = skip(rest, to: "?>")
      } else if rest.starts(with: "<!--".utf8) {
        rest = skip(rest.dropFirst(4), to: "-->")
      } else if second == UInt8(ascii: "!") {
        if isHTMLType(rest) { return .html }
        rest = skipDeclaration(rest)
      } else {
        return kind(ofTag: rest.dropFirst())
      }
      rest = rest.drop { Bytes.isWhitespace($0) }
    }
    return .xml
  }

  private static func kind(ofTag tag: Slice<UnsafeRawBufferPointer>) -> ContentKind {
    let tag = tag.prefix { $0 != UInt8(ascii: ">") }
    let name = tag.prefix { !Bytes.isWhitespace($0) && $0 != UInt8(ascii: "/") }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[name.index(after: $0)...] } ?? name
    if ASCII.isSame(local, "html") { return .html }
    if local.elementsEqual("ClinicalDocument".utf8) { return .cda }
    let isFHIR = ["\"", "'"].contains { tag.firstRange(of: "\($0)http://hl7.org/fhir\($0)".utf8) != nil }
    return isFHIR ? .fhirXML : .xml
  }

  private static func isHTMLType(_ rest: Slice<UnsafeRawBufferPointer>) -> Bool {
    let start = rest.dropFirst(2)
    guard ASCII.isSame(start.prefix(7), "doctype") else { return false }
    return ASCII.isSame(start.dropFirst(7).drop { Bytes.isWhitespace($0) }.prefix(4), "html")
  }

  /// A document type declaration may contain others in brackets, and these any character in quotes.
  private static func skipDeclaration(_ rest: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var quote: UInt8?
    let end = rest.firstIndex { byte in
      if let open = quote {
        quote = byte == open ? nil : open
        return false
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      return byte == UInt8(ascii: ">") || byte == UInt8(ascii: "[")
    }
    guard let end else { return rest[rest.endIndex...] }
    if rest[end] == UInt8(ascii: ">") { return rest[(end + 1)...] }
    return skip(skip(rest[end...], to: "]"), to: ">")
  }

  /// The rest after a text; empty if the text does not occur.
  private static func skip(_ rest: Slice<UnsafeRawBufferPointer>, to end: String) -> Slice<UnsafeRawBufferPointer> {
    rest[(rest.firstRange(of: end.utf8)?.upperBound ?? rest.endIndex)...]
  }
}
