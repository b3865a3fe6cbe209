import FHIRSupport

/// A file of an app's project that concerns HealthKit.
public struct ProjectFile: Sendable {
  /// The purpose of a file.
  public enum Kind: Hashable, Sendable {
    /// An information property list: usage descriptions, required types, device capabilities.
    case infoPlist
    /// The entitlements that an app is signed with.
    case entitlements
    /// Xcode's `project.pbxproj`, whose build settings may replace an Info.plist. Its values are not read.
    case buildSettings
  }

  /// The path for reports; its folders determine which files belong together.
  public var path: String
  /// The purpose of the file; `nil` if the content must decide, because the name does not.
  public var kind: Kind?
  /// The content.
  public var bytes: [UInt8]

  /// Makes a file.
  public init(path: String, kind: Kind? = nil, bytes: [UInt8]) {
    (self.path, self.kind, self.bytes) = (path, kind ?? Self.kind(ofFileAt: path), bytes)
  }

  /// The kind by the last part of a path: `Info.plist`, `NAME-Info.plist`, `NAME.entitlements` and `project.pbxproj`,
  /// in any letter case; `nil` for any other name.
  public static func kind(ofFileAt path: String) -> Kind? {
    let name = ProjectPath(path).name.lowercased().byBytes
    if name == "info.plist" || name.hasSuffix("-info.plist") { return .infoPlist }
    if name.hasSuffix(".entitlements"), name != ".entitlements" { return .entitlements }
    return name == "project.pbxproj" ? .buildSettings : nil
  }

  /// Whether a folder with this name holds third-party or built files, and is skipped when a project is searched.
  public static func isForeign(folder name: String) -> Bool {
    let name = name.byBytes
    let endings: [ByteText] = [".framework", ".xcframework", ".bundle", ".xcassets"]
    return ["Pods", "Carthage", "DerivedData", "node_modules"].contains(name) || endings.contains { name.hasSuffix($0) }
  }
}

struct ProjectPath {
  let folders: [ByteText]
  let name: String

  init(_ path: String) {
    var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self).byBytes }
    parts.removeAll { $0 == "." }
    name = parts.popLast()?.string ?? ""
    folders = parts
  }

  /// The name without `.entitlements`, `-Info.plist` or `Info.plist`; for the last one, the folder's name.
  var stem: String {
    let lowercased = name.lowercased().byBytes
    for ending: ByteText in [".entitlements", "-info.plist"] where lowercased.hasSuffix(ending) {
      // The endings are ASCII, so both letter cases have the same number of bytes.
      return String(decoding: name.utf8.dropLast(ending.string.utf8.count), as: UTF8.self)
    }
    return folders.last?.string ?? ""
  }
}
