import FHIRAllocator

/// Counts heap allocations, where the platform lets us.
enum AllocationCount {
  /// How many allocations the work makes, on all threads; nil where that cannot be known.
  static func during(_ work: () -> Void) -> Int? {
    guard isTrustworthy else { return nil }
    allocation_count_start()
    work()
    return Int(allocation_count_stop())
  }

  /// Whether allocations of a known number are seen, Swift's own among them.
  ///
  /// A linker or a loader can leave the counting functions out, and 0 would then look like a triumph.
  private static let isTrustworthy: Bool = {
    guard allocation_count_is_available() else { return false }
    var kept: [AnyObject] = []
    kept.reserveCapacity(100)
    allocation_count_start()
    for number in 0..<100 { kept.append(Witness(number)) }
    let seen = allocation_count_stop()
    return kept.count == 100 && seen == 100
  }()

  private final class Witness {
    let number: Int
    init(_ number: Int) { self.number = number }
  }
}
