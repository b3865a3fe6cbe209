#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A moment of the world's time and the zone that it is read in.
struct Instant {
  /// In Greenwich's time.
  var secondsSince1970: Int
  var milliseconds: Int
  /// Minutes east of Greenwich.
  var offset: Int

  /// The date and time that a clock in the zone shows.
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
