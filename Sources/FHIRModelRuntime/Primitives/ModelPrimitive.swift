/// A primitive with its value, and the id and extensions that it may carry beside or in place of one.
///
/// ```swift
/// let birthDate = patient.birthDate?.value  // 1974-12-25, or nil where only an extension says why it is missing
/// patient.gender = Primitive(.female)
/// coding.system = "http://loinc.org"
/// ```
public struct ModelPrimitive<Value: Hashable & Sendable, Release: ModelRelease>: Hashable, Sendable {
  @usableFromInline package var stored: Value?
  /// The id, extensions and comments, and what could not be read.
  public var extras = ModelExtras<Release>()

  /// Makes a primitive with a value.
  @inlinable public init(_ value: Value) { stored = value }

  @inlinable package init() {}

  /// The value; `nil` when there are only extensions, or when what stood there could not be read.
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

  /// What stood in an array in place of the value and could not be read as one.
  public var unreadable: RawJSON? { extras.unreadable }
}

extension ModelPrimitive: ExpressibleByUnicodeScalarLiteral where Value: ExpressibleByStringLiteral {
  /// Makes a primitive from a character.
  public init(unicodeScalarLiteral value: Value.StringLiteralType) { self.init(Value(stringLiteral: value)) }
}

extension ModelPrimitive: ExpressibleByExtendedGraphemeClusterLiteral where Value: ExpressibleByStringLiteral {
  /// Makes a primitive from a character.
  public init(extendedGraphemeClusterLiteral value: Value.StringLiteralType) {
    self.init(Value(stringLiteral: value))
  }
}

extension ModelPrimitive: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
  /// Makes a primitive from text.
  public init(stringLiteral value: Value.StringLiteralType) { self.init(Value(stringLiteral: value)) }
}

extension ModelPrimitive: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  /// Makes a primitive from a whole number.
  public init(integerLiteral value: Value.IntegerLiteralType) { self.init(Value(integerLiteral: value)) }
}

extension ModelPrimitive: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
  /// Makes a primitive from `true` or `false`.
  public init(booleanLiteral value: Value.BooleanLiteralType) { self.init(Value(booleanLiteral: value)) }
}
