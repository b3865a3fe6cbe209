/// An implementation guide with built-in definitions: profiles, extensions, and the value sets whose codes are
/// available offline.
///
/// ```swift
/// let validator = Validator(guides: Guide.published.filter { $0.name == "us-core" })
/// ```
///
/// A record is judged by the profiles that it claims, and by those that the guide has for its type.
public struct Guide: Sendable {
  /// The name by which a caller chooses it.
  public let name: String
  /// The version of its definitions.
  public let version: String
  /// The name of the release of its records.
  public let release: String
  /// The profiles that it has for types of records.
  let maps: [GuideMap]
  let definitions: KeptDefinitions

  /// The built-in guides.
  public static let published: [Guide] = GeneratedGuides.guides.compactMap { Guide($0) }

  /// The built-in guide with a name, `nil` if there is none.
  public static func named(_ name: String) -> Guide? { published.first { $0.name == name } }

  /// - Returns: `nil` if the text does not begin with a guide's description.
  init?(_ text: StaticString) {
    let definitions = KeptDefinitions(text)
    guard !definitions.name.isEmpty else { return nil }
    (name, release, version) = (definitions.name, definitions.release, definitions.version)
    maps = definitions.head.compactMap { GuideMap($0) }
    self.definitions = definitions
  }

  /// The urls of all its profiles and extensions, in order.
  public var urls: [String] { definitions.structures.map(\.url).sorted() }
}

extension Guide: Hashable {
  /// Whether both are the same guide.
  public static func == (a: Guide, b: Guide) -> Bool { a.name == b.name }

  /// Feeds the name into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The profile that a guide has for the records of a type: for all of them, or for those whose element has one of some
/// codes.
final class GuideMap: Sendable {
  let type: String
  let profile: String
  /// The element that must have one of ``codes``; `nil` for all records.
  let element: KeptText?
  let codes: [(system: KeptText, code: KeptText)]

  /// - Parameter line: `map Observation URL category http://system|code`.
  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 3 || words.count > 4, words[0] == "map" else { return nil }
    (type, profile) = (words[1], words[2])
    element = words.count > 3 ? KeptText(words[3]) : nil
    codes = words.dropFirst(4).compactMap { word in
      let parts = word.split(separator: "|")
      return parts.count == 2 ? (KeptText(String(parts[0])), KeptText(String(parts[1]))) : nil
    }
  }
}

/// The built-in definitions, one static member for each folder of `Schemas/guides`, in the form that
/// `Schemas/README.md` describes.
enum GeneratedGuides {
  /// The guides that a caller may choose.
  static let guides = [argonaut, usCore]

  /// The definitions of the releases themselves, which are available wherever records are judged by profiles, and what is
  /// corrected in other packages.
  static let ofReleases = [
    dstu2Extensions, stu3Extensions, stu3Profiles, r4Extensions, r4Profiles, r4bExtensions, r4bProfiles, otherPackages,
  ]
}
