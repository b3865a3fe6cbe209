#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A moment in UTC, with the zone in which it is shown.
struct Instant {
  /// In UTC.
  var secondsSince1970: Int
  var milliseconds: Int
  /// Minutes east of UTC.
  var offset: Int

  /// The date and time of a clock in the zone.
  var moment: Moment {
    var moment = Moment(precision: .second)
    let local = secondsSince1970 + offset * 60
    let days = (local >= 0 ? local : local - 86_399) / 86_400
    _ = moment.set(dayNumber: days, nanosecondOfDay: (local - days * 86_400) * 1_000_000_000 + milliseconds * 1_000_000)
    moment.fractionDigits = 3
    moment.offset = offset
    return moment
  }

  /// The system's clock, in the system's zone.
  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    return Instant(
      secondsSince1970: Int(time.tv_sec), milliseconds: Int(time.tv_nsec) / 1_000_000, offset: Int(local.tm_gmtoff) / 60
    )
  }
}
