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
    let parts = [infinity, base, point, base + point]
    return (0..<256).reversed().reduce(infinity) { sum, bit in
      sum.doubled + parts[(u.isBit(bit) ? 1 : 0) + (v.isBit(bit) ? 2 : 0)]
    }
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

/// An unsigned integer of 256 bits, in four words, the least significant first.
struct UInt256: Equatable, Sendable {
  var a, b, c, d: UInt64

  static let zero = UInt256(a: 0, b: 0, c: 0, d: 0)

  var isZero: Bool { a | b | c | d == 0 }
  func isBit(_ index: Int) -> Bool { [a, b, c, d][index >> 6] >> UInt64(index & 63) & 1 == 1 }

  /// Adds modulo 2^256; returns whether a bit was carried out.
  @inline(__always) mutating func add(_ other: UInt256) -> Bool {
    var carry: UInt64 = 0
    func sum(_ x: UInt64, _ y: UInt64) -> UInt64 {
      let sum = UInt128(x) &+ UInt128(y) &+ UInt128(carry)
      carry = UInt64(truncatingIfNeeded: sum >> 64)
      return UInt64(truncatingIfNeeded: sum)
    }
    (a, b, c, d) = (sum(a, other.a), sum(b, other.b), sum(c, other.c), sum(d, other.d))
    return carry != 0
  }

  /// Subtracts modulo 2^256; returns whether the other number is larger.
  @inline(__always) mutating func subtract(_ other: UInt256) -> Bool {
    var borrow: UInt64 = 0
    func difference(_ x: UInt64, _ y: UInt64) -> UInt64 {
      let difference = UInt128(x) &- UInt128(y) &- UInt128(borrow)
      borrow = UInt64(truncatingIfNeeded: difference >> 64) & 1
      return UInt64(truncatingIfNeeded: difference)
    }
    (a, b, c, d) = (difference(a, other.a), difference(b, other.b), difference(c, other.c), difference(d, other.d))
    return borrow != 0
  }

  static func < (x: UInt256, y: UInt256) -> Bool { (x.d, x.c, x.b, x.a) < (y.d, y.c, y.b, y.a) }
}

extension UInt256 {
  /// Reads 32 bytes, the most significant first.
  init(_ bytes: some Collection<UInt8>) {
    precondition(bytes.count == 32)
    let words = (0..<4).map { bytes.dropFirst(8 * $0).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
    (d, c, b, a) = (words[0], words[1], words[2], words[3])
  }
}

/// Arithmetic modulo an odd number of 256 bits, by Montgomery's method: a number x is kept as x·2^256, so that a product
/// is reduced by multiplications and shifts, without a division.
struct Modulus: Sendable {
  let value: UInt256
  /// -1 / value modulo 2^64.
  private let inverse: UInt64
  /// 1 and 2^256 in Montgomery's form.
  let one: UInt256
  private var square: UInt256

  /// - Parameter value: at least 2^255.
  init(_ value: UInt256) {
    self.value = value
    // Newton's iteration doubles the number of correct bits; an odd number is its own inverse modulo 8.
    var inverse = value.a
    for _ in 0..<5 { inverse = inverse &* (2 &- value.a &* inverse) }
    self.inverse = 0 &- inverse
    var one = UInt256.zero
    _ = one.subtract(value)
    self.one = one
    square = one
    for _ in 0..<256 { square = sum(square, square) }
  }

  /// A number below the modulus in Montgomery's form.
  func form(_ x: UInt256) -> UInt256 { product(x, square) }

  @inline(__always) func sum(_ x: UInt256, _ y: UInt256) -> UInt256 {
    var sum = x
    let carry = sum.add(y)
    return reduced(sum, carry)
  }

  @inline(__always) func difference(_ x: UInt256, _ y: UInt256) -> UInt256 {
    var difference = x
    if difference.subtract(y) { _ = difference.add(value) }
    return difference
  }

  @inline(never) func product(_ x: UInt256, _ y: UInt256) -> UInt256 {
    var (sum, top) = (UInt256.zero, UInt64(0))
    add(x.a, y, &sum, &top)
    add(x.b, y, &sum, &top)
    add(x.c, y, &sum, &top)
    add(x.d, y, &sum, &top)
    return reduced(sum, top != 0)
  }

  /// The inverse of a number in Montgomery's form, by Fermat's theorem; the modulus is prime.
  func inverse(_ x: UInt256) -> UInt256 {
    var exponent = value
    _ = exponent.subtract(UInt256(a: 2, b: 0, c: 0, d: 0))
    var power = one
    for bit in (0..<256).reversed() {
      power = product(power, power)
      if exponent.isBit(bit) { power = product(power, x) }
    }
    return power
  }

  /// Adds the product of a word and a number, then the multiple of the modulus that clears the lowest word; drops that.
  @inline(__always) private func add(_ x: UInt64, _ y: UInt256, _ sum: inout UInt256, _ top: inout UInt64) {
    var carry: UInt64 = 0
    func step(_ sum: UInt64, _ x: UInt64, _ y: UInt64) -> UInt64 {
      let step = UInt128(x) &* UInt128(y) &+ UInt128(sum) &+ UInt128(carry)
      carry = UInt64(truncatingIfNeeded: step >> 64)
      return UInt64(truncatingIfNeeded: step)
    }
    let low = step(sum.a, x, y.a)
    let (second, third, fourth) = (step(sum.b, x, y.b), step(sum.c, x, y.c), step(sum.d, x, y.d))
    let fifth = UInt128(top) &+ UInt128(carry)
    let factor = low &* inverse
    carry = 0
    _ = step(low, factor, value.a)
    sum.a = step(second, factor, value.b)
    sum.b = step(third, factor, value.c)
    sum.c = step(fourth, factor, value.d)
    let last = fifth &+ UInt128(carry)
    (sum.d, top) = (UInt64(truncatingIfNeeded: last), UInt64(truncatingIfNeeded: last >> 64))
  }

  @inline(__always) private func reduced(_ sum: UInt256, _ carry: Bool) -> UInt256 {
    var reduced = sum
    return reduced.subtract(value) && !carry ? sum : reduced
  }
}
