/// An unsigned integer of 256 bits, in four words, the least significant first.
struct UInt256: Equatable, Sendable {
  var a, b, c, d: UInt64

  static let zero = UInt256(a: 0, b: 0, c: 0, d: 0)
  static let one = UInt256(a: 1, b: 0, c: 0, d: 0)

  var isZero: Bool { a | b | c | d == 0 }

  func isBit(_ index: Int) -> Bool {
    let word =
      switch index >> 6 {
      case 0: a
      case 1: b
      case 2: c
      default: d
      }
    return word >> UInt64(index & 63) & 1 == 1
  }

  /// Adds modulo 2^256; returns whether a bit was carried out.
  @inline(__always)
  mutating func add(_ other: UInt256) -> Bool {
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
  @inline(__always)
  mutating func subtract(_ other: UInt256) -> Bool {
    var borrow: UInt64 = 0
    func difference(_ x: UInt64, _ y: UInt64) -> UInt64 {
      let difference = UInt128(x) &- UInt128(y) &- UInt128(borrow)
      borrow = UInt64(truncatingIfNeeded: difference >> 64) & 1
      return UInt64(truncatingIfNeeded: difference)
    }
    (a, b, c, d) = (difference(a, other.a), difference(b, other.b), difference(c, other.c), difference(d, other.d))
    return borrow != 0
  }

  static func < (x: UInt256, y: UInt256) -> Bool {
    var difference = x
    return difference.subtract(y)
  }
}

extension UInt256 {
  /// Reads 32 bytes, the most significant first.
  init(_ bytes: some Collection<UInt8>) {
    self = .zero
    var words: [UInt64] = []
    var word: UInt64 = 0
    for (place, byte) in bytes.enumerated() {
      word = word << 8 | UInt64(byte)
      if place % 8 == 7 { words.append(word) }
    }
    precondition(words.count == 4 && bytes.count == 32)
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
  private let square: UInt256

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
    var square = one
    for _ in 0..<256 { square = Modulus.sum(square, square, value) }
    self.square = square
  }

  /// A number below the modulus in Montgomery's form.
  func form(_ x: UInt256) -> UInt256 { product(x, square) }

  /// The number that Montgomery's form stands for.
  func number(_ x: UInt256) -> UInt256 { product(x, .one) }

  @inline(__always)
  func sum(_ x: UInt256, _ y: UInt256) -> UInt256 { Modulus.sum(x, y, value) }

  @inline(__always)
  func difference(_ x: UInt256, _ y: UInt256) -> UInt256 {
    var difference = x
    if difference.subtract(y) { _ = difference.add(value) }
    return difference
  }

  @inline(__always)
  func product(_ x: UInt256, _ y: UInt256) -> UInt256 {
    var (sum, top) = (UInt256.zero, UInt64(0))
    add(x.a, y, &sum, &top)
    add(x.b, y, &sum, &top)
    add(x.c, y, &sum, &top)
    add(x.d, y, &sum, &top)
    return Modulus.reduced(sum, top != 0, value)
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

  /// Adds the product of a word and a number, then the multiple of the modulus that makes the lowest word zero, and
  /// drops that word.
  @inline(__always)
  private func add(_ x: UInt64, _ y: UInt256, _ sum: inout UInt256, _ top: inout UInt64) {
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

  @inline(__always)
  private static func sum(_ x: UInt256, _ y: UInt256, _ value: UInt256) -> UInt256 {
    var sum = x
    let carry = sum.add(y)
    return reduced(sum, carry, value)
  }

  @inline(__always)
  private static func reduced(_ sum: UInt256, _ carry: Bool, _ value: UInt256) -> UInt256 {
    var reduced = sum
    return reduced.subtract(value) && !carry ? sum : reduced
  }
}
