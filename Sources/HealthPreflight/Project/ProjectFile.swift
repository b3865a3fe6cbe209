import FHIRText

/// A file of an app's project that says something about HealthKit.
public struct ProjectFile: Sendable {
  /// What a file is for.
  public enum Kind: Hashable, Sendable {
    /// An information property list: usage descriptions, required types, device capabilities.
    case infoPlist
    /// The entitlements that an app is signed with.
    case entitlements
    /// Xcode's `project.pbxproj`, whose build settings may replace an Info.plist. Its values are not read.
    case buildSettings
  }

  /// The path as it is shown; folders in it decide which files belong together.
  public var path: String
  /// What the file is for; `nil` when its name does not say, and its content will.
  public var kind: Kind?
  /// The content.
  public var bytes: [UInt8]

  /// Makes a file.
  public init(path: String, kind: Kind? = nil, bytes: [UInt8]) {
    self.path = path
    self.kind = kind ?? Self.kind(ofFileAt: path)
    self.bytes = bytes
  }

  /// What the last part of a path says: `Info.plist`, `NAME-Info.plist`, `NAME.entitlements` and `project.pbxproj`, in
  /// any case of letters; `nil` for everything else.
  public static func kind(ofFileAt path: String) -> Kind? {
    let name = ProjectPath(path).name.lowercased().byBytes
    if name == "info.plist" || name.hasSuffix("-info.plist") { return .infoPlist }
    if name.hasSuffix(".entitlements"), name != ".entitlements" { return .entitlements }
    return name == "project.pbxproj" ? .buildSettings : nil
  }

  /// Whether a folder of this name holds what others have built, and is passed over when a project is searched.
  public static func isForeign(folder name: String) -> Bool {
    let name = name.byBytes
    let endings: [ByteText] = [".framework", ".xcframework", ".bundle", ".xcassets"]
    return ["Pods", "Carthage", "DerivedData", "node_modules"].contains(name) || endings.contains { name.hasSuffix($0) }
  }
}

/// A path in parts.
struct ProjectPath {
  let folders: [ByteText]
  let name: String

  init(_ path: String) {
    var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self).byBytes }
    parts.removeAll { $0 == "." }
    name = parts.popLast()?.string ?? ""
    folders = parts
  }

  /// The name without `.entitlements`, `-Info.plist` or `Info.plist`; for the last one the folder's name is used.
  var stem: String {
    let lowercased = name.lowercased().byBytes
    for ending: ByteText in [".entitlements", "-info.plist"] where lowercased.hasSuffix(ending) {
      // Of ASCII alone, so that there are as many bytes in either case of letters.
      return String(decoding: name.utf8.dropLast(ending.string.utf8.count), as: UTF8.self)
    }
    return folders.last?.string ?? ""
  }

}
