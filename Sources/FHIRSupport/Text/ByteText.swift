/// Text that is equal, ordered and hashed by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence: it normalises both sides, which takes quadratic time for a run of
/// combining marks, and treats two spellings of one letter as equal. Text from an input is compared by its bytes
/// instead, as JSON, XML and file systems do. Use this type for keys of sets and dictionaries; a comparison with a
/// constant reads `text.byBytes == "Bundle"`.
public struct ByteText: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text.
  public var string: String

  /// Wraps a text.
  @inlinable public init(_ string: String) { self.string = string }

  /// Wraps a literal.
  @inlinable public init(stringLiteral value: String) { string = value }

  /// The text.
  public var description: String { string }

  /// Whether the text begins with these bytes.
  public func hasPrefix(_ prefix: ByteText) -> Bool { string.utf8.starts(with: prefix.string.utf8) }

  /// Whether the text ends with these bytes.
  public func hasSuffix(_ suffix: ByteText) -> Bool {
    string.utf8.count >= suffix.string.utf8.count
      && string.utf8.suffix(suffix.string.utf8.count).elementsEqual(suffix.string.utf8)
  }

  /// Whether the text contains these bytes.
  public func contains(_ part: ByteText) -> Bool {
    let part = Array(part.string.utf8)
    guard let first = part.first else { return true }
    return Self.withBytes(of: string) { bytes in
      var rest = bytes[...]
      while let start = rest.firstIndex(of: first) {
        if bytes[start...].starts(with: part) { return true }
        rest = bytes[(start + 1)...]
      }
      return false
    }
  }

  /// Calls `body` with the bytes of a text, without a copy if it is stored as UTF-8.
  @inline(__always)
  private static func withBytes<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(string.utf8).withUnsafeBufferPointer(body)
  }
}

// Not inlinable: each set and dictionary of texts would have its own copies of these.
extension ByteText: Hashable {
  /// Whether both have the same bytes.
  public static func == (a: ByteText, b: ByteText) -> Bool {
    guard a.string.utf8.count == b.string.utf8.count else { return false }
    return withBytes(of: a.string) { a in withBytes(of: b.string) { b in isEqual(a, b) } }
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    Self.withBytes(of: string) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Separates texts, so that two adjacent texts do not hash like two others.
    hasher.combine(0xFF as UInt8)
  }

  /// Compares texts of equal length.
  @inlinable
  package static func isEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = UnsafeRawPointer(a.baseAddress), let second = UnsafeRawPointer(b.baseAddress) else { return true }
    var place = 0
    while place &+ 8 <= a.count {
      let words = (
        first.loadUnaligned(fromByteOffset: place, as: UInt64.self),
        second.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      )
      if words.0 != words.1 { return false }
      place &+= 8
    }
    while place < a.count {
      if a[place] != b[place] { return false }
      place &+= 1
    }
    return true
  }
}

extension ByteText: Comparable {
  /// Orders by the bytes, which is also the order of the Unicode scalars.
  public static func < (a: ByteText, b: ByteText) -> Bool {
    withBytes(of: a.string) { a in withBytes(of: b.string) { b in a.lexicographicallyPrecedes(b) } }
  }
}

extension String {
  /// The same text, to be compared by bytes.
  @inlinable public var byBytes: ByteText { ByteText(self) }
}

extension Substring {
  /// The same text, to be compared by bytes.
  @inlinable public var byBytes: ByteText { ByteText(String(self)) }
}

extension CaseIterable {
  /// Finds a case by a name from an input. Compares bytes, while `init(rawValue:)` would normalise the text.
  package init?(named name: String) where Self: RawRepresentable<String> {
    guard let found = Self.allCases.first(where: { $0.rawValue.byBytes == name.byBytes }) else { return nil }
    self = found
  }
}
