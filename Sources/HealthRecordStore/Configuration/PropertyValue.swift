/// A value of a property list.
///
/// ```swift
/// let info: [String: PropertyValue] = ["CFBundleName": "Allergies", "UIRequiredDeviceCapabilities": ["healthkit"]]
/// ```
public enum PropertyValue: Hashable, Sendable {
  /// A string.
  case string(String)
  /// A boolean.
  case boolean(Bool)
  /// A number without a fraction.
  case integer(Int)
  /// A number with a fraction.
  case real(Double)
  /// An array.
  case array([PropertyValue])
  /// A dictionary.
  case dictionary([String: PropertyValue])

  /// The string; `nil` for any other kind.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The items; `nil` if the value is not an array of strings.
  public var strings: [String]? {
    guard case .array(let items) = self else { return nil }
    let strings = items.compactMap(\.string)
    return strings.count == items.count ? strings : nil
  }

  /// The kind and value as they appear in HealthKit's messages.
  var excerpt: String {
    switch self {
    case .string(let value): "string \"\(value)\""
    case .boolean(let value): "boolean \(value)"
    case .integer(let value): "number \(value)"
    case .real(let value): "number \(value)"
    case .array: "array"
    case .dictionary: "dictionary"
    }
  }
}

extension PropertyValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Makes a number without a fraction.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a number with a fraction.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Makes an array.
  public init(arrayLiteral elements: PropertyValue...) { self = .array(elements) }
  /// Makes a dictionary; if a key occurs twice, its last value counts.
  public init(dictionaryLiteral elements: (String, PropertyValue)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}
