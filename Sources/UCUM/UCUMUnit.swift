/// A unit of measure in UCUM's case-sensitive form: <https://ucum.org/ucum>.
///
/// ```swift
/// let pound = try UCUMUnit("[lb_av]")
/// let kilogram = try UCUMUnit("kg")
/// let isMass = pound.isCommensurable(with: kilogram)  // true
/// let weight = pound.convert(150, to: kilogram)  // 68.0388555
/// ```
///
/// Parsing takes time linear in the text and allocates nothing, except for the table of units on first use.
public struct UCUMUnit: Hashable, Sendable {
  /// The dimension, as powers of base units.
  public internal(set) var dimension: UCUMDimension
  /// How many base units equal one of this unit.
  public internal(set) var factor: UCUMFactor
  /// The kind of scale of its values.
  public internal(set) var scale: Scale

  /// The kinds of scales of units.
  public enum Scale: Hashable, Sendable {
    /// Twice the value is twice the quantity.
    case ratio
    /// The zero point is elsewhere, as for `Cel` and `[degF]`: the quantity is (value + offset) × factor.
    case interval(offset: UCUMFactor)
    /// Values are logarithms or similar, as those of `[pH]` and `dB`, or a unit of that kind is part of a term. Such a
    /// unit can only be compared with itself, and cannot be converted.
    case special

    /// The offset of the zero point, `nil` if the scale is not linear.
    fileprivate var offset: Double? {
      switch self {
      case .ratio: 0
      case .interval(let offset): offset.double
      case .special: nil
      }
    }
  }

  /// The number one, the unit of dimensionless values.
  public static let one = UCUMUnit(dimension: .none, factor: .one, scale: .ratio)
}

extension UCUMUnit {
  /// Parses a unit.
  public init(_ text: String) throws(UCUMFault) {
    var text = text
    let result = text.withUTF8 { bytes in Result { () throws(UCUMFault) in try UCUMUnit(bytes) } }
    self = try result.get()
  }

  /// Parses a unit from bytes.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(UCUMFault) {
    var parser = UnitParser(bytes, table: .shared)
    self = try parser.parse()
  }

  /// Whether the two units have the same dimension, so that their values can be compared.
  ///
  /// Arbitrary units, such as `[iU]`, can be compared only with themselves.
  public func isCommensurable(with other: UCUMUnit) -> Bool { dimension == other.dimension }

  /// The factor that converts values of this unit to the other; `nil` if a multiplication is not enough: the dimensions
  /// differ, or one of the units is not on a ratio scale.
  public func ratio(to other: UCUMUnit) -> UCUMFactor? {
    if self == other { return .one }
    guard isCommensurable(with: other), scale == .ratio, other.scale == .ratio else { return nil }
    return factor / other.factor
  }

  /// The value in another unit, including the zero points of temperatures; `nil` if the dimensions differ, or if one of
  /// the units is logarithmic.
  public func convert(_ value: Double, to other: UCUMUnit) -> Double? {
    if self == other { return value }
    if let ratio = ratio(to: other) { return value * ratio.double }
    guard isCommensurable(with: other), let zero = scale.offset, let otherZero = other.scale.offset else { return nil }
    return (value + zero) * (factor / other.factor).double - otherZero
  }
}
