public import FHIRFindings
import FHIRSupport

/// A value of a property list, with its place in the bytes.
///
/// The value does not depend on the format: `<string>a</string>`, the bytes `51 61` of a binary property list and `"a"`
/// in JSON are the string `a`. The place does, so every value and every key has one.
public struct PropertyList: Hashable, Sendable {
  /// The kinds of values.
  public enum Content: Hashable, Sendable {
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
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The place of the key, including tags or quotes.
    public var keyRange: SourceRange
    /// The value.
    public var value: PropertyList

    /// Makes an entry.
    public init(key: String, keyRange: SourceRange, value: PropertyList) {
      self.key = key
      self.keyRange = keyRange
      self.value = value
    }

    /// Whether both are equal, with the keys compared byte by byte.
    public static func == (a: Entry, b: Entry) -> Bool {
      a.key.byBytes == b.key.byBytes && a.keyRange == b.keyRange && a.value == b.value
    }

    /// Hashes the compared members.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(key.byBytes)
      hasher.combine(keyRange)
      hasher.combine(value)
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
    self.content = content
    self.range = range
    self.head = head ?? range
  }

  /// The entries of a dictionary; `nil` for anything else.
  public var entries: [Entry]? {
    if case .dictionary(let entries) = content { entries } else { nil }
  }

  /// The values of an array; `nil` for anything else.
  public var elements: [PropertyList]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The text of a string; `nil` for anything else.
  public var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The value of a boolean; `nil` for anything else.
  public var boolean: Bool? {
    if case .boolean(let value) = content { value } else { nil }
  }

  /// The first entry with this key in a dictionary.
  public subscript(key: String) -> Entry? {
    entries?.first { $0.key.byBytes == key.byBytes }
  }

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
}
