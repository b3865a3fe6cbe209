import FHIRPrimitives
import Testing

/// No bytes make a check trap or read beyond the eight bytes of padding at the end of the tests' buffers.
@Suite("Arbitrary bytes")
struct ArbitraryBytesTests {
  @Test("every string of at most two bytes", arguments: allChecks.indices)
  func short(index: Int) {
    let check = allChecks[index].check
    var faults: Set<PrimitiveFault> = [fault(check, [])]
    var buffer = [UInt8](repeating: 0, count: 10)
    for first in UInt8.min...UInt8.max {
      faults.insert(fault(check, [first]))
      buffer[0] = first
      for second in UInt8.min...UInt8.max {
        buffer[1] = second
        faults.insert(buffer.withUnsafeBufferPointer { $0.baseAddress.map { check($0, 2) } ?? .none })
      }
    }
    #expect(faults.contains(.empty) && faults.count > 1)
  }

  @Test("every string of five significant characters", arguments: allChecks.indices)
  func telling(index: Int) {
    let check = allChecks[index].check
    let alphabet = Array("02-:T.=% ".utf8) + [0xC2]
    var buffer = [UInt8](repeating: 0xE2, count: 13)
    var found: Set<PrimitiveFault> = []
    for number in 0..<100_000 {
      var rest = number
      for position in 0..<5 {
        buffer[position] = alphabet[rest % 10]
        rest /= 10
      }
      found.insert(buffer.withUnsafeBufferPointer { $0.baseAddress.map { check($0, 5) } ?? .none })
    }
    #expect(!found.contains(.empty) || allChecks[index].name == "base64Binary")
  }

  @Test("valid values of every type, altered", arguments: allChecks.indices)
  func spoilt(index: Int) {
    let check = allChecks[index].check
    let values = [
      "2015-02-07T13:28:17.239+02:00", "23:59:59.5", "-2147483648", "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7",
      "urn:oid:2.16.840.1.113883", "http://example.org/%20?a#b", "QUJDREVGR0hJSktMQQ==", "in progress",
    ]
    let bytes = [UInt8](UInt8.min...UInt8.max)
    var random = SplitMix(state: UInt64(index))
    var good = 0
    for round in 0..<4000 {
      let value = mutated(values[round % values.count], alphabet: bytes, using: &random)
      if fault(check, value) == .none { good += 1 }
    }
    #expect(good < 4000 || allChecks[index].name == "string")
  }

  @Test("a negative count is an empty value", arguments: allChecks.indices)
  func negativeCount(index: Int) {
    let buffer = [UInt8](repeating: 0x31, count: 16)
    let found = buffer.withUnsafeBufferPointer { $0.baseAddress.map { allChecks[index].check($0, -1) } }
    #expect(found == .empty)
  }
}
