/// A primitive with its value, and the id and extensions that may accompany or replace it.
///
/// ```swift
/// let birthDate = patient.birthDate?.value  // 1974-12-25, or nil where only an extension says why it is missing
/// patient.gender = Primitive(.female)
/// coding.system = "http://loinc.org"
/// ```
public struct ModelPrimitive<Value: Hashable & Sendable, Release: ModelRelease>: Hashable, Sendable, Extensible {
  @usableFromInline package var stored: Value?
  /// The id, extensions and comments, and values that could not be read.
  public var extras = ModelExtras<Release>()

  /// Makes a primitive with a value.
  @inlinable public init(_ value: Value) { stored = value }

  @inlinable package init() {}

  /// Makes a primitive that has extensions in place of a value, such as the reason why it is absent.
  public init(extension: [Release.Extension]) { extras.extension = `extension` }

  /// The value; `nil` if there are only extensions, or if it could not be read.
  public var value: Value? {
    get { stored }
    set {
      stored = newValue
      extras.exactText = nil
      extras.unreadable = nil
    }
  }

  /// The id that references within the resource use.
  public var id: String? {
    get { extras.id }
    set { extras.id = newValue }
  }

  /// Extensions of the value, such as the reason why it is absent.
  public var `extension`: [Release.Extension] {
    get { extras.extension }
    set { extras.extension = newValue }
  }

  /// The array item in place of the value that could not be read.
  public var unreadable: RawJSON? { extras.unreadable }
}

extension ModelPrimitive where Value: LosslessStringConvertible {
  /// Makes a primitive from its text in JSON, such as a date's; `nil` if that is not a valid value.
  public init?(text: String) {
    guard let value = Value(text) else { return nil }
    self.init(value)
  }
}

extension ModelPrimitive: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The value, or a description of what replaces it.
  public var description: String { stored.map { String(describing: $0) } ?? placeholder }

  /// The value in Swift's debug form, or a description of what replaces it.
  public var debugDescription: String { stored.map { String(reflecting: $0) } ?? placeholder }

  private var placeholder: String { unreadable?.text ?? "no value" }

  /// The value, the id and the extensions that are present.
  public var customMirror: Mirror {
    let value = stored.map { [(label: String?.some("value"), value: $0 as Any)] } ?? []
    return Mirror(self, children: value + extras.reflected, displayStyle: .struct)
  }
}

extension ModelPrimitive: ExpressibleByUnicodeScalarLiteral where Value: ExpressibleByStringLiteral {}
extension ModelPrimitive: ExpressibleByExtendedGraphemeClusterLiteral where Value: ExpressibleByStringLiteral {}
extension ModelPrimitive: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
  /// Makes a primitive from text.
  public init(stringLiteral value: Value.StringLiteralType) { self.init(Value(stringLiteral: value)) }
}

extension ModelPrimitive: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  /// Makes a primitive from a whole number.
  public init(integerLiteral value: Value.IntegerLiteralType) { self.init(Value(integerLiteral: value)) }
}

extension ModelPrimitive: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
  /// Makes a primitive from a number with a fraction; see ``FHIRDecimal/init(floatLiteral:)`` for its digits.
  public init(floatLiteral value: Value.FloatLiteralType) { self.init(Value(floatLiteral: value)) }
}

extension ModelPrimitive: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
  /// Makes a primitive from `true` or `false`.
  public init(booleanLiteral value: Value.BooleanLiteralType) { self.init(Value(booleanLiteral: value)) }
}
