import FHIRValidation

/// Measures the gains of the shortcuts of validation: the time without each, in turn with the time with all.
struct Gains {
  private struct Way {
    let name: String
    let validator: () -> Validator
    var times = Samples()
  }

  private var ways: [Way]
  private var all = Samples()

  /// - Parameter names: the names of shortcuts, see `Shortcuts.byName`.
  init(without names: [String]) {
    ways = Shortcuts.byName.filter { names.contains($0.name) }.map { name, shortcut in
      // Its definitions are loaded once; its caches are new in each round.
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

  /// The medians, each relative to the one with all shortcuts.
  var figures: [Report.Gain] {
    ways.map { Report.Gain(without: $0.name, seconds: $0.times.figures, timesAsLong: $0.times.median / all.median) }
  }
}
