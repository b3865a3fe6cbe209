/// Converts a name to two words and a place in the hash table; used to build the table and to look up names.
///
/// The place depends only on the first eight bytes and the length: the few names of a type that share both, such as
/// `valueQuantity`, are distinguished by their last bytes.
@usableFromInline
package enum NameHash {
  /// Masks that keep the first n bytes of a word.
  @inlinable @inline(__always)
  package static func head(_ p: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let word = UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
    return length >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: length &<< 3)) &- 1)
  }

  @inlinable @inline(__always)
  package static func tail(_ p: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    length <= 8 ? 0 : UInt64(littleEndian: UnsafeRawPointer(p + (length &- 8)).loadUnaligned(as: UInt64.self))
  }

  @inlinable @inline(__always)
  package static func hash(_ head: UInt64, _ length: Int, seed: UInt64) -> Int {
    Int(truncatingIfNeeded: ((head &+ UInt64(truncatingIfNeeded: length)) &* seed) &>> 40)
  }
}
