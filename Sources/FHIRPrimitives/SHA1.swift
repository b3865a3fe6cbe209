/// The digest of FIPS 180-4 that FHIR defines for the data of an Attachment.
package enum SHA1 {
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var message = bytes
    let bitCount = UInt64(bytes.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { message.append(UInt8(truncatingIfNeeded: bitCount >> shift)) }
    var state = State()
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
      state.add(words)
    }
    return [state.a, state.b, state.c, state.d, state.e].flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private struct State {
    var a: UInt32 = 0x6745_2301
    var b: UInt32 = 0xEFCD_AB89
    var c: UInt32 = 0x98BA_DCFE
    var d: UInt32 = 0x1032_5476
    var e: UInt32 = 0xC3D2_E1F0

    mutating func add(_ words: [UInt32]) {
      var s = self
      for place in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch place {
          case ..<20: (s.b & s.c | ~s.b & s.d, 0x5A82_7999)
          case ..<40: (s.b ^ s.c ^ s.d, 0x6ED9_EBA1)
          case ..<60: (s.b & s.c | s.b & s.d | s.c & s.d, 0x8F1B_BCDC)
          default: (s.b ^ s.c ^ s.d, 0xCA62_C1D6)
          }
        let next = rotate(s.a, 5) &+ mixed &+ s.e &+ constant &+ words[place]
        s.e = s.d
        s.d = s.c
        s.c = rotate(s.b, 30)
        s.b = s.a
        s.a = next
      }
      a &+= s.a
      b &+= s.b
      c &+= s.c
      d &+= s.d
      e &+= s.e
    }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
