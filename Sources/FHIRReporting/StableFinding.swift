package import FHIRDiagnostics
import FHIRText

/// The parts of a finding that stay the same when keys are reordered, lines are added or values are indented in another
/// way: what a baseline and the fingerprints of reports are made of.
package enum StableFinding {
  /// Rules that report the second or the first of several places, in the order of the text.
  private static let placedByOrder: Set<RuleID> = ["narrative/missing-namespace", "structure/repeated-id"]
  /// Rules whose messages name the other place; those about identity do, too.
  private static let namingTheOther: Set<RuleID> = ["structure/ambiguous-choice"]

  /// Adds the rule, the path and the message of a finding to a digest, as far as they are stable.
  ///
  /// - Parameters:
  ///   - path: the path, which the caller already has.
  ///   - start: the digest of what identifies the record.
  package static func digest(of finding: Diagnostic, path: String, from start: UInt64) -> UInt64 {
    let rule = finding.rule
    var digest = Digest.of(rule.rawValue, from: start)
    if !placedByOrder.contains(rule) { digest = Digest.of(path, from: digest) }
    if rule.group != "identity", !namingTheOther.contains(rule) { digest = message(finding.message, from: digest) }
    return digest
  }

  /// A quoted object or array is left out: the same value can be written in many ways.
  private static func message(_ message: String, from start: UInt64) -> UInt64 {
    var message = message
    return message.withUTF8 { bytes in
      let found = ", found ".utf8
      var count = bytes.count
      for opening in [UInt8(ascii: "{"), UInt8(ascii: "[")] {
        guard let place = bytes[..<count].firstIndex(of: opening),
          bytes[..<place].suffix(found.count).elementsEqual(found)
        else { continue }
        count = place
      }
      return Digest.of(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]), from: start)
    }
  }
}
