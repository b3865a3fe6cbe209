import FHIRToolkit
import FHIRModelRuntime
import Foundation
import Testing

/// Conversions of dates between FHIR and Foundation lose nothing in either direction.
struct DateRoundTripTests {
  static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"].compactMap {
    TimeZone(identifier: $0)
  }

  @Test func pointsInTime() throws {
    var random = RandomValues(seed: 1)
    for _ in 0..<RandomValues.count {
      // The years 1 to 9999, except the days on which `Date` is finer than nine digits.
      let interval = Double.random(in: -63_113_904_000...252_423_993_600, using: &random)
      guard abs(interval) > 8_400_000 else { continue }
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let zone = try #require(Self.zones.randomElement(using: &random))
      let value = try #require(FHIRDateTime(date, in: zone), "\(date)")
      if value.dateValue != date || FHIRDateTime(value.description) != value {
        Issue.record("\(interval) became \(value)")
      }
    }
  }

  @Test func roundFractionsAreShort() throws {
    let utc = try #require(TimeZone(identifier: "UTC"))
    var random = RandomValues(seed: 2)
    for _ in 0..<RandomValues.count {
      let milliseconds = Int.random(in: -63_113_904_000_000...252_423_993_599_999, using: &random)
      let value = try #require(FHIRInstant(Date(timeIntervalSinceReferenceDate: Double(milliseconds) / 1000), in: utc))
      let digits = milliseconds % 1000 == 0 ? 0 : milliseconds % 100 == 0 ? 1 : milliseconds % 10 == 0 ? 2 : 3
      // Far from 2001 a `Date` is coarser than a thousandth, so more digits would be meaningless.
      if value.time.fractionDigits > digits { Issue.record("\(milliseconds) became \(value)") }
    }
  }

  @Test func components() throws {
    var random = RandomValues(seed: 3)
    for _ in 0..<RandomValues.count {
      let value = try #require(Self.dateTime(using: &random))
      let components = value.dateComponents
      // Components do not preserve how a fraction and a zone were written.
      let back = try #require(FHIRDateTime(components), "\(value)")
      if back.date != value.date || back.dateValue != value.dateValue || back.dateComponents != components {
        Issue.record("\(value) became \(back)")
      }
      if FHIRDate(value.date.dateComponents) != value.date { Issue.record("\(value.date)") }
    }
  }

  private static func dateTime(using random: inout RandomValues) -> FHIRDateTime? {
    let year = Int.random(in: 1...9999, using: &random)
    let precision = Int.random(in: 0...4, using: &random)
    let month = precision > 0 ? Int.random(in: 1...12, using: &random) : nil
    let day = precision > 1 ? Int.random(in: 1...28, using: &random) : nil
    guard let date = FHIRDate(year: year, month: month, day: day) else { return nil }
    guard precision > 2 else { return FHIRDateTime(date) }
    let digits = Int.random(in: 0...9, using: &random)
    let largest = (0..<digits).reduce(1) { power, _ in power * 10 } - 1
    let time = FHIRTime(
      hour: Int.random(in: 0...23, using: &random), minute: Int.random(in: 0...59, using: &random),
      second: Int.random(in: 0...59, using: &random), fraction: Int.random(in: 0...largest, using: &random),
      fractionDigits: digits)
    guard let time, let zone = FHIRZone(minutes: Int.random(in: -840...840, using: &random)) else { return nil }
    return FHIRDateTime(date, time, zone)
  }
}
