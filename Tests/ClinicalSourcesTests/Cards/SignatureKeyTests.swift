import Testing

@testable import ClinicalSources

struct SignatureKeyTests {
  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  // RFC 6979, A.2.5.
  private let key = SignatureKey(
    x: bytes("60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"),
    y: bytes("7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"))!
  private let r = bytes("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716")
  private let s = bytes("F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8")
  private let message = Array("sample".utf8)

  /// The part that does not need CryptoKit, on all platforms.
  private func verifies(_ signature: [UInt8], _ message: [UInt8], _ key: SignatureKey) -> Bool {
    let own = key.verifies(signature, ofDigest: SHA256.digest(of: message))
    #if canImport(CryptoKit)
      #expect(key.verifies(signature, of: message) == own)
    #endif
    return own
  }

  @Test func verifiesPublishedSignatures() {
    #expect(verifies(r + s, message, key))
    let other = Self.bytes(
      "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367"
        + "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083")
    #expect(verifies(other, Array("test".utf8), key))
    #expect(!verifies(other, message, key))
  }

  @Test func acceptsTheOtherRoot() {
    var other = CurvePoint.order.value
    _ = other.subtract(UInt256(s))
    #expect(verifies(r + CardIssuer.bytes(other), message, key))
  }

  @Test func refusesEachChangedBit() {
    for bit in stride(from: 0, to: 512, by: 7) {
      var signature = r + s
      signature[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!verifies(signature, message, key))
    }
  }

  @Test func refusesNumbersOutOfRange() {
    let order = CardIssuer.bytes(CurvePoint.order.value)
    let prime = CardIssuer.bytes(CurvePoint.field.value)
    let none = [UInt8](repeating: 0, count: 32)
    let most = [UInt8](repeating: 255, count: 32)
    for wrong in [none, order, prime, most] {
      #expect(!verifies(wrong + s, message, key))
      #expect(!verifies(r + wrong, message, key))
      #expect(!verifies(wrong + wrong, message, key))
    }
  }

  @Test func refusesOtherForms() {
    let der = [0x30, 0x46, 0x02, 0x21, 0x00] + r + [0x02, 0x21, 0x00] + s
    for signature in [[], r, r + s + [0], [0] + r + s, Array((r + s).dropLast()), der] {
      #expect(!verifies(signature, message, key))
    }
  }

  /// The sum of both products is infinity for r = -e/d, and twice one point for r = e/d.
  @Test func treatsTheExceptionsOfAddition() {
    let order = CurvePoint.order
    for secret in [1, 2, 777] as [UInt64] {
      let point = CurvePoint.sum(UInt256(a: secret, b: 0, c: 0, d: 0), .zero, times: .base)
      let inverse = CurvePoint.field.inverse(point.z)
      let square = CurvePoint.field.product(inverse, inverse)
      let x = CurvePoint.field.number(CurvePoint.field.product(point.x, square))
      let y = CurvePoint.field.number(CurvePoint.field.product(point.y, CurvePoint.field.product(square, inverse)))
      let key = SignatureKey(x: CardIssuer.bytes(x), y: CardIssuer.bytes(y))!
      let e = order.form(UInt256(SHA256.digest(of: message)))
      let quotient = order.product(e, order.inverse(order.form(UInt256(a: secret, b: 0, c: 0, d: 0))))
      let opposite = order.difference(.zero, quotient)
      for s in [UInt256.one, UInt256(a: 9, b: 0, c: 0, d: 0)] {
        #expect(!verifies(CardIssuer.bytes(order.number(opposite)) + CardIssuer.bytes(s), message, key))
        #expect(!verifies(CardIssuer.bytes(order.number(quotient)) + CardIssuer.bytes(s), message, key))
      }
    }
    let sum = CurvePoint.sum(.one, UInt256(a: 2, b: 0, c: 0, d: 0), times: .base)
    let three = CurvePoint.sum(UInt256(a: 3, b: 0, c: 0, d: 0), .zero, times: .base)
    let field = CurvePoint.field
    #expect(
      field.product(sum.x, field.product(three.z, three.z)) == field.product(three.x, field.product(sum.z, sum.z)))
    var last = order.value
    _ = last.subtract(.one)
    #expect(CurvePoint.sum(last, .one, times: .base).isInfinity)
  }

  /// x of the point is at least the order, so that r is x less the order. The key is made for the point.
  @Test func comparesModuloTheOrder() throws {
    let (field, order) = (CurvePoint.field, CurvePoint.order)
    // With x = order + 3 there is a point: p = 3 modulo 4 gives its root.
    var x = order.value
    _ = x.add(UInt256(a: 3, b: 0, c: 0, d: 0))
    var exponent = field.value
    _ = exponent.add(.one)
    exponent = UInt256(
      a: exponent.a >> 2 | exponent.b << 62, b: exponent.b >> 2 | exponent.c << 62,
      c: exponent.c >> 2 | exponent.d << 62, d: exponent.d >> 2)
    var found = false
    for _ in 0..<20 where !found {
      let formed = field.form(x)
      let three = field.sum(field.sum(formed, formed), formed)
      let b = field.difference(
        field.product(CurvePoint.base.y, CurvePoint.base.y),
        field.difference(
          field.product(field.product(CurvePoint.base.x, CurvePoint.base.x), CurvePoint.base.x),
          field.sum(field.sum(CurvePoint.base.x, CurvePoint.base.x), CurvePoint.base.x)))
      let square = field.sum(field.difference(field.product(field.product(formed, formed), formed), three), b)
      var root = field.one
      for bit in (0..<256).reversed() {
        root = field.product(root, root)
        if exponent.isBit(bit) { root = field.product(root, square) }
      }
      if field.product(root, root) == square {
        found = true
        let point = CurvePoint(x: formed, y: root, z: field.one)
        var r = x
        _ = r.subtract(order.value)
        var other = r
        _ = other.add(.one)
        #expect(point.hasX(r) && !point.hasX(other))
      }
      _ = x.add(.one)
    }
    #expect(found)
  }

  @Test func refusesPointsThatAreNotOnTheCurve() {
    var y = key.y
    y[31] ^= 1
    let none = [UInt8](repeating: 0, count: 32)
    #expect(SignatureKey(x: key.x, y: y) == nil)
    #expect(SignatureKey(x: none, y: none) == nil)
    #expect(SignatureKey(x: Array(key.x.dropLast()), y: key.y) == nil)
    #expect(SignatureKey(x: CardIssuer.bytes(CurvePoint.field.value), y: key.y) == nil)
  }

  @Test func verifiesWhatItSigns() {
    for number in 0..<4 {
      let issuer = CardIssuer("\(number)")
      let message = [UInt8](repeating: UInt8(number), count: number * 7)
      #expect(verifies(issuer.signature(of: message), message, issuer.key))
      #expect(!verifies(issuer.signature(of: message), message + [0], issuer.key))
      #expect(!verifies(issuer.signature(of: message), message, CardIssuer("other").key))
    }
  }
}

struct SHA256Tests {
  // FIPS 180-4's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestsOfTheStandard(text: String, digest: String) {
    let found = SHA256.digest(of: text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(found == digest)
  }
}

struct Base64URLTests {
  @Test func goesBothWays() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(Base64URL.bytes(of: Base64URL.text(of: bytes).utf8) == bytes)
    }
    #expect(Base64URL.text(of: [0xFB, 0xFF]) == "-_8")
  }

  @Test(arguments: ["A", "AAAAA", "AB", "AAB", "AA=", "AA==", "A+", "A/", "AA AA", "é", "AA\n"])
  func refusesOtherTexts(text: String) { #expect(Base64URL.bytes(of: text.utf8) == nil) }
}
