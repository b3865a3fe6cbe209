package import FHIRPrimitives

/// What a release allows in the text of its dates, times and decimals, where releases differ.
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
  /// All that any release allows, for text that belongs to no record yet.
  static let any: MomentForms = [.signedYear, .leapSecond]
}
