import ClinicalRecords
import FHIRDiagnostics

/// The keys of an Info.plist that Xcode makes from build settings: `INFOPLIST_KEY_NSHealthShareUsageDescription`.
///
/// Which target a setting belongs to, what it inherits and which configuration files add to it only Xcode knows, so no
/// value is read. That a key is there is enough not to call it missing.
struct BuildSettings {
  /// The keys and where each stands first.
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
