import FHIRSupport
@testable import FHIRTerminology

/// Gives a pack with changed contents the checksums of these.
enum PackRepair {
  static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    func word(_ place: Int) -> Int {
      Int(bytes[place..<place + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    let end = bytes.count - 64
    let (offset, size) = (word(end + 16), word(end + 24))
    var fixed = bytes
    for (block, start) in stride(from: 0, to: offset, by: 1 << 16).enumerated() {
      let sum = bytes[start..<min(start + 1 << 16, offset)].withUnsafeBytes { PackLayout.sum($0) }
      put(sum, &fixed, offset + size + block * 8)
    }
    let sum = fixed[offset..<(bytes.count - 16)].withUnsafeBytes { PackLayout.long($0) }
    put(sum.low, &fixed, bytes.count - 16)
    put(sum.high, &fixed, bytes.count - 8)
    return fixed
  }

  private static func put(_ word: UInt64, _ bytes: inout [UInt8], _ place: Int) {
    for byte in 0..<8 { bytes[place + byte] = UInt8(truncatingIfNeeded: word >> UInt64(byte * 8)) }
  }
}
