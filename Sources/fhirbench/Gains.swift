import FHIRAllocator
import FHIRValidation
import Foundation

/// Measures the gains of the shortcuts of validation: the time without each, in turn with the time with all. All ways
/// are made alike, each with its own definitions, and each round starts with the next one: whichever comes first finds
/// the caches as another stage has left them. The control is one more way with all shortcuts, measured like one without
/// a shortcut. The difference between it and the reference is the error of the instrument.
struct Gains {
  /// The definitions of the validator are loaded once; its memories are new in each round.
  private typealias Way = (name: String, validator: Validator, times: [Double])

  /// The reference, the control, and one way without each shortcut.
  private var ways: [Way]

  init(without names: [String]) {
    var shortcuts: [(name: String, shortcut: Shortcuts)] = [("", []), ("nothing", [])]
    shortcuts += Shortcuts.byName.filter { names.contains($0.name) }
    ways = names.isEmpty ? [] : shortcuts.map { Way($0.name, Validator(without: $0.shortcut), []) }
  }

  /// Measures one round; round 0 warms up and does not count.
  mutating func measure(round: Int, _ validate: (Validator) -> Void) {
    for turn in ways.indices {
      let place = (round + turn) % ways.count
      let validator = ways[place].validator.fresh()
      let seconds = processorTime { validate(validator) }
      if round > 0 { ways[place].times.append(seconds) }
    }
  }

  /// The median times, each divided by that with all shortcuts; the control first.
  var figures: [(name: String, timesAsLong: Double)] {
    guard let reference = ways.first?.times.median else { return [] }
    return ways.dropFirst().map { ($0.name, $0.times.median / reference) }
  }
}

/// Runs the work once and returns its processor time in this thread, in seconds, without other work of the machine.
func processorTime(of work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  work()
  return now() - start
}

extension [Double] {
  /// The median; for an even number, the mean of the two in the middle.
  var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

enum AllocationCount {
  /// The number of allocations during the work, on all threads; `nil` if it cannot be counted.
  static func during(_ work: () -> Void) -> Int? {
    guard isTrustworthy else { return nil }
    allocation_count_start()
    work()
    return Int(allocation_count_stop())
  }

  /// Whether a known number of allocations is counted correctly, including Swift's own. A linker or loader can leave
  /// out the counting functions, and the count of 0 would be mistaken for a good result.
  private static let isTrustworthy: Bool = {
    guard allocation_count_is_available() else { return false }
    var kept: [AnyObject] = []
    kept.reserveCapacity(100)
    allocation_count_start()
    for _ in 0..<100 { kept.append(Witness()) }
    let seen = allocation_count_stop()
    return kept.count == 100 && seen == 100
  }()

  private final class Witness {}
}
