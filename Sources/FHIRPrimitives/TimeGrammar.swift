/// `time`: a time of day without a date and a zone, to the second.
@usableFromInline
package enum TimeGrammar {
  /// Checks the characters of a value.
  @inlinable package static func check(
    _ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms
  ) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    var index = 0
    let fault = TimeOfDay.read(p, count, forms, index: &index)
    guard fault.isNone, index < count else { return fault }
    return UTCOffset.mayStart(p[index]) ? .zoneInTime : .trailingCharacters
  }
}
