/// The zone after a time: `Z`, or a signed `hh:mm` of at most 14 hours.
@usableFromInline
package enum UTCOffset {
  @inlinable package static func mayStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "Z") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  @inlinable package static func exists(hours: Int, minutes: Int) -> Bool {
    (hours <= 13 && minutes <= 59) || (hours == 14 && minutes == 0)
  }

  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int, from index: Int) -> PrimitiveFault {
    guard index < count else { return .missingZone }
    if p[index] == UInt8(ascii: "Z") { return index &+ 1 == count ? .none : .trailingCharacters }
    guard mayStart(p[index]) else { return .zoneMalformed }
    let hourDigits = ASCII.digitRun(p, count, from: index &+ 1)
    if hourDigits == 4, index &+ 5 == count { return .zoneWithoutColon }
    guard hourDigits == 2, index &+ 3 < count, p[index &+ 3] == UInt8(ascii: ":"),
      ASCII.digitRun(p, count, from: index &+ 4) == 2
    else { return .zoneMalformed }
    guard exists(hours: ASCII.twoDigits(p, at: index &+ 1), minutes: ASCII.twoDigits(p, at: index &+ 4))
    else { return .zoneOutOfRange }
    return index &+ 6 == count ? .none : .trailingCharacters
  }
}
