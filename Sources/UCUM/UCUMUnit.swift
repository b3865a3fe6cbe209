/// A unit of measure in UCUM's case-sensitive form: <https://ucum.org/ucum>.
///
/// ```swift
/// let pound = try UCUMUnit("[lb_av]")
/// let kilogram = try UCUMUnit("kg")
/// let isMass = pound.isCommensurable(with: kilogram)  // true
/// let weight = pound.convert(150, to: kilogram)  // 68.0388555
/// ```
///
/// Reading takes time linear in the text and allocates nothing, but for the table of units at the first use.
public struct UCUMUnit: Hashable, Sendable {
  /// What is measured, in base units.
  public internal(set) var dimension: UCUMDimension
  /// How many base units one of this unit is.
  public internal(set) var factor: UCUMFactor
  /// How values count.
  public internal(set) var scale: Scale

  /// How the values of a unit count.
  public enum Scale: Hashable, Sendable {
    /// Twice the value is twice the quantity.
    case ratio
    /// The zero lies elsewhere, as that of `Cel` and `[degF]`: the quantity is (value + offset) × factor.
    case interval(offset: UCUMFactor)
    /// Values are logarithms or the like, as those of `[pH]` and `dB`, or a unit of that kind is part of a term. Such a
    /// unit can be compared with itself, and is not converted.
    case special
  }

  /// The number one, the unit of what has none.
  public static let one = UCUMUnit(dimension: .none, factor: .one, scale: .ratio)

  init(dimension: UCUMDimension, factor: UCUMFactor, scale: Scale) {
    self.dimension = dimension
    self.factor = factor
    self.scale = scale
  }

  /// Reads a unit.
  public init(_ text: String) throws(UCUMFault) {
    var text = text
    let result = text.withUTF8 { bytes in Result { () throws(UCUMFault) in try UCUMUnit(bytes) } }
    self = try result.get()
  }

  /// Reads a unit from bytes.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(UCUMFault) {
    var parser = UnitParser(bytes, table: .shared)
    self = try parser.parse()
  }

  /// Whether values of the two units measure the same, so that they can be compared.
  ///
  /// Arbitrary units, such as `[iU]`, can be compared only with themselves.
  public func isCommensurable(with other: UCUMUnit) -> Bool { dimension == other.dimension }

  /// What to multiply values of this unit with to get values of the other, `nil` when a multiplication does not do:
  /// they measure something else, or one of them is not on a ratio scale.
  public func ratio(to other: UCUMUnit) -> UCUMFactor? {
    if self == other { return .one }
    guard isCommensurable(with: other), scale == .ratio, other.scale == .ratio else { return nil }
    return factor / other.factor
  }

  /// The value in another unit, temperatures with their zeros; `nil` when the units measure something else, or when one
  /// of them is logarithmic.
  public func convert(_ value: Double, to other: UCUMUnit) -> Double? {
    if self == other { return value }
    if let ratio = ratio(to: other) { return value * ratio.double }
    guard isCommensurable(with: other), let zero = scale.offset, let otherZero = other.scale.offset else { return nil }
    return (value + zero) * (factor / other.factor).double - otherZero
  }
}

extension UCUMUnit.Scale {
  /// The offset of the zero, `nil` when values do not count evenly.
  fileprivate var offset: Double? {
    switch self {
    case .ratio: 0
    case .interval(let offset): offset.double
    case .special: nil
    }
  }
}
