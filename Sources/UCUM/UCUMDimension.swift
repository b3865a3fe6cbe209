/// The powers of UCUM's seven base units in a unit, and of the arbitrary units that nothing converts to.
///
/// Two units can be compared if their dimensions are equal. UCUM has no base unit for amounts of substance: a mole is a
/// number, so `mol/L` and `/L` have the same dimension.
public struct UCUMDimension: Hashable, Sendable {
  /// The powers of metre, second, gram, radian, kelvin, coulomb and candela, in this order.
  var powers: SIMD8<Int32>
  /// The sum, over the arbitrary units, of a random number for each times its power: equal only for equal units.
  var arbitrary: UInt64 = 0

  /// The dimension of a number.
  public static let none = UCUMDimension(powers: .zero)
  /// The dimension of a metre.
  package static let length = UCUMDimension(base: 0)
  /// The dimension of a second.
  package static let time = UCUMDimension(base: 1)
}

extension UCUMDimension {
  init(base: Int) {
    self.init(powers: .zero)
    powers[base] = 1
  }

  /// The dimension of an arbitrary unit, which no other unit has.
  init(arbitrary: UInt64) {
    // SplitMix64: small sums of the resulting numbers do not collide.
    var mixed = (arbitrary &+ 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    self.init(powers: .zero, arbitrary: mixed ^ (mixed &>> 31))
  }

  /// The dimension of a product with a power of another; `nil` if a base unit exceeds the hundredth power.
  func times(_ other: UCUMDimension, power: Int32) -> UCUMDimension? {
    var product = self
    product.powers &+= other.powers &* SIMD8(repeating: power)
    product.arbitrary &+= other.arbitrary &* UInt64(truncatingIfNeeded: Int64(power))
    let bound = SIMD8<Int32>(repeating: 100)
    guard all(product.powers .<= bound), all(product.powers .>= SIMD8.zero &- bound) else { return nil }
    return product
  }
}
