import FHIRFindings
import FHIRTape

/// The formats of property lists, recognised by content and never by name.
public enum PropertyListFormat: Hashable, Sendable, CaseIterable {
  /// XML, for editors and version control.
  case xml
  /// The binary format `bplist00`, common in built products.
  case binary
  /// JSON, written by `plutil -convert json` and other tools.
  case json

  /// Whether the format has lines and columns.
  public var isText: Bool { self != .binary }

  /// The format that the first bytes indicate; `nil` if it is none of these.
  public init?(of bytes: [UInt8]) {
    if bytes.starts(with: "bplist".utf8) {
      self = .binary
      return
    }
    let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    switch rest.first(where: { !Bytes.isWhitespace($0) }) {
    case UInt8(ascii: "<"): self = .xml
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: return nil
    }
  }
}

extension PropertyList {
  /// Reads a property list of any format.
  ///
  /// ```swift
  /// let list = try PropertyList.read(bytes)
  /// if let name = list["CFBundleName"]?.value.string { print(name) }
  /// ```
  public static func read(
    _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
  ) throws(PropertyListFault) -> PropertyList {
    guard bytes.count <= limits.maximumBytes else {
      throw PropertyListFault(0..<0, "expected at most \(limits.maximumBytes) bytes, found more", .limit)
    }
    switch PropertyListFormat(of: bytes) {
    case .xml: return try XMLPropertyListReader.read(bytes, limits: limits)
    case .binary: return try BinaryPropertyListReader.read(bytes, limits: limits)
    case .json: return try JSONPropertyListReader.read(bytes, limits: limits)
    case nil:
      throw PropertyListFault(
        0..<min(1, bytes.count),
        "expected a property list as XML, binary or JSON, found \(bytes.isEmpty ? "nothing" : "neither")")
    }
  }
}
