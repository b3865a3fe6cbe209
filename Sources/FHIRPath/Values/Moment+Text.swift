extension Moment {
  /// The moment in the form of its literal, without the `@` and, for times, the `T`.
  func text(_ kind: Kind) -> String {
    var text = ""
    if kind != .time {
      text = (year > 0 ? "" : "-") + Moment.padded(abs(writtenYear), 4)
      if precision >= .month { text += "-" + Moment.padded(month, 2) }
      if precision >= .day { text += "-" + Moment.padded(day, 2) }
    }
    guard precision >= .hour else { return text }
    if kind == .dateTime { text += "T" }
    text += Moment.padded(hour, 2)
    if precision >= .minute { text += ":" + Moment.padded(minute, 2) }
    if precision >= .second { text += ":" + Moment.padded(second, 2) }
    if precision >= .second, fractionDigits > 0 {
      text += "." + Moment.padded(nanoseconds, 9).prefix(fractionDigits)
    }
    guard let offset else { return text }
    if offset == 0 { return text + "Z" }
    return text + (offset < 0 ? "-" : "+") + Moment.padded(abs(offset) / 60, 2) + ":"
      + Moment.padded(abs(offset) % 60, 2)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
