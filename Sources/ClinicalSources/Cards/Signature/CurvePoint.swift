/// A point of the curve P-256, `y² = x³ - 3x + b`, in Jacobian coordinates: (x/z², y/z³), and infinity if z is zero.
///
/// Specification: <https://doi.org/10.6028/NIST.SP.800-186>, section 3.2.1.3
struct CurvePoint: Sendable {
  // In Montgomery's form.
  var x, y, z: UInt256

  /// The prime of the field.
  static let field = Modulus(
    UInt256(a: 0xFFFF_FFFF_FFFF_FFFF, b: 0x0000_0000_FFFF_FFFF, c: 0, d: 0xFFFF_FFFF_0000_0001))
  /// The number of points.
  static let order = Modulus(
    UInt256(a: 0xF3B9_CAC2_FC63_2551, b: 0xBCE6_FAAD_A717_9E84, c: 0xFFFF_FFFF_FFFF_FFFF, d: 0xFFFF_FFFF_0000_0000))
  private static let b = field.form(
    UInt256(a: 0x3BCE_3C3E_27D2_604B, b: 0x651D_06B0_CC53_B0F6, c: 0xB3EB_BD55_7698_86BC, d: 0x5AC6_35D8_AA3A_93E7))
  /// The base point.
  static let base = CurvePoint(
    x: field.form(
      UInt256(a: 0xF4A1_3945_D898_C296, b: 0x7703_7D81_2DEB_33A0, c: 0xF8BC_E6E5_63A4_40F2, d: 0x6B17_D1F2_E12C_4247)),
    y: field.form(
      UInt256(a: 0xCBB6_4068_37BF_51F5, b: 0x2BCE_3357_6B31_5ECE, c: 0x8EE7_EB4A_7C0F_9E16, d: 0x4FE3_42E2_FE1A_7F9B)),
    z: field.one)
  static let infinity = CurvePoint(x: field.one, y: field.one, z: .zero)

  var isInfinity: Bool { z.isZero }

  /// The point with these coordinates; `nil` if they are not below the prime, or the point is not on the curve.
  static func on(x: UInt256, y: UInt256) -> CurvePoint? {
    guard x < field.value, y < field.value else { return nil }
    let point = CurvePoint(x: field.form(x), y: field.form(y), z: field.one)
    let square = field.product(point.x, point.x)
    let three = field.sum(field.sum(point.x, point.x), point.x)
    let right = field.sum(field.difference(field.product(square, point.x), three), b)
    return field.product(point.y, point.y) == right ? point : nil
  }

  var doubled: CurvePoint {
    let field = Self.field
    let (delta, gamma) = (field.product(z, z), field.product(y, y))
    let beta = field.product(x, gamma)
    let product = field.product(field.difference(x, delta), field.sum(x, delta))
    let alpha = field.sum(field.sum(product, product), product)
    let twice = field.sum(beta, beta)
    let fourfold = field.sum(twice, twice)
    let newX = field.difference(field.product(alpha, alpha), field.sum(fourfold, fourfold))
    let yz = field.product(y, z)
    let square = field.product(gamma, gamma)
    let (two, alphas) = (field.sum(square, square), field.product(alpha, field.difference(fourfold, newX)))
    let four = field.sum(two, two)
    return CurvePoint(x: newX, y: field.difference(alphas, field.sum(four, four)), z: field.sum(yz, yz))
  }

  static func + (p: CurvePoint, q: CurvePoint) -> CurvePoint {
    if p.isInfinity { return q }
    if q.isInfinity { return p }
    let (pz, qz) = (field.product(p.z, p.z), field.product(q.z, q.z))
    let (px, qx) = (field.product(p.x, qz), field.product(q.x, pz))
    let py = field.product(field.product(p.y, q.z), qz)
    let qy = field.product(field.product(q.y, p.z), pz)
    let (h, r) = (field.difference(qx, px), field.difference(qy, py))
    // The same x: the same point, or its opposite.
    if h.isZero { return r.isZero ? p.doubled : infinity }
    let square = field.product(h, h)
    let (cube, v) = (field.product(square, h), field.product(px, square))
    let x = field.difference(field.difference(field.product(r, r), cube), field.sum(v, v))
    let y = field.difference(field.product(r, field.difference(v, x)), field.product(py, cube))
    return CurvePoint(x: x, y: y, z: field.product(field.product(p.z, q.z), h))
  }

  /// `u` times the base point plus `v` times another point, in one pass over the bits of both.
  static func sum(_ u: UInt256, _ v: UInt256, times point: CurvePoint) -> CurvePoint {
    let both = base + point
    var sum = infinity
    for bit in (0..<256).reversed() {
      sum = sum.doubled
      switch (u.isBit(bit), v.isBit(bit)) {
      case (true, true): sum = sum + both
      case (true, false): sum = sum + base
      case (false, true): sum = sum + point
      case (false, false): break
      }
    }
    return sum
  }

  /// Whether the affine x of the point, modulo the order, is a number below the order. The number or its sum with the
  /// order may be that x, since the order is smaller than the prime.
  func hasX(_ number: UInt256) -> Bool {
    if isInfinity { return false }
    let (field, square) = (Self.field, Self.field.product(z, z))
    if field.product(field.form(number), square) == x { return true }
    var other = number
    if other.add(Self.order.value) || !(other < field.value) { return false }
    return field.product(field.form(other), square) == x
  }
}
