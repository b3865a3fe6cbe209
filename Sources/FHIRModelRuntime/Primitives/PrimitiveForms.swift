import FHIRJSON
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

/// Runs a check of a primitive on text with padding; the checks read some bytes past the value.
enum PaddedText {
  static func check(_ text: String, _ check: (UnsafePointer<UInt8>, Int) -> PrimitiveFault) -> PrimitiveFault {
    withBytes(text) { check($0, $1) } ?? .empty
  }

  static func withBytes<Result>(_ text: String, _ body: (UnsafePointer<UInt8>, Int) -> Result?) -> Result? {
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Bytes.padding))
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      return body(start, count)
    }
  }
}
