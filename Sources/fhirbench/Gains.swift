import FHIRValidation

/// What shortcuts of the validation gain: its time without each, in turn with its time with all.
struct Gains {
  private struct Way {
    let name: String
    let validator: () -> Validator
    var times = Samples()
  }

  private var ways: [Way]
  private var all = Samples()

  /// - Parameter names: those of shortcuts, see `Shortcuts.byName`.
  init(without names: [String]) {
    ways = Shortcuts.byName.filter { names.contains($0.name) }.map { name, shortcut in
      // What it is judged by is made once; what it remembers begins anew each round.
      let first = Validator(without: shortcut)
      return Way(name: name) { first.fresh() }
    }
  }

  /// Measures one round; the first should not count.
  mutating func measure(counts: Bool, _ validate: (Validator) -> Void) {
    if ways.isEmpty { return }
    let seconds = Samples.time { validate(Validator()) }
    if counts { all.add(seconds) }
    for index in ways.indices {
      let validator = ways[index].validator
      let seconds = Samples.time { validate(validator()) }
      if counts { ways[index].times.add(seconds) }
    }
  }

  /// The medians, each against that with all.
  var figures: [Report.Gain] {
    ways.map { Report.Gain(without: $0.name, seconds: $0.times.figures, timesAsLong: $0.times.median / all.median) }
  }
}
