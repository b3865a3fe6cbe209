import FHIRSchema

/// A number for each release, all counted at once for each sign: the library's own functions take them one by one.
struct ReleaseCounts: Equatable {
  private var counts = SIMD8<Int16>()

  private static var bits: SIMD8<Int16> { SIMD8(1, 2, 4, 8, 16, 32, 64, 128) }

  /// All bits of the numbers of some releases, none of the others.
  @inline(__always) private static func mask(_ some: ReleaseSet) -> SIMD8<Int16> {
    mask(bits & SIMD8(repeating: Int16(some.rawValue)) .== bits)
  }

  @inline(__always)
  private static func mask(_ mask: SIMDMask<SIMD8<Int16>>) -> SIMD8<Int16> { unsafeBitCast(mask, to: SIMD8.self) }

  @inline(__always) private static func releases(_ mask: SIMD8<Int16>) -> ReleaseSet {
    let halves = unsafeBitCast(mask & bits, to: SIMD2<UInt64>.self)
    let four = halves[0] | halves[1]
    let two = four | four &>> 32
    return ReleaseSet(rawValue: UInt8(truncatingIfNeeded: two | two &>> 16))
  }

  @inline(__always) private static func largest(_ all: SIMD8<Int16>) -> Int16 {
    max(max(max(all[0], all[1]), max(all[2], all[3])), max(max(all[4], all[5]), max(all[6], all[7])))
  }

  subscript(number: ReleaseNumber) -> Int16 { counts[Int(number.rawValue & 7)] }

  @inline(__always) mutating func add(_ number: Int16, to some: ReleaseSet) {
    counts &+= SIMD8(repeating: number) & Self.mask(some)
  }

  @inline(__always) func minimum(of some: ReleaseSet) -> Int16 {
    .max &- Self.largest((SIMD8(repeating: .max) &- counts) & Self.mask(some))
  }

  /// The releases among some with the least number, or less than a lead more.
  @inline(__always) func least(of some: ReleaseSet, within lead: Int16 = 1) -> ReleaseSet {
    // In most records a release lacks nothing.
    let faultless = lead == 1 ? Self.releases(Self.mask(counts .== SIMD8())).intersection(some) : []
    if !faultless.isEmpty { return faultless }
    return Self.releases(Self.mask(counts .< SIMD8(repeating: minimum(of: some) &+ lead))).intersection(some)
  }

  /// The releases among some with the largest number, and how much more it is than the next one; none without any.
  func most(of some: ReleaseSet) -> (releases: ReleaseSet, lead: Int16) {
    let known = counts & Self.mask(some)
    let most = Self.largest(known)
    if most == 0 { return ([], 0) }
    let isLess = Self.mask(known .< SIMD8(repeating: most))
    return (Self.releases(~isLess).intersection(some), most &- Self.largest(known & isLess))
  }
}
