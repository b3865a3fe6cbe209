/// The first fault of a primitive value, with the form that it should have, worded to follow "expected".
///
/// The cases distinguish faults that need different corrections.
@frozen
@usableFromInline
package enum PrimitiveFault: String, CaseIterable, Sendable {
  /// The value is valid.
  case none = "nothing else"
  case empty = "at least one character"

  // Dates.
  case dateMalformed = "a date as YYYY, YYYY-MM or YYYY-MM-DD"
  case yearMalformed = "a year of four digits"
  case yearZero = "a year other than 0000"
  case monthOutOfRange = "a month from 01 to 12"
  case dayOutOfRange = "a day from 01 to 31"
  case dayNotInMonth = "a day that exists in that month"
  case timeInDate = "a date without a time of day"
  case timeWithoutDay = "a full date before the time of day"
  case dateTimeSeparator = "a capital T between the date and the time"
  case instantWithoutTime = "a full date with a time to the second and a zone"

  // Times of day.
  case timeMalformed = "a time as hh:mm:ss"
  case hourOutOfRange = "an hour from 00 to 23"
  case hour24 = "an hour from 00 to 23; midnight is 00:00:00 of the next day"
  case minuteOutOfRange = "a minute from 00 to 59"
  case missingSeconds = "seconds after the minutes"
  case secondOutOfRange = "a second from 00 to 59, or 60 where the release allows a leap second"
  case leapSecond = "a second from 00 to 59; a leap second cannot be written"
  case fractionMalformed = "a point and at least one digit for a fraction of a second"

  // Time zones.
  case missingZone = "a time zone, Z or a signed hh:mm, after the time"
  case zoneMalformed = "a time zone as Z, +hh:mm or -hh:mm"
  case zoneWithoutColon = "a colon between the hours and the minutes of the time zone"
  case zoneOutOfRange = "a time zone from -14:00 to +14:00"
  case zoneInTime = "a time of day without a time zone"

  case trailingCharacters = "nothing after the value"

  // Numbers.
  case numberMalformed = "a number written in digits"
  case plusSign = "a number without a plus sign"
  case leadingZero = "a number without leading zeros"
  case exponent = "a decimal written out, without an exponent"
  case notWhole = "a whole number, without a point or an exponent"
  case integerOutOfRange = "a whole number from -2147483648 to 2147483647"
  case unsignedOutOfRange = "a whole number from 0 to 2147483647"
  case positiveOutOfRange = "a whole number from 1 to 2147483647"
  case negative = "a number without a minus sign"
  case notPositive = "a number of at least 1"

  // Names and codes.
  case idTooLong = "at most 64 characters"
  case idCharacter = "only the letters A-Z and a-z, digits, '-' and '.'"
  case idSpace = "an id without spaces"
  case codeOuterWhiteSpace = "a code without white space at its ends"
  case codeInnerWhiteSpace = "only single spaces inside a code"
  case controlCharacter = "no control characters"

  // URIs.
  case uriWhiteSpace = "a URI without white space"
  case uriCharacter = "only characters that a URI may have, others percent-encoded"
  case uriPercentEscape = "two hexadecimal digits after each percent sign"
  case uriScheme = "a scheme of letters, digits, '+', '-' and '.' before the first colon"
  case uriFragment = "at most one '#'"
  case canonicalVersion = "one version behind the '|'"
  case oidPrefix = "an OID that begins with urn:oid:"
  case oidArc = "an OID as numbers without leading zeros, joined by points"
  case oidRoot = "an OID under 0, 1 or 2, with a second number of at most 39 under 0 and 1"
  case uuidPrefix = "a UUID that begins with urn:uuid:"
  case uuidMalformed = "a UUID as hexadecimal digits in groups of 8-4-4-4-12"
  case uuidUpperCase = "a UUID in lower case"

  // Text and data.
  case blank = "a character other than white space"
  case stringTooLong = "at most 1048576 characters"
  case dataPoint = "decimal values, E, U or L with single spaces between them"
  case base64Character = "only characters of the base64 alphabet"
  case base64Padding = "base64 in groups of four, padded with '=' at the end only"
  case base64TrailingBits = "base64 whose last character leaves no bits over"

  /// Whether the value is valid. A pattern match, because `==` would be a call through the protocol's witness table.
  @inlinable @inline(__always) package var isNone: Bool {
    if case .none = self { return true }
    return false
  }

  package var expectation: String { rawValue }
}
