/// A date or time, which JSON represents as text.
@usableFromInline package protocol TimeValue: TapeValue {
  func append(to text: inout TimeText)
}

extension TimeValue {
  @usableFromInline package func write(to writer: inout ElementWriter) { writer.time(TimeText(self)) }
}

/// The text of a date or time during writing, stored inline without an allocation.
@usableFromInline package struct TimeText {
  private(set) var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
  private(set) var count = 0

  init(_ value: some TimeValue) { value.append(to: &self) }

  var string: String {
    withUnsafeBytes(of: bytes) { String(decoding: UnsafeRawBufferPointer(rebasing: $0[..<count]), as: UTF8.self) }
  }

  private mutating func append(_ byte: UInt8) {
    withUnsafeMutableBytes(of: &bytes) { $0[count] = byte }
    count += 1
  }

  private mutating func append(_ value: Int, digits: Int) {
    var divisor = 1
    for _ in 1..<max(digits, 1) { divisor *= 10 }
    for _ in 0..<digits {
      append(UInt8(truncatingIfNeeded: value / divisor % 10) + 0x30)
      divisor = max(divisor / 10, 1)
    }
  }

  mutating func append(_ date: FHIRDate) {
    if date.year < 0 { append(UInt8(ascii: "-")) }
    append(abs(date.year), digits: 4)
    guard date.storedMonth > 0 else { return }
    append(UInt8(ascii: "-"))
    append(Int(date.storedMonth), digits: 2)
    guard date.storedDay > 0 else { return }
    append(UInt8(ascii: "-"))
    append(Int(date.storedDay), digits: 2)
  }

  mutating func append(_ time: FHIRTime) {
    append(time.hour, digits: 2)
    append(UInt8(ascii: ":"))
    append(time.minute, digits: 2)
    append(UInt8(ascii: ":"))
    append(time.second, digits: 2)
    guard time.fractionDigits > 0 else { return }
    append(UInt8(ascii: "."))
    append(time.fraction, digits: time.fractionDigits)
  }

  mutating func append(_ value: FHIRDateTime) {
    append(value.date)
    guard value.hasTime else { return }
    append(UInt8(ascii: "T"))
    append(value.storedTime)
    let zone = value.storedZone
    guard !zone.isZ else {
      append(UInt8(ascii: "Z"))
      return
    }
    append(zone.minutes < 0 || zone.isMinusZero ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(Int(abs(zone.minutes)) / 60, digits: 2)
    append(UInt8(ascii: ":"))
    append(Int(abs(zone.minutes)) % 60, digits: 2)
  }
}
