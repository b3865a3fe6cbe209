extension Machine {
  /// `now()`, `today()` and `timeOfDay()`: the same moment throughout an evaluation.
  mutating func evaluateClock(_ instruction: Instruction) throws(FHIRPathError) {
    let instant = self.instant ?? Instant.now
    self.instant = instant
    switch instruction.op {
    case .now: try push(arena.keep(instant.moment, .dateTime))
    case .today:
      var date = instant.moment
      (date.hour, date.minute, date.second, date.nanoseconds) = (0, 0, 0, 0)
      date.offset = nil
      date.fractionDigits = 0
      date.precision = .day
      try push(arena.keep(date, .date))
    default:
      var time = instant.moment
      (time.year, time.month, time.day) = (0, 1, 1)
      time.offset = nil
      try push(arena.keep(time, .time))
    }
  }
}
