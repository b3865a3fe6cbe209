import FHIRValidation

/// Measures the gains of the shortcuts of validation: the time without each, in turn with the time with all.
///
/// All ways are made alike, each with its own definitions, and each round starts with the next one: whichever comes first
/// finds the caches as another stage has left them. The control is one more way with all shortcuts, measured like one
/// without a shortcut. The difference between it and the reference is the error of the instrument.
struct Gains {
  private struct Way {
    let name: String
    /// Its definitions are loaded once; its memories are new in each round.
    let validator: Validator
    var times = Samples()
  }

  /// The reference, the control, and one way without each shortcut.
  private var ways: [Way]

  /// What the control is without.
  private static let nothing = "nothing"

  /// - Parameter names: the names of shortcuts, see `Shortcuts.byName`.
  init(without names: [String]) {
    var shortcuts: [(name: String, shortcut: Shortcuts)] = [("", []), (Self.nothing, [])]
    shortcuts += Shortcuts.byName.filter { names.contains($0.name) }
    ways = names.isEmpty ? [] : shortcuts.map { Way(name: $0.name, validator: Validator(without: $0.shortcut)) }
  }

  /// Measures one round; round 0 warms up and does not count.
  mutating func measure(round: Int, _ validate: (Validator) -> Void) {
    for turn in ways.indices {
      let place = (round + turn) % ways.count
      let validator = ways[place].validator.fresh()
      let seconds = Samples.time { validate(validator) }
      if round > 0 { ways[place].times.add(seconds) }
    }
  }

  /// The medians, each relative to the one with all shortcuts; the control first.
  var figures: [Report.Gain] {
    guard let reference = ways.first?.times.median else { return [] }
    return ways.dropFirst().map {
      Report.Gain(without: $0.name, seconds: $0.times.figures, timesAsLong: $0.times.median / reference)
    }
  }
}
