import FHIRSupport

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
/// The bounds above assume that the lanes of ``KeyedHash`` are random functions of the secret, which is not proven.
public struct FingerprintKey: Hashable, Sendable {
  /// The four words of the secret.
  public var words: [UInt64] { [keyed.a, keyed.b, keyed.c, keyed.d] }
  let keyed: KeyedHash

  /// Draws a secret.
  public init() { keyed = KeyedHash() }

  /// Makes a secret that shards agreed on, of four words; missing words are derived from the given ones.
  public init(_ words: [UInt64]) {
    var four = Array(words.prefix(4))
    while four.count < 4 { four.append((four.last ?? 0) &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03) }
    keyed = KeyedHash(four[0], four[1], four[2], four[3])
  }

  /// The fingerprint of bytes, continuing from `seed`: see ``KeyedHash``.
  @inline(__always)
  func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, seed: Fingerprint) -> Fingerprint {
    keyed.hash(bytes, count, seed: seed)
  }

  /// The fingerprint of a fingerprint and a number, continuing from `seed`.
  @inline(__always)
  func combine(_ value: Fingerprint, _ number: UInt64, seed: Fingerprint) -> Fingerprint {
    keyed.combine(value, number, seed: seed)
  }
}
