import ClinicalRecords
import FHIRFindings

/// The keys of an Info.plist that Xcode generates from build settings: `INFOPLIST_KEY_NSHealthShareUsageDescription`.
///
/// Only Xcode knows the target of a setting, its inherited values and its configuration files, so no value is read. The
/// presence of a key is enough not to report it as missing.
struct BuildSettings {
  /// The keys and the first place of each.
  let keys: [(name: String, range: SourceRange)]

  private static let marker = Array("INFOPLIST_KEY_".utf8)

  init(_ bytes: [UInt8]) {
    var keys: [(name: String, range: SourceRange)] = []
    var seen: Set<String> = []
    var position = 0
    while position + Self.marker.count < bytes.count {
      guard bytes[position] == Self.marker[0], bytes[position...].starts(with: Self.marker) else {
        position += 1
        continue
      }
      let start = position
      position += Self.marker.count
      let nameStart = position
      while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
      let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
      if InfoPlist.UsageDescription.allCases.contains(where: { $0.key == name }) || name == InfoPlistKey.requiredTypes,
        seen.insert(name).inserted
      {
        keys.append((name, SourceRange(start: start, end: position)))
      }
    }
    self.keys = keys
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
