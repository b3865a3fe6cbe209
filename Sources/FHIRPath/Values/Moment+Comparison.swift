extension Moment {
  /// Below, at or above zero, if this is before, at or after another; `nil` if that is undecided.
  ///
  /// The parts are compared from the year down. If one of the two is less precise, or only one of them has a zone, the
  /// order may be undecided.
  func compare(_ other: Moment) -> Int? {
    var (first, second) = (self, other)
    if first.precision >= .hour, second.precision >= .hour {
      switch (first.offset, second.offset) {
      case (nil, nil): break
      case (.some, .some):
        if first.offset != second.offset {
          guard first.moveToUTC(), second.moveToUTC() else { return nil }
        }
      default: return nil
      }
    }
    let shared = min(first.precision, second.precision)
    let mine = first.parts
    let theirs = second.parts
    for part in 0...Int(shared.rawValue) where mine[part] != theirs[part] {
      return mine[part] < theirs[part] ? -1 : 1
    }
    return first.precision == second.precision ? 0 : nil
  }

  private var parts: InlineParts {
    InlineParts(year, month, day, hour, minute, second * 1_000_000_000 + nanoseconds)
  }

  /// The six parts by index, without an array.
  private struct InlineParts {
    private let values: (Int, Int, Int, Int, Int, Int)

    init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ nanoseconds: Int) {
      values = (year, month, day, hour, minute, nanoseconds)
    }

    subscript(_ part: Int) -> Int {
      switch part {
      case 0: values.0
      case 1: values.1
      case 2: values.2
      case 3: values.3
      case 4: values.4
      default: values.5
      }
    }
  }

  /// Converts the parts to UTC; `false` if the year leaves the calendar.
  private mutating func moveToUTC() -> Bool {
    guard let minutes = offset, minutes != 0 else { return true }
    offset = 0
    return set(
      dayNumber: dayNumber, nanosecondOfDay: nanosecondOfDay - minutes * 60_000_000_000, within: CalendarDate.allYears)
  }
}
