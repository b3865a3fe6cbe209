/// The fault of a primitive value, or `none`.
///
/// A check returns the first fault that it finds. The cases distinguish faults that need different corrections, and
/// ``expectation`` describes the expected form, so that a message needs no other table.
@frozen
@usableFromInline
package enum PrimitiveFault: UInt8, CaseIterable, Sendable {
  /// The value is good.
  case none

  /// The value has no characters.
  case empty

  // Dates.

  /// Not one of the three forms of a date.
  case dateMalformed
  /// A year of fewer than four digits.
  case yearMalformed
  /// The year 0000, which the calendar of XML Schema does not have.
  case yearZero
  /// A month other than 01 to 12.
  case monthOutOfRange
  /// A day other than 01 to 31.
  case dayOutOfRange
  /// A day that the month does not have in that year.
  case dayNotInMonth
  /// A time of day where only a date is allowed.
  case timeInDate
  /// A time of day after a date that does not name the day.
  case timeWithoutDay
  /// Something other than `T` between the date and the time.
  case dateTimeSeparator
  /// A date without a time where an instant is needed.
  case instantWithoutTime

  // Times of day.

  /// Not `hh:mm:ss`.
  case timeMalformed
  /// An hour of 25 or more.
  case hourOutOfRange
  /// The hour 24, which FHIR writes as 00 of the next day.
  case hour24
  /// A minute of 60 or more.
  case minuteOutOfRange
  /// Hours and minutes only.
  case missingSeconds
  /// A second of 61 or more.
  case secondOutOfRange
  /// The second 60, where the grammar does not allow it.
  case leapSecond
  /// A decimal point without a digit after it, or a comma in its place.
  case fractionMalformed

  // Time zones.

  /// A time without a zone in a date and time.
  case missingZone
  /// A zone that is neither `Z` nor a signed `hh:mm`.
  case zoneMalformed
  /// A zone such as `+0200`.
  case zoneWithoutColon
  /// A zone beyond 14:00, or with a minute of 60 or more.
  case zoneOutOfRange
  /// A zone after a time of day without a date.
  case zoneInTime

  /// A valid value with something after it.
  case trailingCharacters

  // Numbers.

  /// Not a number, or one that lacks digits.
  case numberMalformed
  /// A plus sign before the number.
  case plusSign
  /// A leading zero.
  case leadingZero
  /// A decimal in scientific notation, if the grammar has no exponent.
  case exponent
  /// A decimal point or an exponent in a whole number.
  case notWhole
  /// A whole number that does not fit in 32 bits.
  case integerOutOfRange
  /// The same for a number that may not be negative.
  case unsignedOutOfRange
  /// The same for a number that must be positive.
  case positiveOutOfRange
  /// A number below zero, or a minus sign, where neither is allowed.
  case negative
  /// Zero where the minimum is one.
  case notPositive

  // Names and codes.

  /// More than 64 characters.
  case idTooLong
  /// A character that is not allowed in an id.
  case idCharacter
  /// A space in the id of an element.
  case idSpace
  /// White space at the start or the end of a code.
  case codeOuterWhiteSpace
  /// White space inside a code that is not one single space.
  case codeInnerWhiteSpace
  /// A control character.
  case controlCharacter

  // URIs.

  /// White space inside or around a URI.
  case uriWhiteSpace
  /// An ASCII character that is not allowed in a URI.
  case uriCharacter
  /// A percent sign without two hexadecimal digits.
  case uriPercentEscape
  /// A colon in the first segment after something that is not a scheme.
  case uriScheme
  /// A second `#`.
  case uriFragment
  /// A `|` without a version after it, or a second one.
  case canonicalVersion
  /// Does not begin with `urn:oid:`.
  case oidPrefix
  /// A part of the OID that is not a number in its shortest form.
  case oidArc
  /// An OID whose first numbers do not exist in the registration tree.
  case oidRoot
  /// Does not begin with `urn:uuid:`.
  case uuidPrefix
  /// Not 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
  case uuidMalformed
  /// A valid UUID except for letters in upper case.
  case uuidUpperCase

  // Text and data.

  /// Text of white space only.
  case blank
  /// Text of more than one megabyte.
  case stringTooLong
  /// Sampled data that are not values with single spaces between them.
  case dataPoint
  /// A character outside the base64 alphabet.
  case base64Character
  /// Padding that is missing, too long, or followed by data.
  case base64Padding
  /// Set bits in the last character that belong to no byte.
  case base64TrailingBits

  /// Whether the value is valid. A pattern match, because `==` would be a call through the protocol's witness table.
  @inlinable @inline(__always)
  package var isNone: Bool {
    if case .none = self { return true }
    return false
  }
}
