/// 128 bits that stand for a text or a value.
package struct Fingerprint: Hashable, Sendable {
  package var low: UInt64
  package var high: UInt64

  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }
}

/// The secret of the fingerprints.
///
/// Fingerprints alone decide what is the same: no record is read a second time. So two contents must not have the same
/// fingerprint, neither by chance nor by an attacker's intent.
///
/// - By chance: a fingerprint has 128 bits. Two given contents collide with a probability of about 2^-128, and the
///   probability that any two of `n` records collide is about `n`² / 2^129: one in 10^19 for ten thousand million
///   records. The id as written and the version take 64 bits each; they are compared only within one identity of 128
///   bits.
/// - By intent: the secret is four random words, drawn for each index, and no report shows a fingerprint. Records are
///   written before the secret is drawn, so an attacker cannot prepare colliding records.
///
/// Shards that are to be merged share one secret: see ``RecordIndex/init(key:budget:)``.
///
/// The mixing step multiplies 64 by 64 bits and folds both halves of the product, in two lanes. Each factor is masked
/// by a word of the secret, so which products collide depends only on the secret. The bounds above assume that the
/// lanes are random functions of the secret, which is not proven.
public struct FingerprintKey: Hashable, Sendable {
  /// The four words of the secret.
  public var words: [UInt64] { [a, b, c, d] }
  // Four properties and no array, so that copies of the key need no reference counting.
  let a: UInt64
  let b: UInt64
  let c: UInt64
  let d: UInt64

  /// Draws a secret.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init((0..<4).map { _ in generator.next() })
  }

  /// Makes a secret that shards agreed on, of four words; missing words are derived from the given ones.
  public init(_ words: [UInt64]) {
    var four = Array(words.prefix(4))
    while four.count < 4 { four.append((four.last ?? 0) &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03) }
    a = four[0]
    b = four[1]
    c = four[2]
    d = four[3]
  }

  /// The fingerprint of bytes, continuing from `seed`: fingerprints of equal bytes under different seeds are unrelated.
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

  /// The fingerprint of at most sixteen bytes, as most keys and codes are: each lane multiplies once.
  ///
  /// The length is multiplied by a word of the secret. An exclusive or with the length could cancel a difference of the
  /// bytes: the overlapping words of `aaaaaaaaa` and `aaaaaaaaab` are an example.
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

  /// Up to sixteen bytes as two words, which may overlap; the length, mixed in last, keeps the result unambiguous.
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
