import ClinicalRecords
import FHIRModelRuntime
import FHIRTape

/// Decodes any bytes into models and encodes these: places are in the input, strict and lenient decoding agree,
/// encoding loses and changes nothing, and encoding again gives the same bytes.
func checkModels<A: AnyFHIRResource>(_ type: A.Type, _ bytes: [UInt8]) {
  let decoder = FHIRDecoder()
  let encoder = FHIREncoder()
  let result = decoder.decodeLeniently(type, from: bytes)
  for fault in result.faults {
    require(
      fault.byteOffset >= 0 && fault.byteOffset <= bytes.count && fault.line >= 1 && fault.column >= 1,
      "a fault outside of the input of \(bytes.count) bytes: \(fault)")
  }
  for (a, b) in zip(result.faults, result.faults.dropFirst()) {
    require(a.byteOffset <= b.byteOffset, "faults out of order: \(a) before \(b)")
  }

  do {
    let strict = try decoder.decode(type, from: bytes)
    require(result.faults.isEmpty, "strict decoding passes over a fault", result.faults, [])
    require(strict == result.value, "strict and lenient decoding differ")
  } catch {
    require(!result.faults.isEmpty, "strict decoding throws what lenient decoding does not list: \(error)")
  }

  guard let resource = result.value else {
    require(!result.faults.isEmpty, "neither a record nor a fault")
    return
  }
  let encoded = encoder.encode(resource)
  require(isSame(bytes, encoded), "encoding lost or changed something: \(String(decoding: encoded, as: UTF8.self))")
  let again = decoder.decodeLeniently(type, from: encoded)
  require(again.value.map(encoder.encode) == encoded, "what was encoded comes back otherwise")
  require(again.faults.count == result.faults.count, "encoding made or hid a fault", result.faults, again.faults)
}

/// Whether two JSON texts have the same values.
private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  let isSame = try? TapedJSON.read(one) { one in
    try? TapedJSON.read(other) { ContentComparison(one, $0).isSame(.root, .root) }
  }
  return isSame == true
}
