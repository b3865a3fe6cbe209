import FHIRJSON
import FHIRPrimitives

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
