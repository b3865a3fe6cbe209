/// `instant`: a point in time, known at least to the second.
///
/// No pattern is published for it. It is read as a `dateTime` that has its time.
@usableFromInline
package enum FHIRInstant {
  /// Checks the characters of a value.
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    FHIRDateTime.isPlainTimestamp(p, count) ? .none : diagnose(p, count)
  }

  /// Reads the value by the whole grammar and words its first fault.
  @inlinable @inline(never)
  package static func diagnose(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    let fault = FHIRDateTime.diagnose(p, count)
    // The shortest date with a time is longer than the longest without, a day with a minus sign before its year.
    return fault.isNone && count <= 11 ? .instantWithoutTime : fault
  }
}
