#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A public key of ECDSA over P-256, which verifies signatures made with SHA-256.
///
/// Nothing secret is handled, so the time may depend on the numbers.
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

  /// Whether a signature is right for a message.
  ///
  /// - Parameter signature: the numbers r and s, 32 bytes each; no other form is read.
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
