/// What a grammar of dates and times has beyond that of XML Schema's years from 0001 and seconds up to 59.
@frozen
@usableFromInline
package struct MomentForms: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A minus sign may stand before the year.
  @inlinable package static var signedYear: MomentForms { MomentForms(rawValue: 1) }
  /// The second 60 may stand in any minute, as a pattern cannot say when a leap second was.
  @inlinable package static var leapSecond: MomentForms { MomentForms(rawValue: 2) }
}
