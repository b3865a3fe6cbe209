/// 128 bits that stand for a text or a value.
package struct Fingerprint: Hashable, Sendable {
  package var low: UInt64
  package var high: UInt64

  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }
}

/// The secret that fingerprints are made with.
///
/// Fingerprints decide what is the same: no record is read a second time. So two contents must not meet by chance, nor
/// because somebody wrote them to meet.
///
/// - By chance: a fingerprint has 128 bits. Two given contents share one with a chance of about 2^-128, and among `n`
///   records the chance that any two do is about `n`² / 2^129: for ten thousand million records one in 10^19. Of the
///   parts of an identity, the id as written and the version take 64 bits each; they are compared only within one
///   identity of 128 bits.
/// - On purpose: the secret is four random words, drawn anew for each index, and no report shows a fingerprint. Records
///   are written before the secret is drawn, so nobody can look for two that meet.
///
/// Shards that are to be merged share one secret: see ``RecordIndex/init(key:budget:)``.
///
/// The mixing is multiplication of 64 by 64 bits with both halves of the product folded together, in two lanes. Each
/// factor is masked by a word of the secret, so that which products meet depends on the secret alone. The bounds above
/// take the lanes for random functions of the secret, which is not proven.
public struct FingerprintKey: Hashable, Sendable {
  /// The four words of the secret.
  public var words: [UInt64] { [a, b, c, d] }
  // No array, so that a copy of the key costs nothing.
  let a: UInt64
  let b: UInt64
  let c: UInt64
  let d: UInt64

  /// Draws a secret.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init((0..<4).map { _ in generator.next() })
  }

  /// A secret that shards agreed on; four words are used, and missing ones are made from those that are there.
  public init(_ words: [UInt64]) {
    var four = Array(words.prefix(4))
    while four.count < 4 { four.append((four.last ?? 0) &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03) }
    a = four[0]
    b = four[1]
    c = four[2]
    d = four[3]
  }

  /// The fingerprint of bytes, continuing from `seed`: equal bytes under different seeds have nothing in common.
  @inline(__always)
  func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, seed: Fingerprint) -> Fingerprint {
    var p = UnsafeRawPointer(bytes)
    if count <= 16 { return short(p, count, seed: seed) }
    var first = seed.low ^ a
    var second = seed.high ^ b
    var rest = count
    while rest > 16 {
      let x = p.loadUnaligned(as: UInt64.self)
      let y = p.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      first = Self.fold(x ^ c, y ^ first)
      second = Self.fold(x ^ second, y ^ d)
      p += 16
      rest -= 16
    }
    let (x, y) = Self.tail(p, rest)
    first = Self.fold(x ^ c, y ^ first)
    second = Self.fold(x ^ second, y ^ d)
    return finish(first, second, UInt64(truncatingIfNeeded: count))
  }

  /// The same of at most sixteen bytes, which most keys and codes are: each lane multiplies once.
  ///
  /// The length goes in times a word of the secret. As an exclusive or it could undo a difference of the bytes, as of
  /// `aaaaaaaaa` and `aaaaaaaaab`, whose words overlap.
  @inline(__always)
  private func short(_ p: UnsafeRawPointer, _ count: Int, seed: Fingerprint) -> Fingerprint {
    let (x, y) = Self.tail(p, count)
    let length = UInt64(truncatingIfNeeded: count)
    return Fingerprint(
      low: Self.fold(x ^ c, (y ^ seed.low ^ a) &+ length &* (b | 1)),
      high: Self.fold((x ^ seed.high ^ b) &+ length &* (a | 1), y ^ d))
  }

  /// The fingerprint of a fingerprint and a number, continuing from `seed`.
  @inline(__always)
  func combine(_ value: Fingerprint, _ number: UInt64, seed: Fingerprint) -> Fingerprint {
    finish(
      Self.fold(value.low ^ c, value.high ^ seed.low ^ a), Self.fold(value.low ^ seed.high ^ b, value.high ^ d), number)
  }

  @inline(__always)
  private func finish(_ first: UInt64, _ second: UInt64, _ number: UInt64) -> Fingerprint {
    Fingerprint(low: Self.fold(first ^ number ^ d, second ^ b), high: Self.fold(second ^ number ^ a, first ^ c))
  }

  /// Both halves of the product.
  @inline(__always)
  private static func fold(_ x: UInt64, _ y: UInt64) -> UInt64 {
    let product = x.multipliedFullWidth(by: y)
    return product.high ^ product.low
  }

  /// Up to sixteen bytes as two words; the length, which goes in last, tells apart what overlaps here.
  @inline(__always)
  private static func tail(_ p: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if count >= 8 {
      return (p.loadUnaligned(as: UInt64.self), p.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
    }
    if count >= 4 {
      return (
        UInt64(p.loadUnaligned(as: UInt32.self)),
        UInt64(p.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      )
    }
    guard count > 0 else { return (0, 0) }
    let middle = UInt64(p.load(fromByteOffset: count / 2, as: UInt8.self))
    let last = UInt64(p.load(fromByteOffset: count - 1, as: UInt8.self))
    return (UInt64(p.load(as: UInt8.self)) << 16 | middle << 8 | last, 0)
  }
}
