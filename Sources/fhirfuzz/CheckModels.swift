import FHIRDSTU2

/// Decodes any bytes into models and back: places lie in the input, strict decoding agrees with lenient decoding, and
/// what is encoded decodes again and comes to rest.
func checkModels(_ bytes: [UInt8]) {
  let decoder = FHIRDecoder()
  let encoder = FHIREncoder()
  let result = decoder.decodeAnyLeniently(from: bytes)
  for fault in result.faults {
    require(
      fault.byteOffset >= 0 && fault.byteOffset <= bytes.count && fault.line >= 1 && fault.column >= 1,
      "a fault outside of the input of \(bytes.count) bytes: \(fault)")
  }
  for (a, b) in zip(result.faults, result.faults.dropFirst()) {
    require(a.byteOffset <= b.byteOffset, "faults out of order: \(a) before \(b)")
  }

  do {
    let strict = try decoder.decodeAny(from: bytes)
    require(result.faults.isEmpty, "strict decoding passes over a fault", result.faults, [])
    require(strict == result.value, "strict and lenient decoding differ")
  } catch {
    require(!result.faults.isEmpty, "strict decoding throws what lenient decoding does not list: \(error)")
  }

  guard let resource = result.value else {
    require(!result.faults.isEmpty, "neither a record nor a fault")
    return
  }
  // A fault of shape is mended by the first encoding, which may let a sibling find its place in the second.
  let first = encoder.encode(resource)
  let again = decoder.decodeAnyLeniently(from: first)
  guard let second = again.value.map(encoder.encode) else {
    require(false, "what was encoded does not decode: \(again.faults)")
    return
  }
  if result.faults.isEmpty { require(again.faults.isEmpty, "encoding made a fault", again.faults, []) }
  let third = decoder.decodeAnyLeniently(from: second).value.map(encoder.encode)
  require(third == second, "encoding does not come to rest")
}
