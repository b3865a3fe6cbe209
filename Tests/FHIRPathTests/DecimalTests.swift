import Testing

@testable import FHIRPath

/// Exact decimal arithmetic, up to its limits.
struct DecimalTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("1.50", "1.50"), ("-0.05", "-0.05"), ("1e3", "1000"), ("1.5E-3", "0.0015"), ("+2", "2"),
    ("00012", "12"), ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"),
  ])
  func readsAndWrites(text: String, written: String) throws {
    #expect(try #require(Decimal(text)).description == written)
  }

  @Test(arguments: [
    "", "-", ".5", "5.", "1..2", "1e", "1e+", "a", "1a", "100000000000000000000000000000000000000", "1e39", "1e-39",
    "1e99999999999999999999",
  ])
  func refuses(text: String) {
    #expect(Decimal(text) == nil)
  }

  /// Comparison is exact, even if a common scale does not fit.
  @Test(arguments: [
    ("1.0", "1.00", 0), ("99999999999999999999999999999999999999", "0.1", 1),
    ("-99999999999999999999999999999999999999", "0.1", -1), ("0.1", "99999999999999999999999999999999999999", -1),
    ("0.1", "-99999999999999999999999999999999999999", 1), ("2", "10", -1), ("-2", "-10", 1),
  ])
  func compares(first: String, second: String, order: Int) throws {
    #expect(try #require(Decimal(first)).compare(try #require(Decimal(second))) == order)
  }

  /// The largest numbers overflow to an empty result, and never trap.
  @Test func overflows() throws {
    let large = try #require(Decimal("99999999999999999999999999999999999999"))
    let small = try #require(Decimal("0.00000000000000000000000000000000000001"))
    #expect(large.adding(large) == nil)
    #expect(large.multiplied(by: large) == nil)
    #expect((-large).adding(-large) == nil)
    #expect(large.adding(small)?.description == large.description)
    #expect(small.multiplied(by: small)?.digits == 0)
    #expect(large.divided(by: small) == nil)
    #expect(small.divided(by: large) == nil)
    #expect(large.divided(by: Decimal(3))?.description == "33333333333333333333333333333333333333")
    #expect(
      large.multiplied(by: try #require(Decimal("0.1")))?.description == "9999999999999999999999999999999999999.9")
    #expect(large.rounded(to: 0) == large)
    #expect(large.raised(to: Decimal(2)) == nil)
    #expect(Decimal(shortest: small.double.squareRoot()) != nil)
  }

  /// A product and its quotient, over numbers of all sizes.
  @Test func quotientsUndoProducts() throws {
    var generator: UInt64 = 42
    func next() -> Int64 {
      generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(generator >> 33) % 1_000_000 - 500_000
    }
    for _ in 0..<2000 {
      let a = Decimal(digits: Int128(next()), scale: Int(abs(next()) % 6))
      let b = Decimal(digits: Int128(next()), scale: Int(abs(next()) % 6))
      guard b.digits != 0 else { continue }
      let product = try #require(a.multiplied(by: b))
      #expect(try #require(product.divided(by: b)) == a)
      let (quotient, remainder) = try #require(a.quotientAndRemainder(dividingBy: b))
      let back = try #require(Decimal(digits: quotient, scale: 0).multiplied(by: b)?.adding(remainder))
      #expect(back == a)
    }
  }
}
