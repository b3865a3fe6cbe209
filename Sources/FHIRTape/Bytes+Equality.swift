extension Bytes {
  /// Whether two texts of equal length are the same; reads only their bytes.
  @inlinable @inline(__always)
  package static func isEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var place = 0
    if count >= 8 {
      // The last eight bytes may overlap the previous ones.
      while place &+ 8 < count {
        if load(a + place) != load(b + place) { return false }
        place &+= 8
      }
      return load(a + (count &- 8)) == load(b + (count &- 8))
    }
    if count >= 4 { return half(a) == half(b) && half(a + (count &- 4)) == half(b + (count &- 4)) }
    while place < count {
      if a[place] != b[place] { return false }
      place &+= 1
    }
    return true
  }

  /// Four bytes.
  @inlinable @inline(__always)
  static func half(_ p: UnsafePointer<UInt8>) -> UInt32 { UnsafeRawPointer(p).loadUnaligned(as: UInt32.self) }
}
