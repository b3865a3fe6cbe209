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
  withTape(of: one) { first in
    withTape(of: other) { second in ContentComparison(first, second).isSame(.root, .root) }
  }
}

private func withTape(of bytes: [UInt8], _ body: (Tape) -> Bool) -> Bool {
  var buffer = PaddedBuffer(capacity: bytes.count)
  bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { buffer.append(start, count: bytes.count) } }
  var builder = TapeBuilder(maximumDepth: 200)
  let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  guard case .value = builder.read(buffer.bytes, from: start, to: bytes.count) else { return false }
  return body(builder.tape(over: buffer.bytes))
}
