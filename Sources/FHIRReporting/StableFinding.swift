package import FHIRDiagnostics
import FHIRSupport

/// The parts of a finding that stay the same when keys are reordered, lines are added or values are indented in another
/// way: what a baseline and the fingerprints of reports are made of.
package enum StableFinding {
  /// Rules that report the second or the first of several places, in the order of the text.
  private static let placedByOrder: (RuleID, RuleID) = ("narrative/missing-namespace", "structure/repeated-id")
  /// A rule whose messages name the other place; those about identity do, too.
  private static let namingTheOther: RuleID = "structure/ambiguous-choice"

  /// Adds the rule, the path and the message of a finding to a digest, as far as they are stable.
  ///
  /// - Parameters:
  ///   - path: the path, which the caller already has.
  ///   - start: the digest of what identifies the record.
  package static func digest(of finding: Diagnostic, path: String, from start: UInt64) -> UInt64 {
    let rule = finding.rule
    var digest = Digest.of(rule.rawValue, from: start)
    if rule != placedByOrder.0, rule != placedByOrder.1 { digest = Digest.of(path, from: digest) }
    if rule != namingTheOther, !rule.rawValue.byBytes.hasPrefix("identity/") {
      digest = message(finding.message, from: digest)
    }
    return digest
  }

  /// A quoted object or array is left out: the same value can be written in many ways.
  private static func message(_ message: String, from start: UInt64) -> UInt64 {
    var message = message
    return message.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      return Digest.of(UnsafeRawBufferPointer(rebasing: bytes[..<endOfStable(bytes)]), from: start)
    }
  }

  /// The offset of a quoted object or array, or else the length of the message.
  private static func endOfStable(_ message: UnsafeRawBufferPointer) -> Int {
    var (object, array): (Int?, Int?)
    var index = nextOpening(message, from: 0)
    while index < message.count, object == nil || array == nil {
      if message[index] == UInt8(ascii: "{") { object = object ?? index } else { array = array ?? index }
      index = nextOpening(message, from: index + 1)
    }
    var end = message.count
    if let object, followsFound(message[..<object]) { end = object }
    if let array, array < end, followsFound(message[..<array]) { end = array }
    return end
  }

  /// The index of the next `{` or `[`, or else the length of the message.
  private static func nextOpening(_ message: UnsafeRawBufferPointer, from start: Int) -> Int {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var index = start
    while index &+ 8 <= message.count {
      // The bit 0x20 is the only difference between the two; a byte of zero below is one of them.
      let word = UInt64(littleEndian: message.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let other = (word | (ones &* 0x20)) ^ (ones &* 0x7B)
      let found = (other &- ones) & ~other & high
      // A borrow may set a bit in the next higher byte; the lowest set bit is exact.
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < message.count, message[index] | 0x20 != UInt8(ascii: "{") { index &+= 1 }
    return index
  }

  private static func followsFound(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let found = ", found ".utf8
    return text.suffix(found.count).elementsEqual(found)
  }
}
