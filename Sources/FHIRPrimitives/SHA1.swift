/// The digest of FIPS 180-4 that FHIR defines for the data of an Attachment.
package enum SHA1 {
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var message = bytes
    let bitCount = UInt64(bytes.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { message.append(UInt8(truncatingIfNeeded: bitCount >> shift)) }
    var state: SIMD8<UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0, 0, 0, 0]
    var words = [UInt32](repeating: 0, count: 80)
    for start in stride(from: 0, to: message.count, by: 64) {
      for place in 0..<16 {
        let byte = start + 4 * place
        words[place] =
          UInt32(message[byte]) << 24 | UInt32(message[byte + 1]) << 16 | UInt32(message[byte + 2]) << 8
          | UInt32(message[byte + 3])
      }
      for place in 16..<80 {
        words[place] = rotate(words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16], 1)
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for place in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch place {
          case ..<20: (b & c | ~b & d, 0x5A82_7999)
          case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        (a, b, c, d, e) = (rotate(a, 5) &+ mixed &+ e &+ constant &+ words[place], a, rotate(b, 30), c, d)
      }
      state &+= [a, b, c, d, e, 0, 0, 0]
    }
    return (0..<20).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> UInt32(24 - $0 % 4 * 8)) }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
