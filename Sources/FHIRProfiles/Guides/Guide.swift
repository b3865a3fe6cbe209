/// A version of an implementation guide: a package of profiles, extensions and value sets that is built in, or that the
/// caller gives.
///
/// ```swift
/// let validator = Validator(guides: [.usCore])
/// ```
///
/// A record is judged by the profiles that it claims, and by those that the guide has for its type. A record that claims
/// another version of the guide is judged by that one instead.
public struct Guide: Sendable {
  /// The name by which a caller chooses it.
  public let name: String
  /// The version of its definitions.
  public let version: String
  /// The name of the release of its records.
  public let release: String
  let maps: [GuideMap]
  let package: PackageFacts
  private let definitions: KeptDefinitions?
  /// Whether it is built in, not given by the caller.
  package var isBuiltIn: Bool { definitions != nil }

  /// The built-in guides; of one with several versions the newest is the last.
  public static let published: [Guide] = KeptDefinitions.ofGuides.map { Guide($0) }

  /// Argonaut Data Query 1.0.0, for DSTU2.
  public static let argonaut = published[0]
  /// US Core in the newest version that is built in, 6.1.0, for R4.
  public static let usCore = published[2]

  /// The built-in guide with a name, such as `us-core` or `us-core@3.1.1`: the newest version, unless the name has one.
  /// `nil` if there is none.
  public static func named(_ name: String) -> Guide? { ProfileLibrary().guide(named: name) }

  init(_ kept: KeptDefinitions) {
    (name, package, definitions) = (kept.name, kept.package, kept)
    (version, release) = (package.version, package.release)
    maps = kept.head.compactMap { GuideMap($0) }
  }

  /// A package that the caller gives; of a built-in guide it has the same profiles for types, as far as it has them.
  init(_ package: PackageFacts, known: [Guide]) {
    let others = known.filter { $0.package.name == package.name }
    name = others.first?.name ?? package.name
    (version, release) = (package.version, package.release)
    var maps: [GuideMap] = []
    for map in others.reversed().flatMap(\.maps) where !maps.contains(where: { $0.isSame(map) }) { maps.append(map) }
    (self.package, self.maps, definitions) = (package, maps, nil)
  }

  /// The urls of all its profiles and extensions, in order; empty for a package that the caller gives.
  public var urls: [String] { definitions?.structures.map(\.url).sorted() ?? [] }
}

extension Guide: Hashable {
  /// Whether both are the same version of the same guide.
  public static func == (a: Guide, b: Guide) -> Bool { a.name == b.name && a.version == b.version }

  /// Feeds the name and the version into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
  }
}

extension Guide: CustomStringConvertible {
  /// The name and the version: `us-core@6.1.0`.
  public var description: String { "\(name)@\(version)" }
}

/// The profile that a guide has for the records of a type, or for those whose element has one of some codes.
final class GuideMap: Sendable {
  let type: String
  let profile: String
  /// The element that must have one of ``codes``; `nil` for all records.
  let element: String?
  let codes: [(system: KeptText, code: KeptText)]

  /// - Parameter line: `map Observation URL category http://system|code`.
  init?(_ line: String) {
    guard Self.isMap(line) else { return nil }
    let words = KeptDefinitions.words(of: line)
    guard words.count == 3 || words.count > 4 else { return nil }
    (type, profile) = (words[1], words[2])
    element = words.count > 3 ? words[3] : nil
    codes = words.dropFirst(4).compactMap { word in
      let parts = word.utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
      return parts.count == 2 ? (KeptText(parts[0]), KeptText(parts[1])) : nil
    }
  }

  static func isMap(_ line: String) -> Bool { line.utf8.starts(with: "map ".utf8) }

  func isSame(_ other: GuideMap) -> Bool { type == other.type && profile == other.profile }
}
