public import FHIRFindings
import FHIRSupport
import FHIRTape

/// A value of a property list, with its place in the bytes.
///
/// The value does not depend on the format: `<string>a</string>`, the bytes `51 61` of a binary property list and `"a"`
/// in JSON are the string `a`. The place does, so every value and every key has one.
public struct PropertyList: Equatable, Sendable {
  /// The kinds of values.
  public enum Content: Equatable, Sendable {
    /// Keys and values in the order of the file; a repeated key occurs repeatedly.
    case dictionary([Entry])
    /// Values in order.
    case array([PropertyList])
    /// Text.
    case string(String)
    /// True or false.
    case boolean(Bool)
    /// A number, as written or as decimal text.
    case number(String)
    /// A date; its value is not read.
    case date
    /// Bytes; they are not read.
    case data
    /// A reference of a keyed archive; only in the binary format.
    case uid
    /// Null; only in the binary format and JSON.
    case null
  }

  /// A key of a dictionary with its value.
  public struct Entry: Equatable, Sendable {
    /// The key.
    public var key: String
    /// The place of the key, including tags or quotes.
    public var keyRange: SourceRange
    /// The value.
    public var value: PropertyList

    /// Makes an entry.
    public init(key: String, keyRange: SourceRange, value: PropertyList) {
      (self.key, self.keyRange, self.value) = (key, keyRange, value)
    }

    /// Whether both are equal, with the keys compared byte by byte.
    public static func == (a: Entry, b: Entry) -> Bool {
      a.key.byBytes == b.key.byBytes && a.keyRange == b.keyRange && a.value == b.value
    }
  }

  /// The value.
  public var content: Content
  /// The whole value, including tags, brackets or quotes. In the binary format, a dictionary or an array is the list of
  /// its references, and its values are elsewhere.
  public var range: SourceRange
  /// The beginning of the value: the opening tag or bracket of a dictionary or an array, or any other value as a whole.
  public var head: SourceRange

  /// Makes a value.
  public init(_ content: Content, range: SourceRange, head: SourceRange? = nil) {
    (self.content, self.range, self.head) = (content, range, head ?? range)
  }

  /// The entries of a dictionary; `nil` for anything else.
  public var entries: [Entry]? { if case .dictionary(let entries) = content { entries } else { nil } }

  /// The values of an array; `nil` for anything else.
  public var elements: [PropertyList]? { if case .array(let elements) = content { elements } else { nil } }

  /// The text of a string; `nil` for anything else.
  public var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The value of a boolean; `nil` for anything else.
  public var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }

  /// The first entry with this key in a dictionary.
  public subscript(key: String) -> Entry? { entries?.first { $0.key.byBytes == key.byBytes } }

  /// The kind of the value in a few words, for messages.
  public var kind: String {
    switch content {
    case .dictionary: "a dictionary"
    case .array: "an array"
    case .string: "a string"
    case .boolean: "a boolean"
    case .number: "a number"
    case .date: "a date"
    case .data: "data"
    case .uid: "a reference"
    case .null: "null"
    }
  }

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

/// The formats of property lists, recognised by content and never by name.
public enum PropertyListFormat: Hashable, Sendable, CaseIterable {
  /// XML, for editors and version control.
  case xml
  /// The binary format `bplist00`, common in built products.
  case binary
  /// JSON, written by `plutil -convert json` and other tools.
  case json

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

/// Why and where bytes cannot be read as a property list.
public struct PropertyListFault: Error, Sendable {
  /// The two kinds of faults.
  public enum Kind: Hashable, Sendable {
    /// The bytes break the rules of their format.
    case malformed
    /// The bytes exceed a limit of ``PropertyListLimits``.
    case limit
  }

  /// The kind of fault.
  public var kind: Kind
  /// The bytes at fault.
  public var range: SourceRange
  /// What was expected and what was found, in one sentence.
  public var message: String

  /// Makes a fault.
  public init(_ kind: Kind, range: SourceRange, message: String) {
    (self.kind, self.range, self.message) = (kind, range, message)
  }

  init(_ range: Range<Int>, _ message: String, _ kind: Kind = .malformed) {
    self.init(kind, range: SourceRange(range), message: message)
  }
}

/// The limits of reading a property list; exceeding one is a ``PropertyListFault``.
///
/// The defaults are far above any Info.plist, and low enough that hostile bytes cost little time and memory.
public struct PropertyListLimits: Hashable, Sendable {
  /// The largest size in bytes.
  public var maximumBytes = 16 << 20
  /// The deepest nesting of dictionaries and arrays, in levels; at most 512, for which the readers' stack suffices.
  public var maximumDepth = 64 { didSet { maximumDepth = min(maximumDepth, 512) } }
  /// The largest number of values; each reference to a value counts.
  public var maximumValues = 100_000

  /// Makes the default limits.
  public init() {}
}

struct ReadingBudget {
  let limits: PropertyListLimits
  var values = 0

  mutating func take(depth: Int, at range: SourceRange) throws(PropertyListFault) {
    values += 1
    let excess =
      values > limits.maximumValues
      ? "\(limits.maximumValues) values, found more"
      : depth > limits.maximumDepth ? "\(limits.maximumDepth) levels, found a deeper one" : nil
    if let excess { throw PropertyListFault(.limit, range: range, message: "expected at most \(excess)") }
  }
}
