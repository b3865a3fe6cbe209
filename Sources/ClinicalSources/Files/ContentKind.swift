import FHIRTape

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
    self = try withUnsafeTemporaryAllocation(byteCount: ContentKind.sampleSize, alignment: 8) { buffer in
      let count = try bytes.read(at: 0, into: buffer)
      return ContentKind(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Recognises the kind of what a gzip file holds; ``empty`` if nothing can be inflated.
  package init(inflating bytes: some RandomAccessBytes) {
    self = withUnsafeTemporaryAllocation(byteCount: ContentKind.sampleSize, alignment: 8) { buffer in
      let count = (try? GzipSource(ByteRange(bytes)).read(into: buffer)) ?? 0
      return ContentKind(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Whether more bytes may give another result.
  package var mayBecomeAnother: Bool { self == .empty || self == .xml }

  package var hasLines: Bool {
    switch self {
    case .json, .healthCard, .euCertificate, .fhirXML, .cda, .hl7v2, .xml, .html, .rtf, .pem, .empty, .text: true
    default: false
    }
  }

  /// Whether a file that should hold JSON is read as JSON, so that its faults have positions: it is JSON, or text of no
  /// other kind.
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
