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
      digest = Digest.of(stablePart(of: finding.message), from: digest)
    }
    return digest
  }

  /// The message without a quoted object or array: the same value can be written in many ways.
  private static func stablePart(of message: String) -> String {
    let bytes = message.utf8
    let ends = "{[".utf8.compactMap { bytes.firstIndex(of: $0) }.filter {
      bytes[..<$0].suffix(8).elementsEqual(", found ".utf8)
    }
    return ends.min().map { String(message[..<$0]) } ?? message
  }
}
