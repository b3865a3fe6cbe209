import FHIRDiagnostics
import FHIRText

/// What a finding is recognised by in another run: it stays the same when lines are added, keys change their order or a
/// file gets another name.
///
/// It is made of the source, the type and the id of the record, the rule, the path and the message. Of a record without
/// an id the file stands for it.
struct FindingFingerprint {
  /// Sixteen hexadecimal digits.
  let text: String

  /// Of a finding.
  init(_ issue: LocatedDiagnostic) {
    // FNV-1a, which gives the same on every machine and in every version.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      }
      // No byte of UTF-8, so that two texts in a row are not the same as two others.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    let diagnostic = issue.diagnostic
    let record = diagnostic.record
    add(issue.source ?? "")
    add(record?.resourceType ?? "")
    add(record?.id ?? issue.file)
    add(diagnostic.rule.rawValue)
    add(diagnostic.path)
    add(diagnostic.message)
    let digits = String(hash, radix: 16)
    text = String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
