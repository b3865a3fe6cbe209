import FHIRAllocator

/// Counts heap allocations, on platforms that allow it.
enum AllocationCount {
  /// The number of allocations during the work, on all threads; `nil` if it cannot be counted.
  static func during(_ work: () -> Void) -> Int? {
    guard isTrustworthy else { return nil }
    allocation_count_start()
    work()
    return Int(allocation_count_stop())
  }

  /// Whether a known number of allocations is counted correctly, including Swift's own.
  ///
  /// A linker or loader can leave out the counting functions, and the count of 0 would be mistaken for a good result.
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
