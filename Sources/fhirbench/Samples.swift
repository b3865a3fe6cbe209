/// The times of one stage over the rounds, in seconds.
struct Samples {
  private var seconds: [Double] = []

  /// Runs the work once and returns how long it took.
  static func time(_ work: () throws -> Void) rethrows -> Double {
    let elapsed = try ContinuousClock().measure(work)
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  mutating func add(_ sample: Double) { seconds.append(sample) }

  /// The middle one; of an even number, the mean of the two in the middle.
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
