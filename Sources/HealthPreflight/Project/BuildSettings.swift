import ClinicalRecords
import FHIRFindings

/// The keys of an Info.plist that Xcode generates from build settings: `INFOPLIST_KEY_NSHealthShareUsageDescription`.
///
/// Only Xcode knows the target of a setting, its inherited values and its configuration files, so no value is read. The
/// presence of a key is enough not to report it as missing.
struct BuildSettings {
  /// The keys and the first place of each.
  let keys: [(name: String, range: SourceRange)]

  init(_ bytes: [UInt8]) {
    let known = InfoPlist.UsageDescription.allCases.map(\.key) + [InfoPlistKey.requiredTypes]
    var seen: Set<String> = []
    keys = bytes.ranges(of: "INFOPLIST_KEY_".utf8).compactMap { marker in
      let letters = bytes[marker.upperBound...].prefix(while: Self.isNameByte)
      let name = String(decoding: letters, as: UTF8.self)
      guard known.contains(name), seen.insert(name).inserted else { return nil }
      return (name, SourceRange(marker.lowerBound..<letters.endIndex))
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
