/// The identifiers of SNOMED CT.
package enum SnomedIdentifier {
  package static let system = "http://snomed.info/sct"

  /// The seven digits that tell the publisher of an identifier in the long form; `nil` for the short form.
  package static func namespace(of code: UnsafeBufferPointer<UInt8>) -> String? {
    guard code.count >= 11, code.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), code[code.count - 3] == UInt8(ascii: "1")
    else { return nil }
    return String(decoding: code[(code.count - 10)..<(code.count - 3)], as: UTF8.self)
  }
}
