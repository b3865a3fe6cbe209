#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The times of one stage over the rounds, in seconds.
struct Samples {
  private var seconds: [Double] = []

  /// Runs the work once and returns its processor time in this thread, which excludes other work of the machine.
  static func time(_ work: () throws -> Void) rethrows -> Double {
    let start = threadSeconds()
    try work()
    return threadSeconds() - start
  }

  /// The processor time of this thread.
  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  mutating func add(_ sample: Double) { seconds.append(sample) }

  /// The median; for an even number, the mean of the two in the middle.
  var median: Double {
    let sorted = seconds.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  var figures: Report.Seconds {
    Report.Seconds(median: median, minimum: seconds.min() ?? 0, maximum: seconds.max() ?? 0)
  }
}
