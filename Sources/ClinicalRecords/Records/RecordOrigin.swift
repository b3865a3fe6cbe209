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
    source: String? = nil, sourceURL: String? = nil, fhirVersion: FHIRVersion? = nil, receivedDate: ReceivedDate? = nil
  ) {
    (self.source, self.sourceURL, self.fhirVersion, self.receivedDate) = (source, sourceURL, fhirVersion, receivedDate)
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
  public init(_ text: String) { (self.text, secondsSince1970) = (text, ReceivedDate.seconds(text)) }

  /// The text as found.
  public var description: String { text }

  /// Whether both texts have the same bytes.
  public static func == (a: ReceivedDate, b: ReceivedDate) -> Bool { a.text.byBytes == b.text.byBytes }

  /// Hashes the bytes of the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text.byBytes) }

  private static func seconds(_ text: String) -> Int? {
    // Apple's form becomes FHIR's: with a `T`, and with a zone without a space before it and with a colon.
    var bytes = Array(text.utf8)
    guard bytes.count >= 20 else { return nil }
    if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    if bytes[19] == UInt8(ascii: ".") {
      let fraction = bytes.dropFirst(20).prefix(while: ASCII.isDigit)
      if !fraction.isEmpty { bytes.removeSubrange(19..<fraction.endIndex) }
    }
    if bytes.count > 20, bytes[19] == UInt8(ascii: " ") { bytes.remove(at: 19) }
    if bytes.count == 24, UTCOffset.mayStart(bytes[19]) { bytes.insert(UInt8(ascii: ":"), at: 22) }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap { InstantGrammar.secondsSince1970($0, bytes.count) }
    }
  }
}
