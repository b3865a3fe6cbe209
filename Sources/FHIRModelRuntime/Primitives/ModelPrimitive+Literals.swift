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

extension ModelPrimitive: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
  /// Makes a primitive from a number with a fraction; see ``FHIRDecimal/init(floatLiteral:)`` for its digits.
  public init(floatLiteral value: Value.FloatLiteralType) { self.init(Value(floatLiteral: value)) }
}

extension ModelPrimitive: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
  /// Makes a primitive from `true` or `false`.
  public init(booleanLiteral value: Value.BooleanLiteralType) { self.init(Value(booleanLiteral: value)) }
}
