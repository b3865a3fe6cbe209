import FHIRPrimitives

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A public key of ECDSA over P-256, which verifies signatures made with SHA-256. Nothing secret is handled, so the
/// time may depend on the numbers.
///
/// Specification: <https://doi.org/10.6028/NIST.FIPS.186-5>, section 6.4.2
package struct SignatureKey: Sendable {
  /// The coordinates, 32 bytes each.
  package let x, y: [UInt8]
  private let point: CurvePoint

  /// Makes a key from the coordinates of its point; `nil` unless each has 32 bytes and the point is on the curve.
  package init?(x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32, let point = CurvePoint.on(x: UInt256(x), y: UInt256(y)) else { return nil }
    (self.x, self.y, self.point) = (x, y, point)
  }

  /// Whether a signature is right for a message: the numbers r and s, 32 bytes each; no other form is read.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    #if canImport(CryptoKit)
      guard signature.count == 64, let key = try? P256.Signing.PublicKey(rawRepresentation: x + y),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    #else
      verifies(signature, ofDigest: SHA256.digest(of: message))
    #endif
  }

  /// The same without CryptoKit, for a digest of 32 bytes.
  package func verifies(_ signature: [UInt8], ofDigest digest: [UInt8]) -> Bool {
    guard signature.count == 64 else { return false }
    let order = CurvePoint.order
    let (r, s) = (UInt256(signature[..<32]), UInt256(signature[32...]))
    guard !r.isZero, r < order.value, !s.isZero, s < order.value else { return false }
    var e = UInt256(digest)
    if !(e < order.value) { _ = e.subtract(order.value) }
    // One factor in Montgomery's form is enough: the product of it and a plain number is plain.
    let w = order.inverse(order.form(s))
    return CurvePoint.sum(order.product(e, w), order.product(r, w), times: point).hasX(r)
  }
}

/// SHA-256, as FIPS 180-4 defines it.
package enum SHA256 {
  package static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
    var state = start
    var padded = Array(bytes)
    let bits = UInt64(padded.count) * 8
    padded.append(0x80)
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    padded.withUnsafeBufferPointer { padded in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
        for block in stride(from: 0, to: padded.count, by: 64) {
          add(UnsafeBufferPointer(rebasing: padded[block..<block + 64]), words, &state)
        }
      }
    }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func add(
    _ block: UnsafeBufferPointer<UInt8>, _ words: UnsafeMutableBufferPointer<UInt32>, _ state: inout [UInt32]
  ) {
    for i in 0..<16 { words[i] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[4 * i + $1]) } }
    for i in 16..<64 {
      let (x, y) = (words[i - 15], words[i - 2])
      words[i] =
        words[i - 16] &+ words[i - 7] &+ (turn(x, 7) ^ turn(x, 18) ^ x >> 3) &+ (turn(y, 17) ^ turn(y, 19) ^ y >> 10)
    }
    var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let first = h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ (e & f ^ ~e & g) &+ constants[i] &+ words[i]
      let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
  }

  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let start: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// The same of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { n in (2..<n).allSatisfy { n % $0 != 0 } }
    return primes.prefix(64).map { prime in
      // The cube root of prime · 2^96, rounded down, has 32 bits after those of the integer.
      let cube = UInt128(prime) << 96
      var (low, high) = (UInt128(0), UInt128(1) << 36)
      while high - low > 1 {
        let middle = (low + high) / 2
        if middle * middle * middle <= cube { low = middle } else { high = middle }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }()
}

/// Base64 with the alphabet for URLs and without padding, as RFC 7515 uses it.
package enum Base64URL {
  static func has(_ character: UInt8) -> Bool { Base64Grammar.urlAlphabet.contains(character) }

  /// The bytes of a text; `nil` if it is not the text of these bytes, so that no two texts are the same signature.
  package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
    let standard = text.map { byte in
      byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
    }
    let bytes = standard.withUnsafeBufferPointer { Base64Grammar.bytes(of: $0) }
    return self.text(of: bytes).utf8.elementsEqual(text) ? bytes : nil
  }

  package static func text(of bytes: [UInt8]) -> String {
    let padded = Base64Grammar.text(of: bytes, Base64Grammar.urlAlphabet)
    return String(decoding: padded.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
  }
}
