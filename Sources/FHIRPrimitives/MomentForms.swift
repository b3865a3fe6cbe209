/// Extensions of a grammar of dates and times beyond XML Schema's years from 0001 and seconds up to 59.
@frozen
@usableFromInline
package struct MomentForms: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The year may have a minus sign.
  @inlinable package static var signedYear: MomentForms { MomentForms(rawValue: 1) }
  /// Any minute may have a second 60, because a pattern cannot state when leap seconds occurred.
  @inlinable package static var leapSecond: MomentForms { MomentForms(rawValue: 2) }
}
