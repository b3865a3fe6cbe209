/// The keyed hash of bytes: 128 bits that only one who has the key can predict.
///
/// Everything that looks texts up by a hash, or lets a hash stand for a text, uses it: an attacker who does not know the
/// key cannot prepare texts that collide. ``process`` is the key for what lives as long as the process. What is written
/// down, or compared with the hashes of another process, has a key of its own.
///
/// The mixing step multiplies 64 by 64 bits and folds both halves of the product, in two lanes. Each factor is masked
/// by a word of the key, so which products collide depends only on the key. The results are the same on every machine
/// and in every version: digests that were written down remain valid.
@frozen
@usableFromInline
package struct KeyedHash: Hashable, Sendable {
  // Four properties and no array, so that copies of the key need no reference counting.
  @usableFromInline package let a, b, c, d: UInt64

  @inlinable
  package init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(generator.next(), generator.next(), generator.next(), generator.next())
  }

  package static let process = KeyedHash()

  /// The fingerprint of bytes, continuing from `seed`: fingerprints of equal bytes under different seeds are unrelated.
  @inlinable @inline(__always)
  package func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, seed: Fingerprint = .zero) -> Fingerprint {
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

  /// The fingerprint of bytes that may be empty, such as those of a text, continuing from `seed`.
  @inlinable
  package func hash(_ bytes: some Collection<UInt8>, seed: Fingerprint = .zero) -> Fingerprint {
    let known = bytes.withContiguousStorageIfAvailable { bytes in
      // The fingerprint of an empty text must not depend on whether it has an address.
      bytes.isEmpty ? combine(seed, 0, seed: seed) : bytes.baseAddress.map { hash($0, bytes.count, seed: seed) }
    }
    return (known ?? nil) ?? hash(Array(bytes), seed: seed)
  }

  /// The fingerprint of at most sixteen bytes, as most keys and codes are: each lane multiplies once.
  ///
  /// The length is multiplied by a word of the key. An exclusive or with the length could cancel a difference of the
  /// bytes: the overlapping words of `aaaaaaaaa` and `aaaaaaaaab` are an example.
  @inlinable @inline(__always) func short(_ p: UnsafeRawPointer, _ count: Int, seed: Fingerprint) -> Fingerprint {
    let (x, y) = Self.tail(p, count)
    let length = UInt64(truncatingIfNeeded: count)
    return Fingerprint(
      low: Self.fold(x ^ c, (y ^ seed.low ^ a) &+ length &* (b | 1)),
      high: Self.fold((x ^ seed.high ^ b) &+ length &* (a | 1), y ^ d))
  }

  /// The fingerprint of a fingerprint and a number, continuing from `seed`.
  @inlinable @inline(__always)
  package func combine(_ value: Fingerprint, _ number: UInt64, seed: Fingerprint) -> Fingerprint {
    finish(
      Self.fold(value.low ^ c, value.high ^ seed.low ^ a), Self.fold(value.low ^ seed.high ^ b, value.high ^ d), number)
  }

  @inlinable @inline(__always) func finish(_ first: UInt64, _ second: UInt64, _ number: UInt64) -> Fingerprint {
    Fingerprint(low: Self.fold(first ^ number ^ d, second ^ b), high: Self.fold(second ^ number ^ a, first ^ c))
  }

  /// Both halves of the product. At least one factor must be masked by a word of the key.
  @inlinable @inline(__always) package static func fold(_ x: UInt64, _ y: UInt64) -> UInt64 {
    let product = x.multipliedFullWidth(by: y)
    return product.high ^ product.low
  }

  /// Up to sixteen bytes as two words, which may overlap; the length, mixed in last, keeps the result unambiguous.
  @inlinable @inline(__always) static func tail(_ p: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if count >= 8 {
      return (p.loadUnaligned(as: UInt64.self), p.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
    }
    if count >= 4 {
      let last = p.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return (UInt64(p.loadUnaligned(as: UInt32.self)), UInt64(last))
    }
    guard count > 0 else { return (0, 0) }
    let middle = UInt64(p.load(fromByteOffset: count / 2, as: UInt8.self))
    let last = UInt64(p.load(fromByteOffset: count - 1, as: UInt8.self))
    return (UInt64(p.load(as: UInt8.self)) << 16 | middle << 8 | last, 0)
  }
}

/// 128 bits that stand for a text or a value: see ``KeyedHash``.
@frozen
@usableFromInline
package struct Fingerprint: Hashable, Sendable {
  @usableFromInline package var low, high: UInt64

  @inlinable package init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  /// What a hash that continues nothing starts from.
  @inlinable package static var zero: Fingerprint { Fingerprint(low: 0, high: 0) }
}
