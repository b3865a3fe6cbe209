import FHIRSupport
import FHIRPrimitives

/// Where a record comes from: facts that its file or export stub states, and its JSON does not.
public struct RecordOrigin: Hashable, Sendable {
  /// The institution, or the caller's name for the source; `nil` if unknown.
  public var source: String?
  /// The URL of the resource on the institution's server.
  public var sourceURL: String?
  /// The FHIR version that is stated for the record.
  public var fhirVersion: FHIRVersion?
  /// When the record was downloaded.
  public var receivedDate: ReceivedDate?

  /// Makes an origin from the known facts.
  public init(
    source: String? = nil, sourceURL: String? = nil, fhirVersion: FHIRVersion? = nil,
    receivedDate: ReceivedDate? = nil
  ) {
    self.source = source
    self.sourceURL = sourceURL
    self.fhirVersion = fhirVersion
    self.receivedDate = receivedDate
  }

  // Texts of an input are compared by their bytes: `String` would normalise them.

  /// Whether both are equal, byte by byte.
  public static func == (a: RecordOrigin, b: RecordOrigin) -> Bool {
    a.source?.byBytes == b.source?.byBytes && a.sourceURL?.byBytes == b.sourceURL?.byBytes
      && a.fhirVersion == b.fhirVersion && a.receivedDate == b.receivedDate
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source?.byBytes)
    hasher.combine(sourceURL?.byBytes)
    hasher.combine(fhirVersion)
    hasher.combine(receivedDate)
  }
}

/// When a record was downloaded: the text as found, and its time.
///
/// This is not a clinical date. Apple's export writes `2019-06-11 18:05:32 +0200`, which is not a FHIR form; FHIR's
/// form `2019-06-11T18:05:32+02:00` is read too.
public struct ReceivedDate: Hashable, Sendable, CustomStringConvertible {
  /// The text as found.
  public let text: String
  /// Seconds since the beginning of 1970 in UTC, fractions dropped; `nil` if the text has another form.
  public let secondsSince1970: Int?

  /// Keeps the text, and parses it if it has one of the forms.
  public init(_ text: String) {
    self.text = text
    var copy = text
    secondsSince1970 = copy.withUTF8 { ReceivedDate.seconds($0) }
  }

  /// The text as found.
  public var description: String { text }

  /// Whether both texts have the same bytes.
  public static func == (a: ReceivedDate, b: ReceivedDate) -> Bool { a.text.byBytes == b.text.byBytes }

  /// Hashes the bytes of the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text.byBytes) }

  private static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    // 2019-06-11 18:05:32 +0200
    guard text.count >= 20, let p = text.baseAddress, ASCII.digitRun(p, text.count, from: 0) == 4,
      p[4] == UInt8(ascii: "-"), ASCII.digitRun(p, text.count, from: 5) == 2,
      p[7] == UInt8(ascii: "-"), ASCII.digitRun(p, text.count, from: 8) == 2,
      p[10] == UInt8(ascii: " ") || p[10] == UInt8(ascii: "T")
    else { return nil }
    let year = ASCII.twoDigits(p, at: 0) * 100 + ASCII.twoDigits(p, at: 2)
    let (month, day) = (ASCII.twoDigits(p, at: 5), ASCII.twoDigits(p, at: 8))
    guard year > 0, CalendarDay.exists(year: year, month: month, day: day) else { return nil }
    var index = 11
    guard TimeOfDay.read(p, text.count, [], index: &index) == .none, index < text.count else { return nil }
    let time = ASCII.twoDigits(p, at: 11) * 3600 + ASCII.twoDigits(p, at: 14) * 60 + ASCII.twoDigits(p, at: 17)
    guard let offset = zone(p, text.count, from: index) else { return nil }
    return CalendarDay.daysSince1970(year: year, month: month, day: day) * 86400 + time - offset
  }

  /// The offset of a zone in seconds: `Z`, `+0200` or `+02:00`, optionally after a space.
  private static func zone(_ p: UnsafePointer<UInt8>, _ count: Int, from start: Int) -> Int? {
    let sign = p[start] == 0x20 ? start + 1 : start
    guard sign < count else { return nil }
    if p[sign] == UInt8(ascii: "Z") { return sign + 1 == count ? 0 : nil }
    guard UTCOffset.mayStart(p[sign]) else { return nil }
    let minutes: Int
    switch (count - sign, ASCII.digitRun(p, count, from: sign + 1)) {
    case (5, 4): minutes = sign + 3
    case (6, 2) where p[sign + 3] == UInt8(ascii: ":") && ASCII.digitRun(p, count, from: sign + 4) == 2:
      minutes = sign + 4
    default: return nil
    }
    let (hour, minute) = (ASCII.twoDigits(p, at: sign + 1), ASCII.twoDigits(p, at: minutes))
    guard UTCOffset.exists(hours: hour, minutes: minute) else { return nil }
    let offset = hour * 3600 + minute * 60
    return p[sign] == UInt8(ascii: "-") ? -offset : offset
  }
}
