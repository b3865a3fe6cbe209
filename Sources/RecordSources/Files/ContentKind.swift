import Diagnostics
import FHIRValidation

/// What a file is, told from its first bytes and never from its name.
public enum ContentKind: Sendable {
  /// A gzip file.
  case gzip
  /// A zip archive.
  case zip
  /// A tar archive, which is recognised and not read.
  case tar
  /// The beginning of an object or an array.
  case json
  /// Anything else.
  case other

  /// How many bytes are enough to tell, white space before JSON apart.
  public static var sampleSize: Int { 512 }

  /// Looks at the first bytes of a file.
  public init(_ bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.count >= 4, ContentKind.zipSignatures.contains(bytes.number(at: 0, size: 4)) {
      self = .zip
    } else if bytes.count >= 262, bytes[257..<262].elementsEqual("ustar".utf8) {
      self = .tar
    } else {
      self = ContentKind.beginsLikeJSON(bytes) ? .json : .other
    }
  }

  /// Looks at the first bytes of what can be read from any place.
  package init(of bytes: some RandomAccessBytes) throws {
    self = try withUnsafeTemporaryAllocation(byteCount: ContentKind.sampleSize, alignment: 8) { buffer in
      let count = try bytes.read(at: 0, into: buffer)
      return ContentKind(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// A zip archive begins with an entry, with its end when it is empty, or with the mark of one that was to be split.
  private static let zipSignatures = [ZipSignature.localHeader, ZipSignature.end, ZipSignature.descriptor]

  /// Whether the first byte that is not white space, after a byte order mark, opens an object or an array.
  private static func beginsLikeJSON(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    switch rest.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return true
    default: return false
    }
  }
}

extension SourceFault {
  /// The fault of an archive or a compressed file within another one; `nil` for what is no archive.
  package static func nested(_ kind: ContentKind) -> SourceFault? {
    let name: String
    switch kind {
    case .gzip: name = "a gzip file"
    case .zip: name = "a zip archive"
    case .tar: name = "a tar archive"
    case .json, .other: return nil
    }
    return SourceFault(
      .nestedArchive, at: SourceRange(start: 0, end: 0),
      "expected records, found \(name) within another; it was not opened")
  }
}
