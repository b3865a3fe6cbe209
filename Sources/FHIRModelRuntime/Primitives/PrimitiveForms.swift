package import FHIRPrimitives

/// The forms of dates, times and decimals that a release allows, where releases differ.
///
/// Generated from the grammars in `Schemas/RELEASE/primitives.txt`.
@usableFromInline package struct PrimitiveForms: Sendable {
  let date: MomentForms
  let dateTime: MomentForms
  let instant: MomentForms
  let time: MomentForms
  /// Whether a decimal may have an exponent.
  let exponents: Bool

  package init(
    date: MomentForms, dateTime: MomentForms, instant: MomentForms, time: MomentForms, exponents: Bool
  ) {
    self.date = date
    self.dateTime = dateTime
    self.instant = instant
    self.time = time
    self.exponents = exponents
  }
}

extension MomentForms {
  /// The forms that any release allows, for text that does not belong to a record.
  static let any: MomentForms = [.signedYear, .leapSecond]
}
